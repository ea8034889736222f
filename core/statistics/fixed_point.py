"""Values as whole numbers of a small unit, so that sums of them are exact in whatever order.

A sum of floats hangs on the order in which it is taken, and so on the kernel and the threads of a
matrix product. Whole numbers below 2**53 are added by float64 without rounding: each order, kernel
and block gives the same bytes.
"""

from __future__ import annotations

import attrs
import numpy as np
import numpy.typing as npt

from ..errors import UsageError

Floats = npt.NDArray[np.float64]

MOST_BITS = 40
"""At most 2**40 units per span: a unit is then some 1e-12 of it, finer than a recorded decimal."""

_BITS_OF_A_SUM = 52
_SLACK = 1e-9
"""What float noise may add to the span."""


@attrs.frozen(eq=False)
class FixedPoint:
    """Values in whole units.

    Attributes:
        integers: float64 [topics, columns], whole numbers; the sum of any `topics` of a column's
            values, each taken as often as one likes, stays below 2**53.
        unit: what one stands for; each value is off by at most half of it.
    """

    integers: Floats
    unit: float


def fixed_point(values: Floats, *, span: float) -> FixedPoint:
    """Round values to whole units: 2**40 per span up to 4,095 topics, fewer beyond.

    Args:
        values: float64 [topics, columns], each between -span and span; may be empty.
        span: the width of the metric's range, above 0.

    Raises:
        UsageError: a value is no finite number or lies outside, or the shape is another.
    """
    if values.ndim != 2:  # noqa: PLR2004 - topics and columns
        message = f"found an array of {values.ndim} axes; expected topics and columns"
        raise UsageError(message)
    if not 0 < span < np.inf:
        message = f"found a span of {span}; expected a finite one above 0"
        raise UsageError(message)
    if not (np.abs(values) <= span * (1 + _SLACK)).all():  # NaN is not within either
        message = f"found a value outside -{span:g} to {span:g}; expected the metric's range"
        raise UsageError(message)
    units = 2.0 ** min(MOST_BITS, _BITS_OF_A_SUM - len(values).bit_length())
    return FixedPoint(np.rint(values * (units / span)), span / units)
