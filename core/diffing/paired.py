"""The difference of two sides by each metric that both have, paired per topic."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import attrs
import numpy as np

from ..comparing.differences import compare_pairs
from ..comparing.means import bounds_of
from ..comparing.pairs import Pair, without_noise
from ..comparing.rules import BOOTSTRAP, Rules
from ..comparing.scored import MetricScale
from ..comparing.verdicts import BETTER, HIGHER, LESS, LOWER, MORE, WORSE
from ..decimals import decimal_text
from ..objects.comparisons import Difference
from ..statistics.percentile import paired_bootstrap
from .side import SideCondition

FIRST, SECOND = "A", "B"


@attrs.frozen(kw_only=True)
class PairedCondition:
    """A condition of each side, and how it is called."""

    name: str
    first: SideCondition
    second: SideCondition


@attrs.frozen(kw_only=True)
class PairedDifference:
    """B minus A by one metric, over the topics that have a value in both.

    Attributes:
        name: of the conditions; means: of A and of B over these topics.
        found: interval, p and its correction over all metrics and conditions of the diff.
        verdict: `higher`, `lower`, or why it is neither; never better or worse, for nothing was
            declared before.
    """

    name: str
    metric: str
    means: tuple[float, float]
    found: Difference
    verdict: str


def paired_differences(
    conditions: Sequence[PairedCondition],
    scale_of: Callable[[str], MetricScale],
    rules: Rules,
    without: Collection[str] = (),
) -> tuple[PairedDifference, ...]:
    """One for each condition and metric that both sides have, in the order of the first side.

    Args:
        without: metrics that are defined otherwise in each.
    """
    told = [(one, metric) for one in conditions for metric in one.first.values]
    asked = [(one, m) for one, m in told if m in one.second.values and m not in without]
    asked = [(one, metric) for one, metric in asked if not scale_of(metric).is_holes]
    pairs, means = [], []
    for one, metric in asked:
        mine, its = _columns(
            one.first.values[metric],
            one.second.values[metric],
            # The kit's resamples are drawn by place, in the order of the first report's records.
            order=list if rules.test == BOOTSTRAP else sorted,
        )
        means.append((_mean(mine), _mean(its)))
        pairs.append(_pair(one, scale_of(metric), scale_of, mine, its))
    return tuple(
        PairedDifference(
            name=one.name,
            metric=metric,
            means=pair_means,
            found=_as_the_kit(found, pair) if rules.test == BOOTSTRAP else found,
            verdict=_WORDS.get(found.verdict, found.verdict),
        )
        for (one, metric), pair_means, pair, found in zip(
            asked, means, pairs, compare_pairs(pairs, rules), strict=True
        )
    )


def _as_the_kit(found: Difference, pair: Pair) -> Difference:
    """The kit's interval and p for few topics too: it prints them for any number of questions.

    What may be said of them stays what it is: nothing.
    """
    if found.bounds is not None or not pair.n:
        return found
    tested = paired_bootstrap(np.zeros(pair.n), pair.differences)
    bounds = bounds_of(tested.interval)
    return attrs.evolve(found, bounds=bounds, p=decimal_text(tested.p))


HINTS = (HIGHER, LOWER)
"""The verdicts that say more than that nothing was found."""

_WORDS = {BETTER: HIGHER, WORSE: LOWER, MORE: HIGHER, LESS: LOWER}


def _columns(
    first: Mapping[str, float | None],
    second: Mapping[str, float | None],
    order: Callable[[Iterable[str]], Sequence[str]],
) -> tuple[list[float], list[float]]:
    """The values of the topics that have one in both, by topic."""
    both = [(first[topic], second[topic]) for topic in order(first) if topic in second]
    known = [(mine, its) for mine, its in both if mine is not None and its is not None]
    return [mine for mine, _ in known], [its for _, its in known]


def _pair(
    one: PairedCondition,
    scale: MetricScale,
    scale_of: Callable[[str], MetricScale],
    mine: Sequence[float],
    its: Sequence[float],
) -> Pair:
    """What is tested: B minus A."""
    differences = np.asarray(its, np.float64) - np.asarray(mine, np.float64)
    return Pair(
        condition=one.name,
        scale=scale,
        both=np.ones(len(differences), np.bool_),
        differences=without_noise(differences, scale.span),
        declared=True,
        apart=_apart(one, scale, scale_of),
        tied=_tied(one, scale.name, _mean(its) - _mean(mine), len(differences)),
    )


def _apart(
    one: PairedCondition, scale: MetricScale, scale_of: Callable[[str], MetricScale]
) -> float:
    """How far the judged shares lie apart, at the metric's cut-off where both sides have that.

    0 where a side knows none: its rule of relevance decides every unit, or it is a file that does
    not tell.
    """
    both = [metric for metric in one.first.values if metric in one.second.values]
    holes = [metric for metric in both if scale_of(metric).is_holes]
    same = [metric for metric in holes if scale_of(metric).cutoff == scale.cutoff]
    if not holes:
        return 0.0
    name = (same or holes)[-1]
    mine, its = _columns(one.first.values[name], one.second.values[name], sorted)
    return _mean(its) - _mean(mine)


def _tied(
    one: PairedCondition, metric: str, difference: float, n: int
) -> tuple[float, float] | None:
    """The lowest and highest difference over the orders of equal scores; None where none matters.

    Where topics are left out it is what the ties of all could do to those that stay: too wide
    rather than too narrow.
    """
    mine, its = one.first.ties.get(metric), one.second.ties.get(metric)
    if (mine is None and its is None) or not n:
        return None
    (low, high), (its_low, its_high) = mine or (0.0, 0.0), its or (0.0, 0.0)
    return difference + (its_low - high) / n, difference + (its_high - low) / n


def _mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing, which no difference is told of."""
    return math.fsum(values) / len(values) if values else 0.0


@attrs.frozen(kw_only=True)
class Unmatched:
    """Topics that are in no pair of a condition, since one side alone has a value.

    Attributes:
        first, second: those with a value in A alone, and in B alone, sorted.
    """

    name: str
    first: tuple[str, ...]
    second: tuple[str, ...]


def unmatched(conditions: Sequence[PairedCondition], metric: str) -> Iterator[Unmatched]:
    """The conditions that have topics with a value on one side alone."""
    for one in conditions:
        mine, its = _measured(one.first, metric), _measured(one.second, metric)
        if mine != its:
            left, right = tuple(sorted(mine - its)), tuple(sorted(its - mine))
            yield Unmatched(name=one.name, first=left, second=right)


def _measured(side: SideCondition, metric: str) -> frozenset[str]:
    """The topics that have a value."""
    values = side.values.get(metric, {})
    return frozenset(topic for topic, value in values.items() if value is not None)
