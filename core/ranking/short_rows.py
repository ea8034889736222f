"""Rows of different lengths as matrices, so that many short rows are sorted at once."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_CELLS = 1 << 16
"""Cells per matrix: it then stays in the cache while it is sorted."""


@attrs.frozen(eq=False)
class Matrix:
    """Some topics, of about equal length, one per row.

    Attributes:
        topics: int64 [some], the indices of the topics.
        cells: int64 [some, width], the row of the ranking that stands there; 0 where none does.
        filled: bool [some, width], whether one does.
    """

    topics: Integers
    cells: Integers
    filled: Flags


def matrices(offsets: Integers, topics: Integers) -> Iterator[Matrix]:
    """Lay the rankings of some topics out, the short ones with the short ones.

    Args:
        offsets: int64 [topics + 1], where each ranking begins.
        topics: int64, the indices of the topics to lay out.
    """
    lengths = np.diff(offsets)[topics]
    by_length = topics[np.argsort(lengths, kind="stable")]
    lengths = np.sort(lengths)
    first = int(np.searchsorted(lengths, 1))
    while first < len(by_length):
        after = _after(lengths, first)
        some = by_length[first:after]
        columns = np.arange(lengths[after - 1], dtype=np.int64)
        filled = columns < lengths[first:after, None]
        yield Matrix(some, np.where(filled, offsets[some, None] + columns, 0), filled)
        first = after


def _after(lengths: Integers, first: int) -> int:
    """The end of the longest piece from `first` on that fits into one matrix; at least one row."""
    widths = lengths[first : first + _CELLS]
    fits = widths * np.arange(1, len(widths) + 1) <= _CELLS
    return first + max(1, int(np.count_nonzero(fits)))
