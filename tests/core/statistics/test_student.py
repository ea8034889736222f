"""Student's t: its quantiles, and the interval of a mean."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.student import mean_interval, quantile, two_sided

stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")


@given(
    probability=st.floats(1e-6, 1 - 1e-6).filter(lambda p: abs(p - 0.5) > 0.01),
    df=st.integers(1, 10_000),
)
@example(probability=1e-6, df=1)
@example(probability=1 - 1e-6, df=10_000)
@example(probability=0.1, df=300)
@example(probability=0.1, df=301)
@example(probability=0.975, df=299)
def test_quantiles_are_those_of_scipy(probability: float, df: int) -> None:
    """To twelve digits; nearer to the middle the oracle itself loses them."""
    assert stats.t.ppf(probability, df) == pytest.approx(quantile(probability, df), rel=1e-12)


@given(distance=st.floats(1e-9, 0.499999))
def test_one_degree_of_freedom_is_the_tangent(distance: float) -> None:
    """Cauchy's distribution has a closed form, which holds in the middle too."""
    probability = 0.5 + distance
    exact = math.tan(math.pi * (probability - 0.5))

    assert exact == pytest.approx(quantile(probability, 1), rel=1e-9 if distance > 0.49 else 1e-13)


@given(distance=st.floats(1e-9, 0.499999))
def test_two_degrees_of_freedom_are_a_root(distance: float) -> None:
    """The closed form of two degrees, whose subtractions are exact."""
    probability = 0.5 + distance
    exact = (probability - 0.5) * math.sqrt(2 / (probability * (1 - probability)))

    assert exact == pytest.approx(quantile(probability, 2), rel=1e-13)


@pytest.mark.parametrize(
    ("df", "printed"), [(1, 12.7062), (9, 2.2622), (38, 2.0244), (299, 1.9679)]
)
def test_quantiles_are_those_of_the_printed_tables(df: int, printed: float) -> None:
    """The factors of 95 % intervals, as tables print them."""
    assert printed == round(quantile(0.975, df), 4)


def test_the_middle_is_zero() -> None:
    """The distribution is symmetric, so its median is 0 and its halves mirror each other."""
    assert 0.0 == quantile(0.5, 7)
    assert quantile(0.25, 7) == -quantile(0.75, 7)


@given(t=st.floats(0.001, 1e6), df=st.integers(1, 10_000))
def test_two_sided_probabilities_are_those_of_scipy(t: float, df: int) -> None:
    """Twice the tail, for either sign, however far out."""
    expected = 2 * stats.t.sf(t, df)

    assert expected == pytest.approx(two_sided(t, df), rel=1e-10, abs=1e-290)
    assert two_sided(-t, df) == two_sided(t, df)
    assert 1.0 == two_sided(0.0, df)


@pytest.mark.parametrize(("probability", "df"), [(0.0, 5), (1.0, 5), (math.nan, 5), (0.5, 0)])
def test_a_quantile_that_does_not_exist_is_refused(probability: float, df: int) -> None:
    """The ends of the line, and a single value, have none."""
    with pytest.raises(UsageError, match=r"needs"):
        quantile(probability, df)


def test_the_interval_of_a_mean_is_that_of_scipy() -> None:
    """The mean, less and more the quantile times the standard error."""
    values = [0.2, 0.5, 0.35, 0.9, 0.4, 0.61]
    expected = stats.ttest_1samp(values, 0.0).confidence_interval(0.99)

    interval = mean_interval(values, low=0.0, high=1.0, alpha=0.01)

    assert tuple(expected) == pytest.approx((interval.low, interval.high), rel=1e-12)
    assert ("student-t", "") == (interval.method, interval.note)


def test_the_order_of_values_does_not_matter() -> None:
    """Sums are exact: the same values in any order give the same bits."""
    values = np.array([0.1, 0.2, 0.3, 1 / 3, 0.7, 1e-5] * 7)

    turned = [mean_interval(np.roll(values, places), low=0.0, high=1.0) for places in range(42)]

    assert [turned[0]] * 42 == turned


def test_the_interval_stays_in_the_range_of_the_metric() -> None:
    """Three hits and one near hit: the upper bound is 1, not above; and so at the other end."""
    above = mean_interval([1.0, 1.0, 1.0, 0.9], low=0.0, high=1.0)
    below = mean_interval([0.0, 0.0, 0.0, 0.1], low=0.0, high=1.0)

    assert (0.8954, 1.0) == (round(above.low or 0.0, 4), above.high)
    assert (0.0, 0.1046) == (below.low, round(below.high or 0.0, 4))


def test_one_value_has_no_interval() -> None:
    """Undefined, with its reason, and not an interval of zero width."""
    interval = mean_interval([0.5], low=0.0, high=1.0)

    assert (None, None) == (interval.low, interval.high)
    assert "undefined: one value only" == interval.note


def test_equal_values_are_called_degenerate() -> None:
    """An interval without width says why it has none."""
    interval = mean_interval([1.0] * 15, low=0.0, high=1.0)

    assert (1.0, 1.0) == (interval.low, interval.high)
    assert "degenerate: all 15 values are 1" == interval.note


def test_the_noise_of_floats_is_no_value_outside() -> None:
    """A sum of gains may end a bit above 1; its interval does not."""
    above = 1.0000000000000002

    assert 1.0 == mean_interval([above, 0.5, 0.9], low=0.0, high=1.0).high
    assert 1.0 == mean_interval([above, above], low=0.0, high=1.0).low


@pytest.mark.parametrize("values", [[], [0.5, 1.5], [0.5, math.nan], [-0.1]])
def test_values_that_no_metric_gives_are_refused(values: list[float]) -> None:
    """None at all, outside the range, not a number."""
    with pytest.raises(UsageError, match=r"value"):
        mean_interval(values, low=0.0, high=1.0)


@pytest.mark.parametrize("alpha", [0.0, 1.0, 95.0, math.nan])
def test_a_confidence_that_is_none_is_refused(alpha: float) -> None:
    """95 is a confidence in per cent, not a level of significance."""
    with pytest.raises(UsageError, match="alpha"):
        mean_interval([0.1, 0.2], low=0.0, high=1.0, alpha=alpha)
