"""The percentile bootstrap as the sci-rag kit draws it, for reports that must match the kit's.

The draws are those of Python's `random.Random(0).choice`, 2,000 times as many as there are values,
and they are drawn by place: another order of the values gives another interval. Its coverage on
few topics is below its name (`coverage.py`), so it is no default.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..decimals import decimal_text
from ..errors import UsageError
from .interval import Interval
from .samples import check_alpha, column_of, equal_values

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

METHOD, PAIRED = "percentile", "bootstrap"
SEED, RESAMPLES = 0, 2000
_WORDS = 1 << 20  # words of the generator at a time, so that many topics need no more memory


@attrs.frozen(kw_only=True)
class PairedBootstrap:
    """A mean difference by the kit's paired bootstrap.

    Attributes:
        difference: the mean of second less first.
        interval: its percentile interval, method `bootstrap`.
        p: twice the smaller share of resamples at or beyond 0, at most 1. It can be 0: that is the
            kit's rule, and says only that none of 2,000 resamples reached 0.
        n: the number of pairs.
    """

    difference: float
    interval: Interval
    p: float
    n: int


def percentile_interval(values: Sequence[float] | Floats, *, alpha: float = 0.05) -> Interval:
    """The percentile interval of a mean; of zero width, with a note, where no value differs.

    Args:
        values: finite, in the order that is drawn from.
        alpha: one less the confidence, so 0.05 for 95 %.

    Raises:
        UsageError: there are no values, one is no number, or alpha is no share.
    """
    column = column_of(values)
    check_alpha(alpha)
    if note := _sameness(column):
        mean = _sequential_sum(column) / len(column)
        return Interval(low=mean, high=mean, method=METHOD, note=note)
    return _between(_resampled_means(column), alpha, METHOD)


def paired_bootstrap(
    first: Sequence[float] | Floats, second: Sequence[float] | Floats, *, alpha: float = 0.05
) -> PairedBootstrap:
    """The kit's comparison of two conditions on the same topics, pair by pair.

    Args:
        first: the baseline's values; finite, in the order that is drawn from.
        second: the other condition's, of the same topics in the same order.
        alpha: one less the confidence, so 0.05 for 95 %.

    Raises:
        UsageError: there are no pairs, the lengths differ, a value is no number.
    """
    if len(first) != len(second):
        message = f"{len(first)} values against {len(second)}: give both for the same topics"
        raise UsageError(message)
    differences = column_of(second) - column_of(first)
    check_alpha(alpha)
    n = len(differences)
    mean = _sequential_sum(differences) / n
    if note := _sameness(differences):
        flat = Interval(low=mean, high=mean, method=PAIRED, note=note)
        return PairedBootstrap(difference=mean, interval=flat, p=float(mean == 0), n=n)
    means = _resampled_means(differences)
    beyond = int(min(np.count_nonzero(means <= 0), np.count_nonzero(means >= 0)))
    p, interval = min(1.0, 2 * (beyond / RESAMPLES)), _between(means, alpha, PAIRED)
    return PairedBootstrap(difference=mean, interval=interval, p=p, n=n)


def _sameness(column: Floats) -> str:
    """The note of an interval that has no width; empty where there is something to resample."""
    if len(column) == 1:
        return f"degenerate: one value only, {decimal_text(float(column[0]))}"
    return "" if (column != column[0]).any() else equal_values(len(column), float(column[0]))


def _resampled_means(column: Floats) -> Floats:
    """The means of all resamples, ascending: float64 [resamples]."""
    n = len(column)
    means = [_row_sums(column[places]) / n for places in resampled_places(n)]
    return np.sort(np.concatenate(means))


def _row_sums(rows: Floats) -> Floats:
    """Sums from left to right, as a plain loop adds: numpy's own order differs in the last bit."""
    sums = np.zeros(len(rows))
    for column in rows.T:
        sums += column
    return sums


def _sequential_sum(column: Floats) -> float:
    return float(_row_sums(column[None, :])[0])


def resampled_places(n: int) -> Iterator[Integers]:
    """Blocks of resamples, each row the places of `n` draws; together `RESAMPLES` rows.

    `choice` takes as many high bits of a 32-bit word as `n` has, and another word where they say n
    or more. numpy's Mersenne Twister gives the same words from the same state, many at a time.
    """
    words, left = _twister(SEED), np.zeros(0, np.int64)
    missing = RESAMPLES
    while missing:
        drawn = (words.random_raw(max(_WORDS, 2 * n)) >> np.uint64(32 - n.bit_length())).astype(
            np.int64
        )
        left = np.concatenate([left, drawn[drawn < n]])
        rows = min(len(left) // n, missing)
        yield left[: rows * n].reshape(rows, n)
        left, missing = left[rows * n :], missing - rows


def _twister(seed: int) -> np.random.MT19937:
    """The Mersenne Twister of numpy in the state that Python's has with a seed."""
    _, state, _ = random.Random(seed).getstate()  # noqa: S311 - a resample, no secret
    twister = np.random.MT19937()
    key = np.array(state[:-1], np.uint32)
    twister.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": state[-1]}}
    return twister


def _between(means: Floats, alpha: float, method: str) -> Interval:
    """The interval between two percentiles of ascending means."""
    share = (1 - (1 - alpha)) / 2  # by way of the confidence, as the kit has it, to the last bit
    low, high = _percentile(means, share), _percentile(means, 1 - share)
    return Interval(low=low, high=high, method=method, note="")


def _percentile(ascending: Floats, share: float) -> float:
    """Between the two neighbours of a place, in proportion to its distance from them."""
    place = share * (len(ascending) - 1)
    lower = math.floor(place)
    upper = min(lower + 1, len(ascending) - 1)
    weight = place - lower
    return float(ascending[lower] * (1 - weight) + ascending[upper] * weight)
