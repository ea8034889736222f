"""What was recorded beyond the means, each row with the positions that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..objects.comparisons import Difference, HoleBounds, LaneCounts
from ..plain import field_names
from .retrieval_facts import Facts
from .rows import Comparison, HolesRow, LaneShare

Row = TypeVar("Row")


def comparison_rows(facts: Facts) -> tuple[Comparison, ...]:
    """Every difference to the baseline."""
    scored = facts.run.scored
    return tuple(
        _row(Comparison, one, {scored[one.condition][0], scored[one.baseline][0]}, facts)
        for one in facts.comparisons.differences
    )


def share_rows(facts: Facts) -> tuple[LaneShare, ...]:
    """What each lane brought to each condition."""
    fused = facts.run.fused
    return tuple(
        _row(LaneShare, one, {facts.position, fused[one.condition][0]}, facts)
        for one in facts.comparisons.shares
    )


def hole_rows(facts: Facts) -> tuple[HolesRow, ...]:
    """What unjudged documents can do to each mean that has holes."""
    fused, scored = facts.run.fused, facts.run.scored
    return tuple(
        _row(
            HolesRow,
            one,
            {facts.position, fused[one.condition][0], scored[one.condition][0]},
            facts,
        )
        for one in facts.comparisons.holes
    )


def _row(
    kind: Callable[..., Row],
    recorded: Difference | LaneCounts | HoleBounds,
    positions: set[int],
    facts: Facts,
) -> Row:
    """A recorded row with its positions, and that of the record."""
    fields = {name: getattr(recorded, name) for name in field_names(type(recorded))}
    return kind(**fields, positions=tuple(sorted({*positions, facts.compared_at})))
