"""Whether a condition's effect over the baseline came out again in a run that was executed again.

Source: Breuer et al. 2020, doi:10.1145/3397271.3401036, equations 4 to 6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import attrs

from .paired import PairedCondition
from .side import Measured


@attrs.frozen(kw_only=True)
class Effect:
    """A condition over the baseline, in both sides.

    Attributes:
        name: of the condition.
        first, second: its mean less the baseline's, in A and in B.
        ratio: second by first: 1 where the effect came out again, 0 where nothing is left of it,
            below 0 where it turned; None where A has no effect.
        change: the relative improvement over the baseline of A less that of B: 0 where it came out
            again; None where a baseline's mean is 0.
        n: topics, those with a value of both conditions in both sides.
    """

    name: str
    first: float
    second: float
    ratio: float | None
    change: float | None
    n: int


def effects_of(
    conditions: Sequence[PairedCondition], baseline: PairedCondition, metric: str
) -> Iterator[Effect]:
    """The effects of all conditions but the baseline that have a value on some topic."""
    for one in conditions:
        if one is not baseline:
            columns = [
                side.values.get(metric, {})
                for side in (baseline.first, one.first, baseline.second, one.second)
            ]
            rows = _complete(columns)
            if rows:
                yield _effect(one.name, rows)


def _complete(columns: Sequence[Measured]) -> list[list[float]]:
    """The topics with a value in every column."""
    topics = sorted(set.intersection(*(set(column) for column in columns)))
    rows = ([column[topic] for column in columns] for topic in topics)
    return [[value for value in row if value is not None] for row in rows if None not in row]


def _effect(name: str, rows: Sequence[Sequence[float]]) -> Effect:
    """An effect of its rows: the baseline and the condition in A, then in B."""
    base, mine, base_again, its = (
        math.fsum(column) / len(rows) for column in zip(*rows, strict=True)
    )
    first, second = mine - base, its - base_again
    return Effect(
        name=name,
        first=first,
        second=second,
        ratio=second / first if first else None,
        change=first / base - second / base_again if base and base_again else None,
        n=len(rows),
    )
