"""Metrics that differ in what a grade is worth: on graded gold they are about different things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..measuring.metric_names import MetricName, find_metric
from ..plugging.registry import Registry
from .instruments import INVALIDATES, Unlike
from .paired import PairedCondition
from .pairing import LETTERS, unpaired_metrics
from .side import Side

GAINS = frozenset({"dcg", "gains", "gain"})
"""Parameters that say what a grade is worth."""

BINARY = 1


def unlike_gains(
    first: Side, second: Side, pairs: Sequence[PairedCondition], registry: Registry
) -> Iterator[Unlike]:
    """Metrics that are the same but for their gain, of which each side has another.

    They have other names, so that nothing pairs them; this says why. On gold that is known to be
    binary a grade is worth the same to both.
    """
    if _is_binary(first) and _is_binary(second):
        return
    alone = list(unpaired_metrics(pairs))
    mine, its = (
        [find_metric(metric, registry)[0] for letter, metric in alone if letter == side]
        for side in LETTERS
    )
    for one in mine:
        for other in its:
            if _without_gain(one) == _without_gain(other):
                yield Unlike(
                    name="gain",
                    first=one.canonical,
                    second=other.canonical,
                    kind=INVALIDATES,
                    why="a grade is worth something else to each",
                    metric=one.canonical,
                )


def _without_gain(name: MetricName) -> tuple[object, ...]:
    """Everything of a metric but its gain."""
    params = tuple((key, value) for key, value in name.stated if key not in GAINS)
    return name.name, params, name.cutoff


def _is_binary(side: Side) -> bool:
    """Whether no grade is known to be above 1, and all are known."""
    if side.qrels is None:
        return False
    return all(grade <= BINARY for row in side.qrels.grades.values() for grade in row.values())
