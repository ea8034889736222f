"""The interval of a mean, by the method that its values call for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from . import percentile
from .interval import Interval
from .samples import column_of
from .student import mean_interval
from .wilson import wilson

STANDARD = "standard"


def interval_of_mean(
    values: Sequence[float] | npt.NDArray[np.float64],
    *,
    low: float,
    high: float,
    is_proportion: bool,
    method: str = STANDARD,
    alpha: float = 0.05,
) -> Interval:
    """Wilson's interval of a proportion, Student's of any other mean; the kit's on request.

    Args:
        values: one per topic that has a value; for `percentile` in the order that is drawn from.
        low: the least value that the metric can have.
        high: the greatest.
        is_proportion: whether the metric can only be 0 or 1, whatever was observed.
        method: `standard`, or `percentile` for that of the sci-rag kit.
        alpha: one less the confidence, so 0.05 for 95 %.

    Raises:
        UsageError: there are no values, one is outside the range, or there is no such method.
    """
    if method == percentile.METHOD:
        return percentile.percentile_interval(column_of(values, low=low, high=high), alpha=alpha)
    if method != STANDARD:
        message = f'interval "{method}": expected "{STANDARD}" or "{percentile.METHOD}"'
        raise UsageError(message)
    if not is_proportion:
        return mean_interval(values, low=low, high=high, alpha=alpha)
    column = column_of(values)
    hits, misses = int(np.count_nonzero(column == 1)), int(np.count_nonzero(column == 0))
    if hits + misses != len(column):
        wrong = column[(column != 0) & (column != 1)][0]
        message = (
            f"value {wrong} of a proportion: expected 0 or 1; a metric that has others is none"
        )
        raise UsageError(message)
    return wilson(hits, len(column), alpha=alpha)
