"""Which interval a mean gets."""

from __future__ import annotations

import math

import pytest

from benchbook import UsageError
from benchbook.core.statistics.interval import Interval
from benchbook.core.statistics.means import interval_of_mean
from benchbook.core.statistics.percentile import percentile_interval
from benchbook.core.statistics.student import mean_interval
from benchbook.core.statistics.wilson import wilson

HITS = [1.0, 0.0, 1.0, 1.0, 0.0]


def interval(values: list[float], *, is_proportion: bool, method: str = "standard") -> Interval:
    """The interval at 90 % of values from 0 to 1."""
    return interval_of_mean(
        values, low=0.0, high=1.0, is_proportion=is_proportion, method=method, alpha=0.1
    )


def test_a_proportion_gets_wilsons() -> None:
    """What can only be 0 or 1 is counted."""
    assert wilson(3, 5, alpha=0.1) == interval(HITS, is_proportion=True)


def test_any_other_mean_gets_students() -> None:
    """A metric that happened to give 0 and 1 alone is no proportion."""
    assert mean_interval(HITS, low=0, high=1, alpha=0.1) == interval(HITS, is_proportion=False)


@pytest.mark.parametrize("is_proportion", [True, False])
def test_the_kits_interval_is_had_by_name(is_proportion: bool) -> None:  # noqa: FBT001 - pytest names it
    """For both, as the kit does."""
    expected = percentile_interval(HITS, alpha=0.1)

    assert expected == interval(HITS, is_proportion=is_proportion, method="percentile")


def test_another_method_is_refused() -> None:
    """The message says which there are."""
    with pytest.raises(UsageError, match='"bca": expected "standard" or "percentile"'):
        interval(HITS, is_proportion=True, method="bca")


@pytest.mark.parametrize("values", [[], [0.5], [1.0, math.nan], [1.0, 2.0]])
def test_what_is_no_proportion_is_refused(values: list[float]) -> None:
    """None at all, a half, no number, two hits of one topic."""
    with pytest.raises(UsageError, match="value"):
        interval(values, is_proportion=True)
