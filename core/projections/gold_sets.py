"""The gold sets of a log: what each name stands for now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import GoldSetImported
from .projection import Projection


@attrs.frozen(kw_only=True)
class GoldSetView:
    """A gold set under its name.

    Attributes:
        event: the last import; position and ts: of it.
        version: how often the name was imported.
    """

    event: GoldSetImported
    position: int
    ts: str
    version: int


GoldSets = Mapping[str, GoldSetView]


def _apply(view: GoldSets, recorded: Recorded) -> GoldSets:
    """Take one event into the view."""
    match recorded.event:
        case GoldSetImported() as event:
            version = view[event.gold].version + 1 if event.gold in view else 1
            one = GoldSetView(event=event, position=recorded.seq, ts=recorded.ts, version=version)
            return MappingProxyType({**view, event.gold: one})
    return view


GOLD_SETS = Projection[GoldSets](
    name="gold-sets",
    version=1,
    initial=MappingProxyType({}),
    handles=(GoldSetImported,),
    apply=_apply,
)
