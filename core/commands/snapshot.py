"""Give the state of a corpus a name that never changes its meaning."""

from __future__ import annotations

import attrs

from ..errors import UsageError
from ..event_store import EventStore, NewEvent
from ..events import CorpusSnapshotted
from ..names import check_name
from ..projections.corpora import CORPORA
from ..projections.projection import fold
from ..projections.snapshots import SNAPSHOTS
from ..streams import corpus_stream
from .find import pick


@attrs.frozen(kw_only=True)
class Snapshotted:
    """What naming a state came to.

    Attributes:
        is_new: whether the name was given now; else it meant the same state already.
    """

    event: CorpusSnapshotted
    is_new: bool


def snapshot(store: EventStore, corpus: str, name: str) -> Snapshotted:
    """Name the newest state of a corpus; naming the same state again changes nothing.

    Raises:
        UsageError: no such corpus, or the name means another state.
        LedgerError: the ledger cannot be written.
    """
    check_name("snapshot", name)
    events = tuple(store.events(types={*CORPORA.handles, *SNAPSHOTS.handles}))
    view = pick("corpus", corpus, fold(CORPORA, events))
    event = CorpusSnapshotted(corpus=corpus, name=name, manifest=view.manifest)
    known = fold(SNAPSHOTS, events).get((corpus, name))
    if known == event:
        return Snapshotted(event=event, is_new=False)
    if known is not None:
        message = (
            f"snapshot {name!r} of corpus {corpus!r} is {known.manifest[:12]} for ever, and the "
            f"corpus is now {event.manifest[:12]}; give this state another name"
        )
        raise UsageError(message)
    new = NewEvent(event=event, key=(corpus, name), objects=(event.manifest,))
    store.append(corpus_stream(corpus), [new], expected_version=None)
    return Snapshotted(event=event, is_new=True)
