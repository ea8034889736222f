"""The named states of corpora: a name means one state for ever."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..event_store import Recorded
from ..events import CorpusSnapshotted
from .projection import Projection

Snapshots = Mapping[tuple[str, str], CorpusSnapshotted]
"""By corpus and name."""


def _apply(view: Snapshots, recorded: Recorded) -> Snapshots:
    """Take one event into the view; the first of a name counts."""
    match recorded.event:
        case CorpusSnapshotted() as event:
            return MappingProxyType({(event.corpus, event.name): event, **view})
    return view


SNAPSHOTS = Projection[Snapshots](
    name="snapshots",
    version=1,
    initial=MappingProxyType({}),
    handles=(CorpusSnapshotted,),
    apply=_apply,
)
