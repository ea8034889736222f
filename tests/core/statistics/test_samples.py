"""What is asked of values, and sums that no order changes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.samples import column_of, equal_values, exact_sum


@given(values=st.lists(st.floats(0, 1), min_size=3, max_size=200), data=st.data())
def test_a_sum_is_the_same_in_any_order(values: list[float], data: st.DataObject) -> None:
    """To the last bit, and within a rounding for each value of the true sum."""
    turned = data.draw(st.permutations(values))

    total = exact_sum(np.array(values), 1.0)

    assert total == exact_sum(np.array(turned), 1.0)
    assert math.fsum(values) == pytest.approx(total, abs=len(values) ** 2 * 2.0**-52)


def test_thirds_add_up_in_any_order() -> None:
    """Values whose plain sum hangs on where each of them stands."""
    values = np.array([0.1, 0.2, 0.3, 1 / 3, 0.7, 1e-5] * 7)
    sums = {exact_sum(np.roll(values, places), 1.0) for places in range(6)}
    plain = {sum(np.roll(values, places).tolist()) for places in range(6)}

    assert 1 == len(sums)
    assert 1 < len(plain)


def test_values_without_a_range_may_be_any_finite_ones() -> None:
    """Differences and waiting times have no range of their own."""
    assert [-5.0, 1e9] == column_of([-5, 1e9]).tolist()
    with pytest.raises(UsageError, match="value inf"):
        column_of([1.0, math.inf])


def test_equal_values_are_named_by_the_shortest_decimal() -> None:
    """As a report shows them."""
    assert "degenerate: all 15 values are 0.3" == equal_values(15, 0.1 + 0.2)
