"""The bootstrap of means draws fairly, and to the bit the same."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from benchbook import UsageError
from benchbook.core.statistics import resampling
from benchbook.core.statistics.draws import IndexStream, seed_of
from benchbook.core.statistics.interval import Interval
from benchbook.core.statistics.resampling import bootstrap_intervals

SEED = seed_of("a test")
ALPHA = Decimal("0.05")


def made(topics: int, columns: int) -> npt.NDArray[np.float64]:
    """Values as a metric has them: zeros, ones, and what lies between."""
    words = np.random.PCG64(7).random_raw(topics * columns).reshape(topics, columns)
    return np.where(words % 3 == 0, 0.0, (words % 101) / 100)


def bounds(intervals: tuple[Interval, ...]) -> list[tuple[float, float]]:
    """Give the bounds of intervals that have them."""
    found = [(one.low, one.high) for one in intervals]
    return [(low, high) for low, high in found if low is not None and high is not None]


@pytest.mark.parametrize("alpha", [Decimal("0.05"), Decimal("0.32"), Decimal("0.001")])
def test_the_bounds_are_quantiles_of_the_resampled_means(alpha: Decimal) -> None:
    """Written out over the indices of the stream, in fractions, and with numpy's quantiles."""
    hundredths = [0, 100, 37, 50, 100, 12, 99]
    drawn = IndexStream(SEED, 7).take(7 * 200).reshape(200, 7).tolist()
    means = [float(Fraction(sum(hundredths[at] for at in row), 700)) for row in drawn]
    expected = np.quantile(means, [float(alpha / 2), float(1 - alpha / 2)])

    column = np.array([hundredths]).T / 100
    found = bootstrap_intervals(column, seed=SEED, alpha=alpha, draws=200)

    assert [tuple(expected)] == [pytest.approx(one, abs=1e-11) for one in bounds(found)]


def test_the_bounds_are_near_those_of_scipy() -> None:
    """Within what two sets of ten thousand draws differ by."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")
    values = made(120, 6)
    peer = stats.bootstrap(
        (values,), np.mean, axis=0, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    found = bounds(bootstrap_intervals(values, seed=SEED, alpha=ALPHA))

    assert [low for low, _ in found] == pytest.approx(peer.low, abs=0.005)
    assert [high for _, high in found] == pytest.approx(peer.high, abs=0.005)


@pytest.mark.parametrize("topics", [2, 60, 333])
def test_no_size_of_a_block_reaches_a_bound(monkeypatch: pytest.MonkeyPatch, topics: int) -> None:
    """Sums are exact, so how the work is cut changes nothing."""
    whole = bootstrap_intervals(made(topics, 5), seed=SEED, alpha=ALPHA, draws=500)
    for name, size in (("_COUNTED", 1), ("_CELLS", 1000), ("_ENDS", 1)):
        monkeypatch.setattr(resampling, name, size)

    assert whole == bootstrap_intervals(made(topics, 5), seed=SEED, alpha=ALPHA, draws=500)


def test_a_column_is_not_changed_by_the_others() -> None:
    """Neither by their order, nor by their being there."""
    together = bootstrap_intervals(made(90, 5), seed=SEED, alpha=ALPHA)

    assert together[::-1] == bootstrap_intervals(made(90, 5)[:, ::-1], seed=SEED, alpha=ALPHA)
    assert together[2:3] == bootstrap_intervals(made(90, 5)[:, 2:3], seed=SEED, alpha=ALPHA)


def test_the_draws_are_the_recorded_ones() -> None:
    """What a seed gave once it gives for ever, or a replay could not be checked."""
    found = bootstrap_intervals(made(90, 2), seed=SEED, alpha=ALPHA)

    assert GOLDEN == [(repr(low), repr(high)) for low, high in bounds(found)]


GOLDEN = [
    ("0.2557777777778329", "0.3867777777778024"),
    ("0.24755555555557268", "0.3751138888888613"),
]


def test_equal_values_have_an_interval_without_width_that_says_so() -> None:
    """And a third is a third, not the nearest whole unit."""
    (found,) = bootstrap_intervals(np.full((8, 1), 1 / 3), seed=SEED, alpha=ALPHA)

    assert (1 / 3, 1 / 3) == (found.low, found.high)
    assert "degenerate: all 8 values are 0.3333333333" == found.note


def test_one_value_has_no_interval() -> None:
    """Nothing tells how far values scatter."""
    (found,) = bootstrap_intervals(np.ones((1, 1)), seed=SEED, alpha=ALPHA)

    assert (None, None, "undefined: one value only") == (found.low, found.high, found.note)


def test_what_cannot_be_resampled_is_refused() -> None:
    """Each with what was expected."""
    with pytest.raises(UsageError, match="found no topic"):
        bootstrap_intervals(np.ones((0, 1)), seed=SEED, alpha=ALPHA)
    with pytest.raises(UsageError, match="expected at least 1"):
        bootstrap_intervals(np.ones((3, 1)), seed=SEED, alpha=ALPHA, draws=0)
    with pytest.raises(UsageError, match="expected above 0 and below 1"):
        bootstrap_intervals(np.ones((3, 1)), seed=SEED, alpha=Decimal(5))
    with pytest.raises(UsageError, match="expected the metric's range"):
        bootstrap_intervals(np.full((3, 1), 1.5), seed=SEED, alpha=ALPHA)
