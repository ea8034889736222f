"""What comparing starts from: every condition's values, aligned over one population of topics."""

from __future__ import annotations

import math
from collections.abc import Mapping

import attrs
import numpy as np
import numpy.typing as npt

from ..measuring.judged import Values
from ..measuring.scoring import summarise
from ..objects.comparisons import TieBounds

HOLES = "benchbook:Judged"
"""The metric that measures how much is judged."""

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@attrs.frozen(kw_only=True)
class MetricScale:
    """What is known of a metric beside its values.

    Attributes:
        name: canonical.
        low, high: the range of its values.
        is_binary: whether each value is 0 or 1, so that its mean is a proportion.
        cutoff: the lowest rank that it looks at; None for the whole ranking.
        is_holes: whether it measures how much is judged, which no test is about.
        is_description: whether it says what documents are like, so that more of it is not better.
    """

    name: str
    low: float
    high: float
    is_binary: bool
    cutoff: int | None
    is_holes: bool
    is_description: bool = False

    @property
    def span(self) -> float:
        """The width of its range."""
        return self.high - self.low


@attrs.frozen(kw_only=True, eq=False)
class Scored:
    """The values of a run.

    Attributes:
        metrics: in the experiment's order.
        topics: how many there are.
        buckets: the places of each bucket's topics, by name; empty where the gold set has none.
        values: by condition that was measured, then by metric, one per topic.
        tied: likewise, what another order of equal scores could make of a mean.
    """

    metrics: tuple[MetricScale, ...]
    topics: int
    buckets: Mapping[str, Places]
    values: Mapping[str, Mapping[str, Values]]
    tied: Mapping[str, Mapping[str, TieBounds | None]]

    def judged(self, condition: str, scale: MetricScale) -> float:
        """The mean share of judged rows that a metric looks at."""
        holes = [one for one in self.metrics if one.is_holes]
        same = [one for one in holes if one.cutoff == scale.cutoff]
        name = (same or holes)[-1].name  # a metric without cut-off looks at the whole depth
        values = self.values[condition][name].values.tolist()
        return math.fsum(values) / len(values)

    def tied_difference(self, one: str, other: str, metric: str) -> tuple[float, float] | None:
        """The lowest and highest difference of means over all orders of equal scores.

        None where no order can change either mean, or one of them is of no topic.
        """
        if self.tied[one][metric] is None and self.tied[other][metric] is None:
            return None
        mine, its = self._range(one, metric), self._range(other, metric)
        return None if mine is None or its is None else (mine[0] - its[1], mine[1] - its[0])

    def _range(self, condition: str, metric: str) -> tuple[float, float] | None:
        """The lowest and the highest mean of a condition; None where no topic has a value."""
        tied = self.tied[condition][metric]
        if tied is not None:
            return float(tied.low), float(tied.high)
        mean = summarise(metric, self.values[condition][metric]).mean
        return None if mean is None else (mean, mean)
