"""What this room asks of the values that it is handed, and what it says of equal ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..decimals import decimal_text
from ..errors import UsageError

Floats = npt.NDArray[np.float64]


def column_of(values: Sequence[float] | Floats, *, low: float, high: float) -> Floats:
    """The values as a float64 column.

    Raises:
        UsageError: there is none, or one is not a number from `low` to `high`.
    """
    column = np.asarray(values, np.float64)
    if not len(column):
        message = "no values: an interval needs at least one; leave undefined topics out, not all"
        raise UsageError(message)
    if not (column.min() >= low and column.max() <= high):  # NaN compares as neither
        wrong = column[~((column >= low) & (column <= high))][0]
        message = f"value {wrong} is outside {low}–{high}, the range of the metric; give its range"
        raise UsageError(message)
    return column


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
