"""What this room asks of the values that it is handed, and what it says of equal ones."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..decimals import decimal_text
from ..errors import UsageError

Floats = npt.NDArray[np.float64]

_GREATEST = sys.float_info.max / 2
_SLACK = 1e-9  # what the noise of floats may add to a metric's range


def column_of(
    values: Sequence[float] | Floats, *, low: float = -_GREATEST, high: float = _GREATEST
) -> Floats:
    """The values as a float64 column; any finite number where no range is given.

    Raises:
        UsageError: there is none, or one is not a number from `low` to `high`.
    """
    column = np.asarray(values, np.float64)
    if not len(column):
        message = "no values: an interval needs at least one; leave undefined topics out, not all"
        raise UsageError(message)
    smallest, greatest = ends_of(column)
    slack = _SLACK * max(abs(low), abs(high))
    if not (smallest >= low - slack and greatest <= high + slack):  # NaN compares as neither
        wrong = smallest if smallest < low else greatest
        message = f"value {wrong}: expected a number from {low} to {high}; give the metric's range"
        raise UsageError(message)
    return column


def ends_of(column: Floats) -> tuple[float, float]:
    """The smallest and the greatest value; NaN where there is one."""
    # Where they stand is found in a quarter of the time that `min` and `max` take.
    return float(column[column.argmin()]), float(column[column.argmax()])


def exact_sum(column: Floats, bound: float) -> float:
    """The sum of the values, the same in any order.

    They are rounded to such multiples of a power of two that no sum of them has more than 53 bits:
    for 300 values up to 1, to 2**-43.

    Args:
        column: at least one value.
        bound: none of them is larger, in size; it hangs on the metric, never on the values.
    """
    bits = math.frexp(bound)[1] + (len(column) - 1).bit_length()
    scale = math.ldexp(1.0, 53 - bits)
    return float(np.add.reduce(np.rint(column * scale))) / scale


def check_alpha(alpha: float) -> None:
    """Refuse what is no level of significance.

    Raises:
        UsageError: alpha is not above 0 and below 1.
    """
    if not 0 < alpha < 1:
        message = f"alpha {alpha}: expected above 0 and below 1; 0.05 gives an interval of 95 %"
        raise UsageError(message)


def equal_values(n: int, value: float) -> str:
    """The note of an interval without width: `degenerate: all 15 values are 1`."""
    return f"degenerate: all {n} values are {decimal_text(value)}"
