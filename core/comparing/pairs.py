"""What a comparison is made of: a condition and the baseline by one metric, paired per topic."""

from __future__ import annotations

import math

import attrs
import numpy as np

from .rules import Rules
from .scored import Flags, Floats, MetricScale, Scored

NOISE = 1e-12
"""Parts of a metric's range below which two values are equal: thirds do not subtract to 0."""


@attrs.frozen(kw_only=True, eq=False)
class Pair:
    """A condition and the baseline by one metric.

    Attributes:
        both: topics that have a value in both: bool [topics].
        differences: condition minus baseline over these: float64 [n].
        declared: whether the pair belongs to the declared family.
        apart: how far the judged shares lie apart, signed; 0 where the rule decides every unit.
        tied: the lowest and the highest difference over all orders of equal scores; None where no
            order can change it.
    """

    condition: str
    scale: MetricScale
    both: Flags
    differences: Floats
    declared: bool
    apart: float
    tied: tuple[float, float] | None

    @classmethod
    def of(cls, scored: Scored, rules: Rules, condition: str, scale: MetricScale) -> Pair:
        """Pair what was measured of a condition and of the baseline."""
        mine = scored.values[condition][scale.name]
        its = scored.values[rules.baseline][scale.name]
        both = mine.defined & its.defined
        apart = 0.0
        if not rules.judged_by_rule:
            apart = scored.judged(condition, scale) - scored.judged(rules.baseline, scale)
        return cls(
            condition=condition,
            scale=scale,
            both=both,
            differences=without_noise(mine.values[both] - its.values[both], scale.span),
            declared=scale.name == rules.primary,
            apart=apart,
            tied=scored.tied_difference(condition, rules.baseline, scale.name),
        )

    @property
    def n(self) -> int:
        """How many topics are paired."""
        return len(self.differences)

    @property
    def mean(self) -> float | None:
        """The mean difference; None where no topic has both values."""
        return math.fsum(self.differences.tolist()) / self.n if self.n else None

    @property
    def unequal(self) -> int:
        """Topics whose two values differ."""
        return int((self.differences != 0).sum())


def without_noise(differences: Floats, span: float) -> Floats:
    """Differences, those 0 that are none but for the rounding of floats."""
    return np.where(np.abs(differences) <= NOISE * span, 0.0, differences)
