"""What the columns of a ranking may not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import UsageError
from .short_rows import matrices

if TYPE_CHECKING:
    from .rankings import Rankings


def refuse_bad_columns(rankings: Rankings) -> None:
    """Refuse columns that do not fit together, NaN, and a unit twice in one topic.

    Raises:
        UsageError: any of these.
    """
    _refuse_misfits(rankings)
    if np.isnan(rankings.scores).any():
        at = int(np.flatnonzero(np.isnan(rankings.scores))[0])
        topic = int(np.searchsorted(rankings.offsets, at, side="right")) - 1
        name = _named(rankings, topic, int(rankings.codes[at]))
        raise UsageError(f"the score of {name} is not a number (NaN)")
    _refuse_twins(rankings)


def _refuse_misfits(rankings: Rankings) -> None:
    """Refuse columns of other lengths than they say, and codes that the table does not have."""
    rows, offsets = len(rankings.codes), rankings.offsets
    if (
        len(offsets) != len(rankings.topics) + 1
        or offsets[0] != 0
        or offsets[-1] != rows
        or np.any(np.diff(offsets) < 0)
        or len(rankings.scores) != rows
    ):
        message = "the columns of a ranking do not fit together"
        raise UsageError(message)
    if rows and not (rankings.codes.min() >= 0 and rankings.codes.max() < len(rankings.table)):
        message = "a ranking holds a code that its table of units does not have"
        raise UsageError(message)


def _refuse_twins(rankings: Rankings) -> None:
    """Refuse a unit that stands twice in one topic: codes are sorted topic by topic."""
    every = np.arange(len(rankings.topics), dtype=np.int64)
    for matrix in matrices(rankings.offsets, every):
        # Cells that no row fills get a different negative number each, so none equals another.
        spare = -1 - np.arange(matrix.cells.shape[1], dtype=np.int32)
        codes = np.where(matrix.filled, rankings.codes[matrix.cells], spare)
        codes.sort(axis=1)
        twins = np.argwhere(codes[:, 1:] == codes[:, :-1])
        if len(twins):
            row, column = twins[0]
            name = _named(rankings, int(matrix.topics[row]), int(codes[row, column]))
            raise UsageError(f"{name} is ranked twice")


def _named(rankings: Rankings, topic: int, code: int) -> str:
    """Name a row for a message."""
    return f"unit {rankings.table[code]!r} in topic {rankings.topics.ids[topic]!r}"
