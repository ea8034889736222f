"""Percentiles of times: exact, named, and not given where there are too few samples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.running.timings import Timing, milliseconds, percentile, timings


def timing(*samples: int) -> Timing:
    """The cold pass of these samples."""
    return timings("retrieve", samples, [False] * len(samples), len(samples), 1)[0]


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 10), (50, 25), (95, Fraction(77, 2)), (100, 40)]
)
def test_a_percentile_lies_between_its_neighbours(percent: int, value: Fraction) -> None:
    """Of four samples the 95th stands at place 2.85: 30 and 0.85 of the way to 40."""
    assert value == percentile([40, 10, 30, 20], percent)


@given(st.lists(st.integers(0, 2**40), min_size=1, max_size=300), st.integers(0, 100))
def test_a_percentile_is_that_of_numpy(samples: list[int], percent: int) -> None:
    """By numpy's `linear`, which rounds where ours is exact."""
    expected = float(np.percentile(samples, percent, method="linear"))

    assert expected == pytest.approx(float(percentile(samples, percent)), rel=1e-12, abs=1e-6)


def test_no_95th_percentile_under_100_samples() -> None:
    """Of 99 the median alone is given; of 100 both are."""
    few, enough = timing(*range(99)), timing(*range(100))

    assert (Fraction(49), None) == (few.p50, few.p95)
    assert (Fraction(99, 2), Fraction(1881, 20)) == (enough.p50, enough.p95)
    assert few.as_plain()["p95_ms"] is None


def test_without_a_sample_there_is_no_figure() -> None:
    """A stage that was not done says so, and how often it was to be done."""
    cold, warm = timings("retrieve", (), (), 7, 3, "skipped")

    assert {
        "stage": "retrieve",
        "passes": "cold",
        "p50_ms": None,
        "p95_ms": None,
        "runs": 7,
        "ran": 0,
        "statuses": {"skipped": 7},
    } == cold.as_plain()
    assert (14, {"skipped": 14}) == (warm.runs, warm.statuses)


def test_cold_and_warm_are_apart() -> None:
    """The first pass, then all others; an answer of nothing is a sample, and counted."""
    cold, warm = timings("retrieve", (9, 8, 1, 2, 3, 4), (True, *[False] * 5), 2, 3)

    assert ((9, 8), {"success": 1, "empty": 1}) == (cold.samples, cold.statuses)
    assert ((1, 2, 3, 4), {"success": 4}) == (warm.samples, warm.statuses)


def test_milliseconds_have_three_decimals() -> None:
    """A half goes to the even one; nothing stays nothing."""
    assert (0.0, 0.002, 1.234, None) == tuple(
        milliseconds(one) for one in (500, 1500, Fraction(2468001, 2), None)
    )
