"""How like two rankings of the same topics are: for a run that was executed again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import attrs
import numpy as np

from ..ranking.rankings import Rankings

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
        deviations: by metric, the root of the mean square of the differences of values.
        state: `identical` (every unit in its place, every value equal), `within tolerance` (values
            differ by no more than that, whatever the order), or `different`.
    """

    name: str
    topics: int
    equal: int
    overlap: float
    least: float
    tau: float | None
    tau_topics: int
    rbo: float
    deviations: Mapping[str, float]
    state: str


def likeness(
    name: str,
    rankings: tuple[Rankings, Rankings],
    values: tuple[Mapping[str, Mapping[str, float | None]], ...],
    tolerance: float,
) -> Likeness:
    """Hold two rankings against each other.

    Args:
        values: of each side, by metric, then topic.
        tolerance: how far values may lie apart.

    Source: Kendall 1945 (tau-b); Webber, Moffat and Zobel 2010, doi:10.1145/1852102.1852106,
    equation 32 (RBO extrapolated); the root mean square is that of Breuer et al. 2020,
    doi:10.1145/3397271.3401036, section 4.
    """
    first, second = rankings
    ids = [id_ for id_ in first.topics.ids if id_ in set(second.topics.ids)]
    pairs = [(first.units(id_), second.units(id_)) for id_ in ids]
    overlaps = [_overlap(mine[:TOP], its[:TOP]) for mine, its in pairs]
    taus = [tau for mine, its in pairs if (tau := kendall_tau(mine, its)) is not None]
    deviations = {
        metric: _deviation(values[0][metric], values[1][metric])
        for metric in values[0]
        if metric in values[1]
    }
    equal = sum(mine == its for mine, its in pairs)
    worst = max((_worst(values, metric) for metric in deviations), default=0.0)
    is_same = equal == len(pairs) and set(first.topics.ids) == set(second.topics.ids)
    return Likeness(
        name=name,
        topics=len(pairs),
        equal=equal,
        overlap=_mean(overlaps),
        least=min(overlaps, default=0.0),
        tau=_mean(taus) if taus else None,
        tau_topics=len(taus),
        rbo=_mean([rank_biased_overlap(mine, its) for mine, its in pairs]),
        deviations=deviations,
        state=_state(is_same=is_same, worst=worst, tolerance=tolerance),
    )


def kendall_tau(first: Sequence[str], second: Sequence[str]) -> float | None:
    """Kendall's tau over the units that both rank; None for fewer than two.

    Ranks have no ties, so tau-b is tau.
    """
    place = {unit: at for at, unit in enumerate(second)}
    order = np.array([place[unit] for unit in first if unit in place], np.int64)
    n = len(order)
    if n < 2:  # noqa: PLR2004 - one unit has no order
        return None
    agree = int((order[:, None] < order[None, :])[np.triu_indices(n, 1)].sum())
    pairs = n * (n - 1) // 2
    return (2 * agree - pairs) / pairs


def rank_biased_overlap(
    first: Sequence[str], second: Sequence[str], persistence: float = PERSISTENCE
) -> float:
    """RBO extrapolated to rankings of any depth, 0 to 1; 1 where both are empty.

    The shorter ranking is taken as far as it goes, the longer one beyond it (equation 32).
    """
    short, long = sorted((first, second), key=len)
    if not long:
        return 1.0
    if not short:
        return 0.0
    s, depth = len(short), len(long)
    overlaps = _overlaps(short, long)
    shared = overlaps[s - 1]
    terms = [overlaps[d - 1] / d * persistence**d for d in range(1, depth + 1)]
    terms += [shared * (d - s) / (s * d) * persistence**d for d in range(s + 1, depth + 1)]
    tail = ((overlaps[-1] - shared) / depth + shared / s) * persistence**depth
    return (1 - persistence) / persistence * math.fsum(terms) + tail


def _overlaps(short: Sequence[str], long: Sequence[str]) -> list[int]:
    """How many units the first d of each share, for each depth d of the longer one."""
    mine, its, shared, found = set[str](), set[str](), 0, []
    for at, unit in enumerate(long):
        its.add(unit)
        if at < len(short):
            mine.add(short[at])
            shared += short[at] in its
            shared += unit in mine and unit != short[at]
        else:
            shared += unit in mine
        found.append(shared)
    return found


def _overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """The share of units that both have, of the longer one; 1 where both are empty."""
    longest = max(len(first), len(second))
    return len(set(first) & set(second)) / longest if longest else 1.0


def _deviation(first: Mapping[str, float | None], second: Mapping[str, float | None]) -> float:
    """The root mean square of the differences over the topics that both have."""
    gaps = _gaps(first, second)
    return math.sqrt(math.fsum(gap * gap for gap in gaps) / len(gaps)) if gaps else 0.0


def _gaps(first: Mapping[str, float | None], second: Mapping[str, float | None]) -> list[float]:
    """The differences over the topics that both have a value for."""
    pairs = ((first[topic], second[topic]) for topic in sorted(first.keys() & second.keys()))
    return [its - mine for mine, its in pairs if mine is not None and its is not None]


def _worst(values: tuple[Mapping[str, Mapping[str, float | None]], ...], metric: str) -> float:
    """The largest difference of a topic's values."""
    return max(map(abs, _gaps(values[0][metric], values[1][metric])), default=0.0)


def _state(*, is_same: bool, worst: float, tolerance: float) -> str:
    """What to call it."""
    if is_same and not worst:
        return IDENTICAL
    return WITHIN if worst <= tolerance else DIFFERENT


def _mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0
