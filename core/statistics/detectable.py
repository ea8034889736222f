"""The smallest difference that a comparison of so many topics could have seen."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from .fixed_point import Floats, fixed_point
from .samples import check_alpha
from .student import quantile

POWER = 0.8
"""How often a true difference of this size would be found."""


def smallest_detectable(
    differences: Floats, *, alpha: Decimal, span: float = 1.0
) -> tuple[float | None, ...]:
    """The smallest true mean that a two-sided test at alpha finds four times in five.

    It is (t(1 - alpha/2) + t(0.8)) · s / √n with n - 1 degrees of freedom, where s is the standard
    deviation that was observed (Cohen 1988, "Statistical power analysis", chapter 2, for pairs).
    It tells how large a difference would have had to be, not how large this one is.

    Args:
        differences: float64 [topics, columns], each between -span and span.
        alpha: between 0 and 1.
        span: the width of the metric's range.

    Returns:
        One for each column; None where there are less than two topics, or all differences are
        equal (to 1e-12 of the span), so that nothing tells how far they scatter.

    Raises:
        UsageError: a difference is outside the range, or alpha is no share.
    """
    check_alpha(float(alpha))
    fixed, n = fixed_point(differences, span=span), len(differences)
    if n < 2:  # noqa: PLR2004 - a scatter needs two
        return (None,) * int(differences.shape[1])
    wide = quantile(float(1 - alpha / 2), n - 1) + quantile(POWER, n - 1)
    return tuple(
        wide * error * fixed.unit if error else None
        for error in map(_standard_error, fixed.integers.T)
    )


def _standard_error(integers: Floats) -> float:
    """The standard error of a mean of whole numbers; 0 exactly where they are equal."""
    n, whole = len(integers), [int(number) for number in integers.tolist()]
    scatter = n * sum(number * number for number in whole) - sum(whole) ** 2
    return math.sqrt(Fraction(scatter, n * n * (n - 1)))
