"""The corpora of a log: what each name stands for now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import CorpusDeclared, CorpusIngested, CorpusSnapshotted, MergeApplied
from .projection import Projection


@attrs.frozen(kw_only=True)
class MergeView:
    """A merge of entities' names.

    Attributes:
        position, ts: of the fact.
    """

    event: MergeApplied
    position: int
    ts: str


@attrs.frozen(kw_only=True)
class CorpusView:
    """A corpus under its name.

    Attributes:
        event: the last ingest or declaration; position and ts: of it.
        version: how often the name was ingested or declared.
        stream_version: events in its stream, the naming of states among them.
        merges: what was merged into its content since, the last one last.
    """

    event: CorpusIngested | CorpusDeclared
    position: int
    ts: str
    version: int
    stream_version: int
    merges: tuple[MergeView, ...]

    @property
    def manifest(self) -> str:
        """The corpus digest of the newest state."""
        return self.merges[-1].event.manifest if self.merges else self.event.manifest


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
                merges=(),
            )
            return MappingProxyType({**view, event.corpus: one})
        case CorpusSnapshotted() as event:
            known = view[event.corpus]
            one = attrs.evolve(known, stream_version=known.stream_version + 1)
            return MappingProxyType({**view, event.corpus: one})
        case MergeApplied() as event:
            known = view[event.corpus]
            merge = MergeView(event=event, position=recorded.seq, ts=recorded.ts)
            one = attrs.evolve(
                known, stream_version=known.stream_version + 1, merges=(*known.merges, merge)
            )
            return MappingProxyType({**view, event.corpus: one})
    return view


CORPORA = Projection[Corpora](
    name="corpora",
    version=1,
    initial=MappingProxyType({}),
    handles=(CorpusIngested, CorpusDeclared, CorpusSnapshotted, MergeApplied),
    apply=_apply,
)
