"""What a 95 % interval is worth: how often its like held the true mean in simulation."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from . import percentile, resampling, sign_flip
from .coverage_table import COVERAGE, SIZES

Floats = npt.NDArray[np.float64]

HALF, RARE = 0.5, 0.1
_CLOSE = 1e-9  # what float noise may part a 0 or 1 from itself
_SAME_LAW = {resampling.METHOD: percentile.METHOD}  # they differ by their draws alone


def simulated_coverage(method: str, values: Floats, *, is_difference: bool = False) -> float | None:
    """How many of 100 intervals of 95 % held the true mean: those of `shape_of` at `size_of`.

    Samples without spread are among them, whose intervals hold nothing but their own mean. It is
    the figure of one population of a shape, so a warning and no correction.

    Args:
        method: as in `Interval.method`.
        values: float64 [topics], what the interval is of.
        is_difference: whether they are paired differences: true anyway for the method that is for
            differences alone, and for values below 0.

    Returns:
        Per cent, to one decimal; None for less than two values, and where nothing was simulated.
    """
    if len(values) < 2:  # noqa: PLR2004 - one value has no interval
        return None
    is_paired = is_difference or method == sign_flip.METHOD or float(values.min()) < -_CLOSE
    shape = difference_shape_of(values) if is_paired else shape_of(values)
    simulated = COVERAGE.get((_SAME_LAW.get(method, method), shape))
    return simulated[SIZES.index(size_of(len(values)))] if simulated else None


def size_of(n: int) -> int:
    """The simulated number of topics that is nearest to `n`, by ratio: 14 is nearer to 20 than 9.

    Below 9 it is 9, although coverage falls further there.
    """
    return min(SIZES, key=lambda size: abs(math.log(n / size)))


def shape_of(values: Floats) -> str:
    """The simulated population that values from 0 to 1 are most like.

    Returns:
        `hits` where each is 0 or 1, `rare` if at most a tenth is one of the two; else `sparse`
        where half are 0, `ceiling` where half are 1, and `spread`.
    """
    zeros, ones = _share(values, 0), _share(values, 1)
    if zeros + ones == 1:
        return "rare" if min(zeros, ones) <= RARE else "hits"
    if zeros >= HALF:
        return "sparse"
    return "ceiling" if ones >= HALF else "spread"


def difference_shape_of(differences: Floats) -> str:
    """The simulated population that paired differences are most like.

    Returns:
        `turns` where each is -1, 0 or 1; else `one-sided` where half are 0 and no two of the rest
        have different signs, `few` where half are 0, and `shifts`.
    """
    zeros = _share(differences, 0)
    if zeros + _share(np.abs(differences), 1) == 1:
        return "turns"
    if zeros < HALF:
        return "shifts"
    is_mixed = differences.min() < -_CLOSE and differences.max() > _CLOSE
    return "few" if is_mixed else "one-sided"


def _share(values: Floats, value: float) -> float:
    return float(np.count_nonzero(np.abs(values - value) <= _CLOSE)) / len(values)
