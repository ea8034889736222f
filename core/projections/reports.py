"""Reports of a log: where each was built, on which basis, and how it was rendered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Basis, Recorded
from ..events import DecisionRecorded, ReportBuilt, ReportRendered
from .projection import Projection


@attrs.frozen(kw_only=True)
class ReportView:
    """One report.

    Attributes:
        position: of `report-built`; basis: what it stands on.
        version: events in its stream.
        renderings: the `report-rendered` facts with their positions, in order.
        decisions: the `decision-recorded` facts with their positions, in order; the last one is in
            force.
    """

    position: int
    ts: str
    built: ReportBuilt
    basis: Basis
    version: int
    renderings: tuple[tuple[int, ReportRendered], ...]
    decisions: tuple[tuple[int, DecisionRecorded], ...]


Reports = Mapping[str, ReportView]


def _apply(view: Reports, recorded: Recorded) -> Reports:
    """Take one event into the view; a rendering of an unknown report changes nothing."""
    match recorded.event:
        case ReportBuilt(report=id_) as built if recorded.basis is not None:
            one = ReportView(
                position=recorded.seq,
                ts=recorded.ts,
                built=built,
                basis=recorded.basis,
                version=1,
                renderings=(),
                decisions=(),
            )
        case ReportRendered(report=id_) as rendered if id_ in view:
            old = view[id_]
            renderings = (*old.renderings, (recorded.seq, rendered))
            one = attrs.evolve(old, renderings=renderings, version=old.version + 1)
        case DecisionRecorded(report=id_) as decided if id_ in view:
            old = view[id_]
            decisions = (*old.decisions, (recorded.seq, decided))
            one = attrs.evolve(old, decisions=decisions, version=old.version + 1)
        case _:
            return view
    return MappingProxyType({**view, id_: one})


REPORTS = Projection[Reports](
    name="reports",
    version=1,
    initial=MappingProxyType({}),
    handles=(ReportBuilt, ReportRendered, DecisionRecorded),
    apply=_apply,
)
