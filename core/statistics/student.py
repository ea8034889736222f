"""Student's t: its quantiles, and the interval of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from .interval import Interval
from .samples import check_alpha, column_of, ends_of, equal_values, exact_sum

METHOD = "student-t"

_EXACT_GAMMA = 300  # math.gamma is finite to 171, so the ratio is computed directly up to here
_TAIL = 0.1  # below, the tail is solved for; above, the distance from the middle
_CLOSE = 1e-9  # Newton's steps are quadratic: after one this small the error is below 1e-16
_STEPS, _TERMS = 100, 10_000
_EPSILON = 2.0**-53


@lru_cache(maxsize=4096)
def quantile(probability: float, df: int) -> float:
    """The value below which Student's t with `df` degrees of freedom lies with a probability.

    Accurate to 1e-13 of its size (measured to 10,000 degrees; probabilities to 1e-6 of an end).

    Args:
        probability: above 0 and below 1.
        df: degrees of freedom, at least 1.

    Raises:
        UsageError: there is no such quantile.
    """
    if not 0 < probability < 1:
        message = f"probability {probability}: a quantile needs one above 0 and below 1"
        raise UsageError(message)
    if df < 1:
        message = f"{df} degrees of freedom: Student's t needs at least 1, so two values or more"
        raise UsageError(message)
    distance = abs(probability - 0.5)  # exact from a quarter up, where it is used
    tail = min(probability, 1 - probability)
    size = _from_tail(tail, df) if tail < _TAIL else _from_middle(distance, df)
    return math.copysign(size, probability - 0.5)


def two_sided(t: float, df: int) -> float:
    """The probability of a distance from 0 of at least |t| by Student's t.

    Args:
        t: finite; df: degrees of freedom, at least 1.
    """
    return 1.0 if not t else min(1.0, 2 * math.exp(_log_tail(abs(t), df)[0]))


def _from_tail(tail: float, df: int) -> float:
    """Solve P(T > t) = tail by Newton in log t and log P.

    The density of log |T| is log-concave, so its survival is too: from any start the second step
    lies to the right of the root, and the rest come down to it. No bracket is needed.
    """
    u, target = 0.0, math.log(tail)
    for _ in range(_STEPS):
        log_tail, hazard = _log_tail(math.exp(u), df)
        step = (log_tail - target) / hazard
        u += step
        if abs(step) < _CLOSE:
            return math.exp(u)
    raise AssertionError  # pragma: no cover - Newton on a concave function converges


def _from_middle(distance: float, df: int) -> float:
    """Solve P(0 < T < t) = distance by Newton from 0: concave, so each step stays left of it."""
    t = 0.0
    for _ in range(_STEPS):
        step = (distance - _middle(t, df)) / _density(t, df)
        t += step
        if abs(step) <= _CLOSE * t:
            return t
    raise AssertionError  # pragma: no cover - Newton on a concave function converges


def _middle(t: float, df: int) -> float:
    """P(0 < T < t), for the quantiles up to a tail of a tenth."""
    if not _is_far(t, df):
        x = t * t / (df + t * t)
        return t * _density(t, df) * _beta_fraction(x, 0.5, df / 2)
    return 0.5 - math.exp(_log_tail(t, df)[0])


def _log_tail(t: float, df: int) -> tuple[float, float]:
    """The log of P(T > t), and how fast it falls with log t: t times the density over it."""
    log_weight = math.log(t) + _log_density(t, df)
    if _is_far(t, df):
        log_share = math.log(_beta_fraction(df / (df + t * t), df / 2, 0.5) / df)
        return log_weight + log_share, math.exp(-log_share)
    tail = 0.5 - _middle(t, df)
    return math.log(tail), math.exp(log_weight) / tail


def _is_far(t: float, df: int) -> bool:
    """Whether the fraction of the tail converges faster than that of the middle."""
    return t * t * (df + 2) > 3 * df


def _density(t: float, df: int) -> float:
    return math.exp(_log_density(t, df))


def _log_density(t: float, df: int) -> float:
    return _log_scale(df) - (df + 1) / 2 * math.log1p(t * t / df)


@lru_cache(maxsize=4096)
def _log_scale(df: int) -> float:
    """The log of the density at 0: Gamma((df + 1) / 2) / Gamma(df / 2) / sqrt(pi df).

    A difference of two lgamma would lose the digits; beyond 300 the ratio is Stirling's series
    (Tricomi and Erdelyi 1951), whose next term is below 1e-16 there.
    """
    if df <= _EXACT_GAMMA:
        return math.log(math.gamma((df + 1) / 2) / math.gamma(df / 2) / math.sqrt(math.pi * df))
    y = 1 / df
    series = 1 - y / 4 + y**2 / 32 + 5 * y**3 / 128 - 21 * y**4 / 2048 - 399 * y**5 / 8192
    return math.log(series / math.sqrt(2 * math.pi))


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, with the weights of Student's t.

    `I_x(a, b) = x^a (1 - x)^b / (a B(a, b)) * fraction` (DLMF 8.17.22), by Lentz's method. For
    both calls above, half of `I_x` is t times the density, times this fraction over `2 a`.
    """
    value, c, d = 1.0, 1.0, 0.0
    for term in range(1, _TERMS):
        m = term // 2
        if term % 2:
            weight = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            weight = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + weight * d)
        c = 1 + weight / c
        value *= c * d
        if abs(c * d - 1) <= 2 * _EPSILON:
            return 1 / value
    raise AssertionError  # pragma: no cover - on its side of the middle the fraction converges


def mean_interval(
    values: Sequence[float] | npt.NDArray[np.float64],
    *,
    low: float,
    high: float,
    alpha: float = 0.05,
) -> Interval:
    """The t interval of a mean, clipped to the range of the metric.

    It is the mean, less and more the quantile times the standard error (Student 1908). Sums are
    exact, so the order of the values does not matter. One value gives no interval, with the reason;
    equal values give one of zero width that says so.

    Args:
        values: finite, one per topic, in any order.
        low: the least value that the metric can have.
        high: the greatest.
        alpha: one less the confidence, so 0.05 for 95 %.

    Raises:
        UsageError: there are no values, one is outside the range, or alpha is no share.
    """
    column = column_of(values, low=low, high=high)
    check_alpha(alpha)
    n = len(column)
    first, last = ends_of(column)
    if n == 1:
        return Interval(low=None, high=None, method=METHOD, note="undefined: one value only")
    if first == last:
        only = min(max(first, low), high)
        return Interval(low=only, high=only, method=METHOD, note=equal_values(n, only))
    mean = exact_sum(column, max(abs(low), abs(high))) / n
    squares = exact_sum(np.square(column - mean), (high - low) ** 2)
    width = quantile(1 - alpha / 2, n - 1) * math.sqrt(squares / (n - 1) / n)
    return Interval(
        low=max(low, mean - width), high=min(high, mean + width), method=METHOD, note=""
    )
