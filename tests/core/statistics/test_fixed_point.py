"""Values become whole numbers whose sums are exact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.fixed_point import fixed_point


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=50))
def test_a_value_is_off_by_at_most_half_a_unit(values: list[float]) -> None:
    """Whole numbers of a unit that is a power of two of the span."""
    column = np.array([values]).T

    fixed = fixed_point(column, span=3.0)

    assert 3 / 2**40 == fixed.unit
    assert (fixed.integers == np.rint(fixed.integers)).all()
    assert (np.abs(fixed.integers * fixed.unit - column) <= fixed.unit * 0.501).all()


@pytest.mark.parametrize("topics", [1, 60, 4095, 4096, 100_000, 1_000_000])
def test_no_sum_outgrows_what_floats_add_exactly(topics: int) -> None:
    """As many of the largest value as there are topics stay below 2**53, whatever the order."""
    fixed = fixed_point(np.ones((topics, 1)), span=1.0)

    assert topics * int(fixed.integers[0, 0]) < 2**53


def test_units_do_not_hang_on_the_number_of_topics_up_to_4095() -> None:
    """So a bucket of topics is computed with the very numbers of the whole."""
    units = {fixed_point(np.ones((topics, 1)), span=1.0).unit for topics in (1, 300, 4095)}

    assert {2.0**-40} == units
    assert 2.0**-39 == fixed_point(np.ones((4096, 1)), span=1.0).unit


def test_noise_of_floats_may_leave_the_span() -> None:
    """A mean of ones that came out above 1 by its last bits is one."""
    assert 2.0**40 == fixed_point(np.array([[1 + 1e-15]]), span=1.0).integers[0, 0]


@pytest.mark.parametrize("wrong", [1.01, -1.01, float("nan"), float("inf")])
def test_what_is_no_value_of_the_metric_is_refused(wrong: float) -> None:
    """The message says which values may stand there."""
    with pytest.raises(UsageError, match="outside -1 to 1; expected the metric's range"):
        fixed_point(np.array([[0.5], [wrong]]), span=1.0)


@pytest.mark.parametrize("span", [0.0, -1.0, float("inf"), float("nan")])
def test_a_span_is_finite_and_positive(span: float) -> None:
    """A metric without a range needs one from its values."""
    with pytest.raises(UsageError, match="expected a finite one above 0"):
        fixed_point(np.zeros((2, 1)), span=span)


def test_values_come_as_topics_and_columns() -> None:
    """A single column is a matrix of one column."""
    with pytest.raises(UsageError, match="expected topics and columns"):
        fixed_point(np.zeros(3), span=1.0)
