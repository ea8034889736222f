"""The corpora of a log: what each name stands for now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import CorpusDeclared, CorpusIngested, CorpusSnapshotted
from .projection import Projection


@attrs.frozen(kw_only=True)
class CorpusView:
    """A corpus under its name.

    Attributes:
        event: the last ingest or declaration; position and ts: of it.
        version: how often the name was ingested or declared.
        stream_version: events in its stream, the naming of states among them.
    """

    event: CorpusIngested | CorpusDeclared
    position: int
    ts: str
    version: int
    stream_version: int


Corpora = Mapping[str, CorpusView]


def _apply(view: Corpora, recorded: Recorded) -> Corpora:
    """Take one event into the view."""
    match recorded.event:
        case CorpusIngested() | CorpusDeclared() as event:
            known = view.get(event.corpus)
            one = CorpusView(
                event=event,
                position=recorded.seq,
                ts=recorded.ts,
                version=1 if known is None else known.version + 1,
                stream_version=1 if known is None else known.stream_version + 1,
            )
            return MappingProxyType({**view, event.corpus: one})
        case CorpusSnapshotted() as event:
            known = view[event.corpus]
            one = attrs.evolve(known, stream_version=known.stream_version + 1)
            return MappingProxyType({**view, event.corpus: one})
    return view


CORPORA = Projection[Corpora](
    name="corpora",
    version=1,
    initial=MappingProxyType({}),
    handles=(CorpusIngested, CorpusDeclared, CorpusSnapshotted),
    apply=_apply,
)
