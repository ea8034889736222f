"""Sums under many weightings are exact, however the product is cut."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook.core.statistics.products import (
    WIDTH,
    Whole,
    rows_at_once,
    stacked,
    weighted_sums,
)


@pytest.mark.parametrize("topics", [1, 63, 64, 65, 1100])
@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.float64])
def test_sums_are_those_of_whole_numbers(topics: int, kind: type) -> None:
    """To the last of 52 bits, against Python's own; what fills up counts nothing."""
    words = np.random.PCG64(5).random_raw(topics * 4).reshape(topics, 4)
    numbers = (words % 2**40).astype(np.float64) - 2**39
    weights: Whole = np.full((9, -(-topics // WIDTH) * WIDTH), 7, kind)
    weights[:, :topics] = np.random.PCG64(6).random_raw(9 * topics).reshape(9, topics) % 3

    expected = [
        [
            sum(
                int(weight) * int(number)
                for weight, number in zip(row[:topics], numbers[:, column], strict=True)
            )
            for row in weights
        ]
        for column in range(4)
    ]

    assert expected == weighted_sums(stacked(numbers), weights).tolist()


@pytest.mark.parametrize("topics", [1, 300, 5000])
@pytest.mark.parametrize("columns", [1, 15, WIDTH])
def test_a_piece_is_small_enough_for_one_thread(topics: int, columns: int) -> None:
    """What OpenBLAS gives one thread: 2**18 multiplications; at least 64 rows fit always."""
    stack = stacked(np.ones((topics, columns)))

    assert (-(-topics // WIDTH), columns, WIDTH) == stack.shape
    assert WIDTH <= rows_at_once(stack) <= 2**18 // (WIDTH * columns)
