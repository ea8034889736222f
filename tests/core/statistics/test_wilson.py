"""The interval of a proportion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.wilson import wilson


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        (95, 100, 0.88825, 0.97846),
        (38, 38, 0.90819, 1.0),
        (0, 25, 0.0, 0.13319),
        (0, 5000, 0.0, 0.00077),
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (8, 10, 0.49016, 0.94332),
        (1, 2, 0.09453, 0.90547),
        (50, 100, 0.40383, 0.59617),
    ],
)
def test_known_intervals(successes: int, total: int, low: float, high: float) -> None:
    """S10, P94, P101: the anchors of the systems that Benchbook replaces, to five places."""
    interval = wilson(successes, total)

    assert (low, high) == (round(interval.low or 0.0, 5), round(interval.high or 0.0, 5))
    assert ("wilson", "") == (interval.method, interval.note)


def test_the_ends_are_exact() -> None:
    """0 of n begins at 0 and n of n ends at 1, to the last bit."""
    assert {0.0} == {wilson(0, total).low for total in range(1, 500)}
    assert {1.0} == {wilson(total, total).high for total in range(1, 500)}


def test_nothing_of_nothing_is_anything() -> None:
    """0 of 0 is 0–1, and says that it is undefined."""
    interval = wilson(0, 0)

    assert (0.0, 1.0) == (interval.low, interval.high)
    assert "undefined: 0 of 0" == interval.note


@pytest.mark.parametrize(("successes", "total"), [(1, 0), (-1, 5), (0, -1), (6, 5), (-1, -1)])
def test_counts_that_cannot_be_are_refused(successes: int, total: int) -> None:
    """P101: more successes than trials, and negative counts."""
    with pytest.raises(UsageError, match=f"{successes} of {total}"):
        wilson(successes, total)


@given(total=st.integers(1, 5000), data=st.data(), alpha=st.floats(0.001, 0.5))
def test_intervals_are_those_of_scipy(total: int, data: st.DataObject, alpha: float) -> None:
    """For any count and any confidence."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")
    successes = data.draw(st.integers(0, total))
    expected = stats.binomtest(successes, total).proportion_ci(1 - alpha, method="wilson")

    interval = wilson(successes, total, alpha=alpha)

    assert tuple(expected) == pytest.approx((interval.low, interval.high), abs=1e-12)
