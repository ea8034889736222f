"""The corpora of a log: what each name stands for now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import CorpusIngested
from .projection import Projection


@attrs.frozen(kw_only=True)
class CorpusView:
    """A corpus under its name.

    Attributes:
        event: the last ingest; position and ts: of it.
        version: how often the name was ingested.
    """

    event: CorpusIngested
    position: int
    ts: str
    version: int


Corpora = Mapping[str, CorpusView]


def _apply(view: Corpora, recorded: Recorded) -> Corpora:
    """Take one event into the view."""
    match recorded.event:
        case CorpusIngested() as event:
            version = view[event.corpus].version + 1 if event.corpus in view else 1
            one = CorpusView(event=event, position=recorded.seq, ts=recorded.ts, version=version)
            return MappingProxyType({**view, event.corpus: one})
    return view


CORPORA = Projection[Corpora](
    name="corpora",
    version=1,
    initial=MappingProxyType({}),
    handles=(CorpusIngested,),
    apply=_apply,
)
