"""Which condition of one side is held against which of the other, and by which metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import UsageError
from .paired import PairedCondition
from .side import Side

LETTERS = ("A", "B")


def paired_conditions(
    first: Side, second: Side, renamed: Mapping[str, str], wanted: Sequence[str]
) -> tuple[PairedCondition, ...]:
    """The conditions that both sides have, as they are called in A and, renamed, in B.

    Args:
        renamed: conditions of A by the name that they have in B.
        wanted: the only ones, by their name in A; all when empty.

    Raises:
        UsageError: a name is unknown, or there is none in both.
    """
    for mine, its in renamed.items():
        _require(mine, first)
        _require(its, second)
    for name in wanted:
        _require(name, first)
    pairs = [(name, renamed.get(name, name)) for name in wanted or first.conditions]
    made = tuple(
        PairedCondition(
            name=mine if mine == its else f"{mine} → {its}",
            first=first.conditions[mine],
            second=second.conditions[its],
        )
        for mine, its in pairs
        if its in second.conditions
    )
    if not made:
        there, here = ", ".join(first.conditions), ", ".join(second.conditions)
        message = f"no condition in both: A has {there or 'none'}; B has {here or 'none'}"
        raise UsageError(f"{message}; --map A_NAME=B_NAME compares two that have other names")
    return made


def unpaired_conditions(
    first: Side, second: Side, pairs: Sequence[PairedCondition]
) -> Iterator[tuple[str, str]]:
    """Conditions that only one side has: the side's letter and the name."""
    paired = {id(one.first) for one in pairs} | {id(one.second) for one in pairs}
    for letter, side in zip(LETTERS, (first, second), strict=True):
        for name, one in side.conditions.items():
            if id(one) not in paired:
                yield letter, name


def unpaired_metrics(pairs: Sequence[PairedCondition]) -> Iterator[tuple[str, str]]:
    """Metrics that only one side has of what is paired: the side's letter and the name."""
    mine = dict.fromkeys(metric for one in pairs for metric in one.first.values)
    its = dict.fromkeys(metric for one in pairs for metric in one.second.values)
    for letter, these, those in zip(LETTERS, (mine, its), (its, mine), strict=True):
        yield from ((letter, metric) for metric in these if metric not in those)


def deciding_metric(first: Side, pairs: Sequence[PairedCondition]) -> str:
    """What topics are held against each other by: the primary metric, or the first that both have.

    Empty where they share none.
    """
    both = [metric for one in pairs for metric in one.first.values if metric in one.second.values]
    return first.primary if first.primary in both else next(iter(both), "")


def _require(name: str, side: Side) -> None:
    """Refuse a condition that a side does not have.

    Raises:
        UsageError: it has not.
    """
    if name not in side.conditions:
        unmeasured = " (it is not measured there)" if name in side.unmeasured else ""
        there = ", ".join(side.conditions)
        message = f"{side.label} has no condition {name!r}{unmeasured}; it has {there}"
        raise UsageError(message)
