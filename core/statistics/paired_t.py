"""The paired t-test, for those who ask for it: differences taken as normal around their mean."""

from __future__ import annotations

import math

import attrs
import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from .interval import Interval
from .samples import equal_values, exact_sum
from .student import METHOD, quantile, two_sided


@attrs.frozen(kw_only=True)
class PairedT:
    """What the test says.

    Attributes:
        p: two-sided; None where all differences are equal, and not 0: no spread to hold them to.
        interval: of the mean difference.
    """

    p: float | None
    interval: Interval


def paired_t(differences: npt.NDArray[np.float64], *, alpha: float, span: float = 1.0) -> PairedT:
    """Test the mean of paired differences against 0 (Student 1908).

    Sums are exact, so the order of the differences does not matter. Differences that are all 0
    have p = 1.

    Args:
        differences: float64 [topics], at least two, each between -span and span.
        alpha: one less the confidence of the interval.

    Raises:
        UsageError: there are fewer than two.
    """
    n = len(differences)
    if n < 2:  # noqa: PLR2004 - one difference has no spread
        message = f"found {n} differences; the paired t-test needs at least 2"
        raise UsageError(message)
    mean = exact_sum(differences, span) / n
    first = float(differences[0])
    if bool((differences == first).all()):
        interval = Interval(low=first, high=first, method=METHOD, note=equal_values(n, first))
        return PairedT(p=None if first else 1.0, interval=interval)
    squares = exact_sum(np.square(differences - mean), span**2 * 4)
    if not squares:  # equal but for the rounding of floats
        interval = Interval(low=mean, high=mean, method=METHOD, note=equal_values(n, mean))
        return PairedT(p=None, interval=interval)
    error = math.sqrt(squares / (n - 1) / n)
    width = quantile(1 - alpha / 2, n - 1) * error
    interval = Interval(low=mean - width, high=mean + width, method=METHOD, note="")
    return PairedT(p=two_sided(mean / error, n - 1), interval=interval)
