"""How like two rankings of the same topics are: for a run that was executed again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import attrs
import numpy as np

from ..ranking.rankings import Rankings
from .shared_rows import SharedRows
from .side import Measured

PERSISTENCE = 0.9
"""Of rank-biased overlap: how probable it is that a reader looks at the next rank too."""

TOP = 10
IDENTICAL, WITHIN, DIFFERENT = "identical", "within tolerance", "different"


@attrs.frozen(kw_only=True)
class Likeness:
    """Two rankings of the same condition.

    Attributes:
        topics: that both rank; equal: of these, the ones with the same units in the same order.
        overlap: the mean share of the first `TOP` units that both have; least: the smallest.
        tau: the mean of Kendall's tau-b over the units that both rank, over `tau_topics` topics
            with two of them or more; None where there is none.
        rbo: the mean extrapolated rank-biased overlap, p = `PERSISTENCE`.
        apart: the largest distance of a unit's two scores; None where no unit is in both.
        deviations: by metric, the root of the mean square of the differences of values.
        state: `identical`: every unit in its place, every score and value the same to the last bit.
            `within tolerance`: the same units, each score and value no further apart than that,
            which lets units change places whose scores are that close. Else `different`.
    """

    name: str
    topics: int
    equal: int
    overlap: float
    least: float
    tau: float | None
    tau_topics: int
    rbo: float
    apart: float | None
    deviations: Mapping[str, float]
    state: str


def likeness(
    name: str,
    rankings: tuple[Rankings, Rankings],
    values: tuple[Mapping[str, Measured], Mapping[str, Measured]],
    tolerance: float,
) -> Likeness:
    """Hold two rankings against each other.

    Args:
        values: of each side, by metric, then topic.
        tolerance: how far scores and values may lie apart.

    Source of the root mean square: Breuer et al. 2020, doi:10.1145/3397271.3401036, section 4;
    the other measures name theirs in `SharedRows`.
    """
    rows = SharedRows.of(*rankings)
    taus, overlaps = rows.taus(), rows.overlaps(TOP)
    told = taus[~np.isnan(taus)].tolist()
    metrics = [metric for metric in values[0] if metric in values[1]]
    gaps = {metric: _gaps(values[0][metric], values[1][metric]) for metric in metrics}
    apart = float(rows.gaps.max()) if len(rows.gaps) else None
    same_topics = set(rankings[0].topics.ids) == set(rankings[1].topics.ids)
    same_values = all(values[0][metric] == values[1][metric] for metric in metrics)
    worst = max([apart or 0.0, *(abs(gap) for found in gaps.values() for gap in found)])
    if same_topics and same_values and not apart and rows.same_order.all():
        state = IDENTICAL
    elif same_topics and rows.same_units.all() and worst <= tolerance:
        state = WITHIN
    else:
        state = DIFFERENT
    return Likeness(
        name=name,
        topics=rows.topics,
        equal=int(rows.same_order.sum()),
        overlap=_mean(overlaps.tolist()),
        least=float(overlaps.min(initial=1.0)) if rows.topics else 0.0,
        tau=_mean(told) if told else None,
        tau_topics=len(told),
        rbo=_mean(rows.rank_biased(PERSISTENCE).tolist()),
        apart=apart,
        deviations={
            metric: math.sqrt(_mean([gap * gap for gap in found])) for metric, found in gaps.items()
        },
        state=state,
    )


def _gaps(first: Measured, second: Measured) -> list[float]:
    """The differences over the topics that both have a value for."""
    pairs = ((first[topic], second[topic]) for topic in sorted(first.keys() & second.keys()))
    return [its - mine for mine, its in pairs if mine is not None and its is not None]


def _mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0
