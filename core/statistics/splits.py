"""Topics split in two in many ways, and the means of the two parts of each split.

In a sign-flip test a split is a set of topics whose differences are flipped, and the set of those
that are not. Shift all differences by t: the flipped sum is at least as far from 0 as the observed
one exactly where t lies between the means of the two sets (square both: what is left is the
product of the two shifted sums, which must not be above 0). Where a set is empty, any t will do.
"""

from __future__ import annotations

import attrs
import numpy as np

from .draws import next_bits, stream_of
from .fixed_point import Floats
from .products import WIDTH, rows_at_once, stacked, weighted_sums

_AT_ONCE = 14
"""Topics whose sets are looked at together: so many sets stay in the cache."""

_BITS = 1 << 24
"""Bits that are held at once, one byte each: very many topics take fewer splits at a time."""


@attrs.frozen(eq=False)
class Splits:
    """What the splits of some columns accept: a split accepts each t from `lower` to `upper`.

    Attributes:
        lower: float64 [columns, splits], the smaller mean; minus infinity where a set is empty.
        upper: float64 [columns, splits], the greater mean; infinity where a set is empty.
    """

    lower: Floats
    upper: Floats


def every_split(integers: Floats) -> Splits:
    """All 2**(topics - 1) splits, each standing for its mirror image too; the first is no flip.

    Args:
        integers: float64 [topics, columns], whole numbers; at least one topic.
    """
    topics, columns = integers.shape
    halfway = min(_AT_ONCE, topics - 1)  # the last topic is never flipped, its mirror image always
    sums, sizes = _subsets(integers[:halfway])
    added, longer = _subsets(integers[halfway:-1])
    totals, width = integers.sum(axis=0), len(sizes)
    lower, upper = np.empty((columns, 2 ** (topics - 1))), np.empty((columns, 2 ** (topics - 1)))
    for at, (more, further) in enumerate(zip(added.T, longer, strict=True)):
        ends = _ends(sums + more[:, None], sizes + further, totals, topics)
        lower[:, at * width : (at + 1) * width], upper[:, at * width : (at + 1) * width] = ends
    return Splits(lower, upper)


def _subsets(integers: Floats) -> tuple[Floats, Floats]:
    """The sums and the sizes of all sets of topics, the empty one first."""
    sums, sizes = np.zeros((integers.shape[1], 1)), np.zeros(1)
    for row in integers:
        sums = np.concatenate([sums, sums + row[:, None]], axis=1)
        sizes = np.concatenate([sizes, sizes + 1])
    return sums, sizes


def drawn_splits(integers: Floats, *, seed: bytes, draws: int) -> Splits:
    """The observed labelling, which flips none, and splits drawn at random, in this order.

    Args:
        integers: float64 [topics, columns], whole numbers.
        seed: 32 bytes; the same topics and seed give the same splits for each column.
    """
    topics, columns = integers.shape
    stack = stacked(np.concatenate([integers, np.ones((topics, 1))], axis=1))  # ones: the sizes
    totals, stream = integers.sum(axis=0), stream_of(seed)
    lower, upper = np.empty((columns, draws + 1)), np.empty((columns, draws + 1))
    lower[:, 0], upper[:, 0] = -np.inf, np.inf
    rows, width = max(1, min(rows_at_once(stack), _BITS // topics)), len(stack) * WIDTH
    for first in range(1, draws + 1, rows):
        after = min(first + rows, draws + 1)
        sums = weighted_sums(stack, next_bits(stream, after - first, width))
        lower[:, first:after], upper[:, first:after] = _ends(sums[:-1], sums[-1], totals, topics)
    return Splits(lower, upper)


def _ends(sums: Floats, sizes: Floats, totals: Floats, topics: int) -> tuple[Floats, Floats]:
    """The smaller and the greater mean of the two sets of each split.

    Args:
        sums: float64 [columns, splits], over the flipped set.
        sizes: float64 [splits], of the flipped set.
        totals: float64 [columns], over all topics.
    """
    is_empty = (sizes == 0) | (sizes == topics)
    safe = np.where(is_empty, 1.0, sizes)
    flipped = sums / safe
    kept = (totals[:, None] - sums) / np.where(is_empty, 1.0, topics - sizes)
    lower, upper = np.minimum(flipped, kept), np.maximum(flipped, kept)
    lower[:, is_empty], upper[:, is_empty] = -np.inf, np.inf
    return lower, upper
