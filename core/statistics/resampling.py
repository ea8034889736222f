"""The bootstrap of means: what the mean might have been, had other topics been drawn.

The percentile interval (Efron 1979, "Bootstrap methods: another look at the jackknife") of many
columns at once. Each resample counts how often it drew each topic, and its sums are a product of
counts and values in fixed point: exact, so that no BLAS kernel or thread count reaches the bytes.
Resamples are the same for each column, which keeps what the columns have in common.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from ..errors import UsageError
from .draws import IndexStream, Indices
from .fixed_point import Floats, fixed_point
from .interval import Interval
from .products import WIDTH, stacked, weighted_sums
from .samples import check_alpha, equal_values

METHOD = "bootstrap"

_CELLS = 1 << 21
"""Counts that are held at once, some 16 MB: very many topics take fewer resamples at a time."""

_COUNTED = 1 << 14
"""Counts that are made together: they stay in the cache while draws add to them at random."""

_ENDS = 1 << 21
"""Sums of all resamples that are held at once, some 16 MB."""


def bootstrap_intervals(
    values: Floats, *, seed: bytes, alpha: Decimal, draws: int = 10_000, span: float = 1.0
) -> tuple[Interval, ...]:
    """The percentile bootstrap interval of the mean of each column, at 1 - alpha.

    The bounds are the quantiles alpha/2 and 1 - alpha/2 of the resampled means, by linear
    interpolation between the two nearest of them. One value gives no interval, with the reason;
    equal values give one of zero width that says so. A column is not changed by those beside it.

    Args:
        values: float64 [topics, columns], one row per topic, sorted by topic id, each between
            -span and span.
        seed: 32 bytes, as `seed_of` gives.
        alpha: between 0 and 1.
        draws: resamples, at least 1.
        span: the width of the metric's range.

    Returns:
        One for each column, in order.

    Raises:
        UsageError: there is no topic, or an argument is outside its range.
    """
    check_alpha(float(alpha))
    if not len(values):
        raise UsageError("found no topic with a value; expected at least one to resample")
    if draws < 1:
        message = f"found {draws} draws; expected at least 1"
        raise UsageError(message)
    fixed = fixed_point(values, span=span)
    width = min(WIDTH, _ENDS // draws) or 1
    intervals: list[Interval] = []
    for first in range(0, values.shape[1], width):
        sums = _resampled(fixed.integers[:, first : first + width], seed, draws)
        some = values[:, first : first + width].T
        for column, of_column in zip(some, sums, strict=True):
            intervals.append(_interval(column, of_column, alpha, fixed.unit))
    return tuple(intervals)


def _resampled(integers: Floats, seed: bytes, draws: int) -> Floats:
    """The sums of each column over resamples of all topics, [columns, draws]."""
    topics, columns = integers.shape
    stack, stream = stacked(integers), IndexStream(seed, topics)
    sums = np.empty((columns, draws))
    rows = max(1, min(WIDTH, _CELLS // topics))
    counts = np.zeros((rows, len(stack) * WIDTH), np.int64)
    for first in range(0, draws, rows):
        block = counts[: draws - first]
        _count(stream, block[:, :topics])
        sums[:, first : first + rows] = weighted_sums(stack, block)
    return sums


def _count(stream: IndexStream, counts: Indices) -> None:
    """Fill in how often each of the next resamples draws each topic, int64 [resamples, topics]."""
    topics = counts.shape[1]
    rows = max(1, _COUNTED // topics)
    for first in range(0, len(counts), rows):
        block = counts[first : first + rows]
        drawn = stream.take(block.size)
        drawn.reshape(block.shape)[...] += np.arange(len(block))[:, None] * topics
        block[...] = np.bincount(drawn, minlength=block.size).reshape(block.shape)


def _interval(values: Floats, sums: Floats, alpha: Decimal, unit: float) -> Interval:
    """The quantiles of the means of one column."""
    first, n = float(values[0]), len(values)
    if n == 1:
        return Interval(low=None, high=None, method=METHOD, note="undefined: one value only")
    if (values == first).all():
        return Interval(low=first, high=first, method=METHOD, note=equal_values(n, first))
    tail = Fraction(alpha) / 2
    low, high = (_quantile(sums, share) / n for share in (tail, 1 - tail))
    return Interval(low=float(low) * unit, high=float(high) * unit, method=METHOD, note="")


def _quantile(sums: Floats, share: Fraction) -> Fraction:
    """A quantile by linear interpolation (Hyndman and Fan 1996, definition 7), exact."""
    place = share * (len(sums) - 1)
    below = math.floor(place)
    above = min(below + 1, len(sums) - 1)
    ordered = np.partition(sums, (below, above))
    least, most = Fraction(ordered[below]), Fraction(ordered[above])
    return least + (most - least) * (place - below)
