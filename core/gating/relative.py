"""The number of a relative gate: the mean difference to a baseline, paired per topic."""

from __future__ import annotations

import math

import attrs
import numpy as np

from ..comparing.means import bounds_of, coverage_note
from ..comparing.paired_tests import run_test
from ..comparing.pairs import without_noise
from ..comparing.rules import Rules
from ..comparing.scored import Flags, Floats, MetricScale
from ..comparing.verdicts import FEWEST, MOST_APART, SAME
from ..counting import counted
from ..decimals import decimal_text
from ..measuring.judged import Values
from ..measuring.scoring import summarise
from ..objects.comparisons import Bounds, Mean, TieBounds


@attrs.frozen(kw_only=True, eq=False)
class Column:
    """One condition by one metric.

    Attributes:
        topics: ids, rising; values: one per topic.
        judged: the mean share of judged rows that the metric looks at; None where nothing is a
            hole.
        tied: what another order of equal scores could make of the mean; None where nothing.
        is_rounded: whether the values are known to ten places alone.
    """

    topics: tuple[str, ...]
    values: Values
    judged: float | None
    tied: TieBounds | None
    is_rounded: bool = False

    def at(self, topics: tuple[str, ...]) -> Values:
        """The values of some topics; undefined where it has none."""
        if topics == self.topics:
            return self.values
        places = {topic: place for place, topic in enumerate(self.topics)}
        found = np.asarray([places.get(topic, -1) for topic in topics], dtype=np.int64)
        known = found >= 0
        return Values(
            np.where(known, self.values.values[found], 0.0), known & self.values.defined[found]
        )


def difference_of(
    mine: Column, its: Column, scale: MetricScale, rules: Rules, counted_too: Flags
) -> tuple[Mean | None, str]:
    """What is known of condition − baseline, over the topics that have both values.

    Args:
        counted_too: which of the topics of `mine` are counted.

    Returns:
        The mean difference with its interval; or None, and why nothing is compared.
    """
    apart = 0.0 if mine.judged is None or its.judged is None else mine.judged - its.judged
    if abs(apart) > MOST_APART:
        side = "more" if apart > 0 else "less"
        points = f"{abs(apart) * 100:.0f} points {side}"
        return None, f"{points} of its rows are judged than of the baseline's"
    one, other = mine.values, its.at(mine.topics)
    if mine.is_rounded or its.is_rounded:  # or equal values would differ from the eleventh on
        one, other = _rounded(one), _rounded(other)
    both = one.defined & other.defined & counted_too
    differences = without_noise(one.values[both] - other.values[both], scale.span)
    if not len(differences):
        return None, "no topic has a value in both"
    whole = bool(counted_too.all())
    return Mean(
        condition="",
        metric=scale.name,
        bucket="",
        value=decimal_text(math.fsum(differences.tolist()) / len(differences)),
        n=len(differences),
        of=int(counted_too.sum()),
        bounds=_bounds(differences, scale, rules),
        tied=_tied(mine, its, scale) if whole else None,
    ), ""


def _rounded(values: Values) -> Values:
    """Values as a report has them."""
    texts = [float(decimal_text(value)) for value in values.values.tolist()]
    return Values(np.asarray(texts), values.defined)


def _bounds(differences: Floats, scale: MetricScale, rules: Rules) -> Bounds | None:
    """The interval of a difference, as a report of the run has it."""
    n = len(differences)
    if n < FEWEST:
        least = f"{2 / 2**n:.4g}" if n > 1 else "1"
        few = f"{counted(n, 'topic')}: fewer than {FEWEST}, too few for any comparison"
        return _none(f"{few} (p could not be below {least})")
    if not differences.any():
        return Bounds(low="0", high="0", method="", note=SAME)
    (tested,) = run_test(differences[:, None], rules, scale.span)
    if tested.interval is None:
        return None
    covered = coverage_note(tested.interval, differences, rules, is_difference=True)
    return bounds_of(tested.interval, "; ".join(filter(None, (*tested.notes, covered))))


def _none(note: str) -> Bounds:
    """No interval, and why."""
    return Bounds(low=None, high=None, method="", note=note)


def _tied(mine: Column, its: Column, scale: MetricScale) -> TieBounds | None:
    """The lowest and the highest difference over all orders of equal scores."""
    if mine.tied is None and its.tied is None:
        return None
    one, other = _range(mine, scale), _range(its, scale)
    if one is None or other is None:
        return None
    return TieBounds(
        low=decimal_text(one[0] - other[1]),
        high=decimal_text(one[1] - other[0]),
        topics=0,
        open=0,
    )


def _range(column: Column, scale: MetricScale) -> tuple[float, float] | None:
    """The lowest and the highest mean of a column; None where no topic has a value."""
    if column.tied is not None:
        return float(column.tied.low), float(column.tied.high)
    mean = summarise(scale.name, column.values).mean
    return None if mean is None else (mean, mean)
