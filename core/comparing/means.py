"""Means with their intervals: of each condition by each metric, over all topics and by bucket."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from ..decimals import decimal_text
from ..measuring.judged import Values
from ..measuring.scoring import summarise
from ..objects.comparisons import Bounds, Mean
from ..statistics.coverage import simulated_coverage, size_of
from ..statistics.interval import Interval
from ..statistics.means import interval_of_mean
from ..statistics.resampling import bootstrap_intervals
from .rules import RESAMPLED, Rules
from .scored import Floats, MetricScale, Scored

SIMULATED = Decimal("0.05")
"""The alpha of the simulated intervals."""

ENOUGH = 92
"""Per cent of simulated intervals that must cover before nothing is said of those that do not."""


def means_of(scored: Scored, rules: Rules) -> Iterator[Mean]:
    """Every mean, in the order of conditions, metrics, and then all topics before the buckets."""
    whole = np.arange(scored.topics)
    for condition, by_metric in scored.values.items():
        for scale in scored.metrics:
            values, tied = by_metric[scale.name], scored.tied[condition][scale.name]
            for bucket, places in (("", whole), *scored.buckets.items()):
                here = Values(values.values[places], values.defined[places])
                measured = summarise(scale.name, here)
                yield Mean(
                    condition=condition,
                    metric=scale.name,
                    bucket=bucket,
                    value=None if measured.mean is None else decimal_text(measured.mean),
                    n=measured.defined,
                    of=len(places),
                    bounds=_bounds(here, scale, rules),
                    tied=None if bucket else tied,
                )


def _bounds(values: Values, scale: MetricScale, rules: Rules) -> Bounds | None:
    """The interval of a mean; None where there is no value."""
    counted = values.values[values.defined]
    if not len(counted):
        return None
    if rules.interval == RESAMPLED:
        column = counted[:, None]
        interval = bootstrap_intervals(column, seed=rules.seed, alpha=rules.alpha, span=scale.span)[
            0
        ]
    else:
        interval = interval_of_mean(
            counted,
            low=scale.low,
            high=scale.high,
            is_proportion=scale.is_binary,
            method=rules.interval,
            alpha=float(rules.alpha),
        )
    return bounds_of(interval, coverage_note(interval, counted, rules))


def bounds_of(interval: Interval, note: str = "") -> Bounds:
    """An interval as it is recorded."""
    return Bounds(
        low=None if interval.low is None else decimal_text(interval.low),
        high=None if interval.high is None else decimal_text(interval.high),
        method=interval.method,
        note="; ".join(filter(None, (interval.note, note))),
    )


def coverage_note(
    interval: Interval, values: Floats, rules: Rules, *, is_difference: bool = False
) -> str:
    """How often such an interval of 95 % covers in simulation, where that is too seldom."""
    if interval.low is None or interval.note or rules.alpha != SIMULATED:
        return ""
    covered = simulated_coverage(interval.method, values, is_difference=is_difference)
    if covered is None or covered >= ENOUGH:
        return ""
    size = size_of(len(values))
    return f"of such intervals with {size} topics {covered:.0f} % held the true mean in simulation"
