"""Rows of different lengths are laid out without waste."""

from __future__ import annotations

import numpy as np

from benchbook.core.ranking import short_rows
from benchbook.core.ranking.short_rows import matrices


def laid_out(lengths: list[int]) -> list[tuple[list[int], tuple[int, ...], int]]:
    """The topics, shape and filled cells of each matrix for rankings of these lengths."""
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    every = np.arange(len(lengths))
    return [
        (matrix.topics.tolist(), matrix.cells.shape, int(matrix.filled.sum()))
        for matrix in matrices(offsets, every)
    ]


def test_each_row_stands_once_with_those_of_its_length() -> None:
    """Topics come sorted by length; empty ones are left out; every row fills one cell."""
    assert [([2, 4, 0], (3, 3), 7)] == laid_out([3, 0, 2, 0, 2])


def test_one_long_topic_does_not_pad_the_short_ones() -> None:
    """A matrix never grows beyond its bound, unless one topic alone is longer than that."""
    bound = short_rows._CELLS  # noqa: SLF001 - the bound is what the test is about
    lengths = [2] * 1000 + [bound * 2]

    made = laid_out(lengths)

    assert [(1000, 2), (1, bound * 2)] == [shape for _, shape, _ in made]


def test_many_topics_are_cut_into_matrices_within_the_bound() -> None:
    """A long run is sorted in pieces that stay in the cache."""
    made = laid_out([100] * 3000)

    assert all(rows * width <= short_rows._CELLS for _, (rows, width), _ in made)  # noqa: SLF001 - as above
    assert sum(filled for *_, filled in made) == 300_000
