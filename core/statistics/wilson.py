"""Wilson's score interval of a proportion."""

from __future__ import annotations

import math
from statistics import NormalDist

from ..errors import UsageError
from .interval import Interval
from .samples import check_alpha

METHOD = "wilson"
Z_95 = 1.959963984540054
"""The 97.5 % point of the standard normal distribution, as SciX pins it."""


def wilson(successes: int, total: int, *, alpha: float = 0.05) -> Interval:
    """The interval of a proportion by inverting the score test (Wilson 1927).

    Unlike the textbook's interval it has a width for 0 of n and for n of n, and never leaves 0–1.
    0 of 0 gives 0–1, with a note: nothing is known.

    Args:
        successes: from 0 to `total`; independent of each other.
        total: at least 0.
        alpha: one less the confidence, so 0.05 for 95 %.

    Raises:
        UsageError: there are more successes than trials, or a count is negative.
    """
    if not 0 <= successes <= total:
        message = f"{successes} of {total}: expected from 0 of 0 on, and no more successes than all"
        raise UsageError(message)
    check_alpha(alpha)
    if not total:
        return Interval(low=0.0, high=1.0, method=METHOD, note="undefined: 0 of 0")
    z = Z_95 if alpha == 0.05 else NormalDist().inv_cdf(1 - alpha / 2)  # noqa: PLR2004 - the default
    failures = total - successes
    weight = total + z * z
    middle = (successes + z * z / 2) / weight
    width = z / weight * math.sqrt(successes * failures / total + z * z / 4)
    # At the ends the bound is exactly the end; rounding would leave it beside.
    low = max(0.0, middle - width) if successes else 0.0
    high = min(1.0, middle + width) if failures else 1.0
    return Interval(low=low, high=high, method=METHOD, note="")
