"""The primary test: could paired differences as large as these come from random signs?

Under the null hypothesis each topic's difference is as likely to be the negative of itself. The
two-sided p of the mean is the share of sign assignments whose sum is at least as far from 0 as the
observed one, which is counted among them: p is never 0 (Phipson and Smyth 2010, "Permutation
p-values should never be zero"). The interval holds each shift that the same test, with the same
assignments, would not reject at alpha; its ends are order statistics of subset means (Hartigan
1969, "Using subsample values as typical values"). So 0 is in it exactly where p is above alpha.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import attrs
import numpy as np

from ..errors import UsageError
from .fixed_point import FixedPoint, Floats, fixed_point
from .products import WIDTH
from .samples import check_alpha
from .splits import Splits, drawn_splits, every_split

METHOD = "sign-flip inversion"
"""What its interval is called."""

EXACT_UP_TO = 20
"""Topics up to which every assignment is taken; beyond, they are drawn."""

_CELLS = 1 << 20
"""Means per block of columns: some 8 MB for each array that is held of them."""


@attrs.frozen(kw_only=True)
class SignFlip:
    """What the test says of one column.

    Attributes:
        hits: assignments at least as far from 0 as the observed one, itself counted.
        of: assignments that were looked at.
        is_exact: whether these were all there are.
        n: topics.
        nonzero: topics whose difference is not 0.
        smallest: the smallest p that so many non-zero differences can reach. A drawn p can fall
            short of it by the error of the draws.
        mean: of the differences.
        low: the lower end of the interval; None where it has none, since no shift is rejected.
        high: the upper end; None together with `low`.
        notes: what a reader has to know, one sentence each.
    """

    hits: int
    of: int
    is_exact: bool
    n: int
    nonzero: int
    smallest: Fraction
    mean: float
    low: float | None
    high: float | None
    notes: tuple[str, ...]

    @property
    def p(self) -> Fraction:
        """The two-sided p, above 0 and at most 1."""
        return Fraction(self.hits, self.of)


def sign_flip(
    differences: Floats, *, seed: bytes, alpha: Decimal, draws: int = 19_999, span: float = 1.0
) -> tuple[SignFlip, ...]:
    """Test the mean of each column against 0, and invert the test into an interval.

    Exact with up to 20 topics: every assignment is taken. Beyond, `draws` assignments are drawn
    from the seed, the same for each column, and p = (1 + hits among them) / (1 + draws). Means that
    lie within one unit of the fixed point (1e-12 of the span) of 0 count as 0: differences that
    are not exact in binary, as thirds, tie as they should.

    A column is not changed by the columns beside it. Columns that are defined for other topics go
    into a call of their own.

    Args:
        differences: float64 [topics, columns], one row per topic, sorted by topic id, each between
            -span and span.
        seed: 32 bytes, as `seed_of` gives.
        alpha: between 0 and 1; the interval is one at 1 - alpha.
        draws: assignments to draw, at least 1.
        span: the width of the metric's range.

    Returns:
        One for each column, in order.

    Raises:
        UsageError: there is no topic, or an argument is outside its range.
    """
    if not len(differences):
        raise UsageError("found no topic with a difference; expected at least one to test")
    check_alpha(float(alpha))
    if draws < 1:
        message = f"found {draws} draws; expected at least 1"
        raise UsageError(message)
    fixed = fixed_point(differences, span=span)
    return tuple(
        _tested(differences[:, column], fixed, column, splits.lower[at], splits.upper[at], alpha)
        for columns, splits in _blocks(fixed.integers, seed, draws)
        for at, column in enumerate(columns)
    )


def _blocks(integers: Floats, seed: bytes, draws: int) -> Iterator[tuple[range, Splits]]:
    """The splits of some columns at a time, so that memory is bounded."""
    topics, columns = integers.shape
    is_exact = topics <= EXACT_UP_TO
    width = min(WIDTH - 1, _CELLS // (2 ** (topics - 1) if is_exact else draws + 1)) or 1
    for first in range(0, columns, width):
        some = range(columns)[first : first + width]
        block = integers[:, some.start : some.stop]
        yield some, every_split(block) if is_exact else drawn_splits(block, seed=seed, draws=draws)


def _tested(
    differences: Floats,
    fixed: FixedPoint,
    column: int,
    lower: Floats,
    upper: Floats,
    alpha: Decimal,
) -> SignFlip:
    """Read p and interval of one column off what its splits accept."""
    n, nonzero = len(differences), int(np.count_nonzero(fixed.integers[:, column]))
    is_exact = n <= EXACT_UP_TO
    mirrored = 2 if is_exact else 1  # each of every split stands for its mirror image too
    mean = math.fsum(differences) / n
    low, high = _interval(lower, upper, alpha, fixed.unit, mean)
    smallest = Fraction(1, 2 ** max(nonzero - 1, 0))
    if not is_exact:
        smallest = max(smallest, Fraction(1, len(lower)))
    return SignFlip(
        hits=mirrored * int(np.count_nonzero((lower <= 1) & (upper >= -1))),
        of=mirrored * len(lower),
        is_exact=is_exact,
        n=n,
        nonzero=nonzero,
        smallest=smallest,
        mean=mean,
        low=low,
        high=high,
        notes=tuple(_notes(n, nonzero, smallest, alpha, is_bounded=low is not None)),
    )


def _interval(
    lower: Floats, upper: Floats, alpha: Decimal, unit: float, mean: float
) -> tuple[float, float] | tuple[None, None]:
    """Where more than alpha of the splits accept: every split accepts the mean, so one stretch.

    Its ends belong to it. The mean is in it, which half a unit of rounding could otherwise deny.
    """
    needed = math.floor(Fraction(alpha) * len(lower)) + 1
    low = float(np.partition(lower, needed - 1)[needed - 1])
    high = float(np.partition(upper, len(upper) - needed)[len(upper) - needed])
    if math.isinf(low):
        return None, None
    return min(_end(low, unit), mean), max(_end(high, unit), mean)


def _end(units: float, unit: float) -> float:
    """An end as a difference; within one unit of 0 it is 0, as in the test."""
    return 0.0 if abs(units) <= 1 else units * unit


def _notes(
    n: int, nonzero: int, smallest: Fraction, alpha: Decimal, *, is_bounded: bool
) -> Iterator[str]:
    """What the figures alone do not say."""
    if not nonzero:
        yield "no non-zero pair: p is 1"
    elif smallest > alpha:
        yield f"cannot reach {alpha} with {nonzero} non-zero differences"
    if not is_bounded:
        yield f"no interval at alpha {alpha} with n = {n}: no difference would be rejected"
