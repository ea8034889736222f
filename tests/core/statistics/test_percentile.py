"""The kit's bootstrap, draw for draw."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics import percentile
from benchbook.core.statistics.interval import Interval
from benchbook.core.statistics.percentile import paired_bootstrap, percentile_interval


def means_by_choice(values: list[float]) -> list[float]:
    """The ascending means of the kit: Python's own choice, and a plain sum."""
    draw = random.Random(0)  # noqa: S311 - a resample, no secret
    means = []
    for _ in range(2000):
        total = 0.0
        for _ in values:
            total += draw.choice(values)
        means.append(total / len(values))
    return sorted(means)


@settings(max_examples=12)
@given(values=st.lists(st.floats(-1, 1), min_size=2, max_size=40))
@example(values=[0.1, 0.2])
@example(values=[n / 7 for n in range(31)])
@example(values=[n / 7 for n in range(32)])
@example(values=[n / 7 for n in range(33)])
def test_draws_are_those_of_choice(values: list[float]) -> None:
    """Every mean of every resample to the last bit, whether n is a power of two or not."""
    if len(set(values)) == 1:
        return
    column = np.array(values)

    sums = [column[places] for places in percentile.resampled_places(len(values))]

    expected = means_by_choice(values)
    assert expected == sorted((percentile._row_sums(np.concatenate(sums)) / len(values)).tolist())  # noqa: SLF001 - as above


def test_draws_go_on_where_a_block_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many topics are drawn in blocks, and no word is lost between them."""
    expected = np.concatenate(list(percentile.resampled_places(9)))
    monkeypatch.setattr(percentile, "_WORDS", 100)

    blocks = list(percentile.resampled_places(9))

    assert len(blocks) > 100
    assert expected.tolist() == np.concatenate(blocks).tolist()


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([1.0] * 3 + [0.0] * 6, 0.0, 0.6667), ([1.0] * 8 + [0.5], 0.8333, 1.0)],
)
def test_intervals_that_the_kit_published(values: list[float], low: float, high: float) -> None:
    """Three of nine hits, and eight ones with a half."""
    interval = percentile_interval(values)

    assert (low, high) == (round(interval.low or 0.0, 4), round(interval.high or 0.0, 4))
    assert ("percentile", "") == (interval.method, interval.note)


@pytest.mark.parametrize(
    ("last", "expected"), [(-1.0, (-0.10, -0.30, 0.00, 0.669)), (2.0, (0.20, 0.00, 0.60, 0.669))]
)
def test_comparisons_that_the_kit_published(last: float, expected: tuple[float, ...]) -> None:
    """Nine pairs alike and one that differs: the difference, its interval, its p."""
    paired = paired_bootstrap([1.0] * 10, [1.0] * 9 + [1.0 + last])
    low, high = paired.interval.low or 0.0, paired.interval.high or 0.0

    assert expected == (round(paired.difference, 4), round(low, 4), round(high, 4), paired.p)
    assert ("bootstrap", 10) == (paired.interval.method, paired.n)


@pytest.mark.parametrize(
    ("alpha", "confidence"), [(0.2, 0.8), (0.1, 0.9), (0.05, 0.95), (0.01, 0.99)]
)
def test_percentiles_lie_between_their_neighbours(alpha: float, confidence: float) -> None:
    """By the kit's arithmetic, to the last bit; and numpy's percentile is the same."""
    values = [math.sqrt(n) / 3 for n in range(9)]
    means = means_by_choice(values)
    place = (1 - confidence) / 2 * 1999
    before, after = means[int(place)], means[int(place) + 1]

    interval = percentile_interval(values, alpha=alpha)

    assert before * (1 - (place - int(place))) + after * (place - int(place)) == interval.low
    assert np.quantile(means, (1 + confidence) / 2) == pytest.approx(interval.high, rel=1e-14)


def test_values_alike_have_no_width() -> None:
    """The kit's rule, with a note: nothing was resampled."""
    assert percentile_interval([1.0] * 15) == Interval(
        low=1.0, high=1.0, method="percentile", note="degenerate: all 15 values are 1"
    )
    assert percentile_interval([0.25]) == Interval(
        low=0.25, high=0.25, method="percentile", note="degenerate: one value only, 0.25"
    )


def test_differences_alike_have_the_kits_p() -> None:
    """1 where no pair differs, 0 where all differ by the same: the kit's rule."""
    assert 1.0 == paired_bootstrap([0.5, 0.7], [0.5, 0.7]).p
    assert 0.0 == paired_bootstrap([0.0, 0.0], [1.0, 1.0]).p
    assert "degenerate: all 2 values are 1" == paired_bootstrap([0, 0], [1, 1]).interval.note


def test_what_cannot_be_resampled_is_refused() -> None:
    """No values, no pairs, and pairs that are none."""
    with pytest.raises(UsageError, match="no values"):
        percentile_interval([])
    with pytest.raises(UsageError, match="no values"):
        paired_bootstrap([], [])
    with pytest.raises(UsageError, match="2 values against 1"):
        paired_bootstrap([0.1, 0.2], [0.1])
    with pytest.raises(UsageError, match="value nan"):
        percentile_interval([0.1, float("nan")])
