"""The smallest difference that a comparison could have seen."""

from __future__ import annotations

import math
import statistics
from decimal import Decimal

import numpy as np
import pytest

from benchbook import UsageError
from benchbook.core.statistics.detectable import smallest_detectable

ALPHA = Decimal("0.05")


def test_it_is_two_quantiles_of_standard_errors() -> None:
    """For ten differences: 2.2622 and 0.8834 of the printed table of nine degrees."""
    column = [0.1, -0.2, 0.0, 0.3, 0.3, 0.5, -0.1, 0.2, 0.0, 0.1]
    expected = (2.2622 + 0.8834) * statistics.stdev(column) / math.sqrt(10)

    assert (expected,) == pytest.approx(
        smallest_detectable(np.array([column]).T, alpha=ALPHA), rel=1e-4
    )


def test_a_true_difference_of_this_size_is_found_four_times_in_five() -> None:
    """Simulated: 4,000 experiments of 40 normal differences around it, tested by t."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")
    scatter = stats.norm.ppf(np.random.default_rng(5).uniform(size=(4_000, 40))) * 0.05
    (least,) = smallest_detectable(scatter[:1].T, alpha=ALPHA)
    assert least is not None
    true = least * 0.05 / float(np.std(scatter[0], ddof=1))  # had the scatter been known

    found = stats.ttest_1samp(scatter + true, 0, axis=1).pvalue <= 0.05

    assert 0.8 == pytest.approx(float(found.mean()), abs=0.02)


def test_nothing_is_said_of_differences_that_do_not_scatter() -> None:
    """All equal, be they 0 or a third with noise in its last bit; or a single one."""
    noisy = [[0.0, 1 / 3, 0.1], [0.0, 1 / 3 + 1e-16, 0.2], [0.0, 1 - 2 / 3, 0.1]]
    first, second, third = smallest_detectable(np.array(noisy), alpha=ALPHA)

    assert (None, None) == (first, second)
    assert third is not None
    assert (None, None) == smallest_detectable(np.zeros((1, 2)), alpha=ALPHA)
    assert (None, None) == smallest_detectable(np.zeros((0, 2)), alpha=ALPHA)


def test_the_order_of_topics_changes_nothing() -> None:
    """To the last bit, since sums are of whole numbers."""
    column = np.random.default_rng(3).uniform(-1, 1, (200, 1))

    assert smallest_detectable(column, alpha=ALPHA) == smallest_detectable(
        column[::-1], alpha=ALPHA
    )


def test_the_scale_of_the_metric_is_kept() -> None:
    """Of values in percent it is a hundred times as large."""
    column = np.random.default_rng(3).uniform(-1, 1, (50, 1))
    (shares,) = smallest_detectable(column, alpha=ALPHA)
    assert shares is not None

    assert (100 * shares,) == pytest.approx(
        smallest_detectable(column * 100, alpha=ALPHA, span=100.0), rel=1e-9
    )


def test_alpha_is_a_share() -> None:
    """A level of 5 is 5 %, mistyped."""
    with pytest.raises(UsageError, match="expected above 0 and below 1"):
        smallest_detectable(np.zeros((3, 1)), alpha=Decimal(5))
