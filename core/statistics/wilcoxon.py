"""The paired signed-rank test of Wilcoxon (1945), to reproduce comparisons of SciX."""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..counting import counted
from ..errors import UsageError
from .samples import column_of

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ZERO_METHOD = "wilcox"
EXACT, NORMAL = "exact", "normal approximation"
_EXACT_TO, _EXACT_WITH_TIES_TO = 50, 13  # pairs, zeros counted: scipy 1.17's method="auto"


@attrs.frozen(kw_only=True)
class SignedRank:
    """What a two-sided signed-rank test found.

    Attributes:
        statistic: the smaller of the two sums of ranks; None where nothing was tested.
        p: above 0 and at most 1; None where nothing was tested.
        side: 1 or -1, the sign of the differences whose ranks have the larger sum; 0 where neither
            has, or nothing was tested.
        pairs: how many differences there were, zeros counted.
        zeros: how many of them were 0, and left out.
        method: `exact`, or `normal approximation`: without continuity correction, with that for
            ties. Empty where nothing was tested.
        zero_method: `wilcox`: zeros are left out before ranks are given.
        note: why nothing was tested, or that no pair differs; else empty.
    """

    statistic: float | None
    p: float | None
    side: int
    pairs: int
    zeros: int
    method: str
    zero_method: str
    note: str


def signed_ranks(differences: Sequence[float] | Floats, *, minimum: int = 5) -> SignedRank:
    """Test whether paired differences lie evenly about 0.

    Exact up to 50 pairs without ties and zeros, and up to 13 pairs with them; else by the normal
    approximation: as scipy 1.17 decides by itself, and with its figures. Differences that are
    equal only but for rounding are no ties, so round values before they are subtracted, if at all.

    Args:
        differences: finite, one per topic, in any order.
        minimum: below so many pairs nothing is tested, with a note (SciX: 5).

    Raises:
        UsageError: a difference is no number, or there is none and `minimum` allows that.
    """
    pairs = len(differences)
    if minimum < 1:
        message = f"minimum {minimum}: a test needs at least 1 pair; SciX asks for 5"
        raise UsageError(message)
    if pairs < minimum:
        note = f"not tested: {counted(pairs, 'pair')}, fewer than {minimum}"
        return _of(pairs, 0, None, None, method="", note=note)
    column = column_of(differences)
    kept = column[column != 0]
    zeros = pairs - len(kept)
    if not len(kept):
        return _of(pairs, zeros, 0.0, 1.0, method=EXACT, note="no non-zero pair")
    doubled, ties = _doubled_ranks(np.abs(kept))
    above = int(doubled[kept > 0].sum())
    below = int(doubled.sum()) - above
    statistic, side = min(above, below) / 2, (above > below) - (above < below)
    if _is_exact(pairs, is_plain=not zeros and int(ties.max()) == 1):
        return _of(pairs, zeros, statistic, _exact_p(doubled, above), side=side, method=EXACT)
    p = _normal_p(len(kept), ties, above / 2)
    return _of(pairs, zeros, statistic, p, side=side, method=NORMAL)


def _of(
    pairs: int,
    zeros: int,
    statistic: float | None,
    p: float | None,
    *,
    method: str,
    side: int = 0,
    note: str = "",
) -> SignedRank:
    return SignedRank(
        statistic=statistic,
        p=p,
        side=side,
        pairs=pairs,
        zeros=zeros,
        method=method,
        zero_method=ZERO_METHOD,
        note=note,
    )


def _is_exact(pairs: int, *, is_plain: bool) -> bool:
    return pairs <= (_EXACT_TO if is_plain else _EXACT_WITH_TIES_TO)


def _doubled_ranks(sizes: Floats) -> tuple[Integers, Integers]:
    """Twice the mean rank of each size, which is an integer, and how many sizes share each rank."""
    _, places, ties = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(ties)
    return (2 * last - ties + 1)[places], ties


def _exact_p(doubled: Integers, above: int) -> float:
    """Twice the smaller tail of the sum of ranks over all choices of signs, at most 1.

    Choices are counted by sum, a rank at a time: below 2**50 of them, so integers hold all.
    """
    counts = np.zeros(int(doubled.sum()) + 1, np.int64)
    counts[0] = 1
    for rank in doubled.tolist():
        counts[rank:] += counts[: len(counts) - rank].copy()
    tail = min(int(counts[: above + 1].sum()), int(counts[above:].sum()))
    return min(1.0, math.ldexp(tail, 1 - len(doubled)))


def _normal_p(n: int, ties: Integers, above: float) -> float:
    """The two-sided p of the sum of ranks as a normal deviate, its variance corrected for ties."""
    mean = n * (n + 1) / 4
    variance = (n * (n + 1) * (2 * n + 1) - float((ties**3 - ties).sum()) / 2) / 24
    return float(math.erfc(abs(above - mean) / math.sqrt(2 * variance)))
