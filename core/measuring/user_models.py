"""User models: how far down a ranking somebody reads, as weights of the ranks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from .judged import Judged

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Continuing = Callable[[Floats, Floats], Floats]
"""Of ranks [depth] and gains [topics, depth]: how likely one reads on after each rank."""

READ = 1000
"""The rank at which a reader without a cut-off stops, as in the authors' program `cwl-eval`."""

_CELLS = 1 << 20
"""Gains per block of topics."""


def fading(p: float, count: int) -> Floats:
    """How likely a reader comes to each rank who reads on with probability `p`: float64 [count].

    It begins at 1 and is multiplied rank by rank, so that every machine makes the same numbers.
    """
    powers: Floats = np.multiply.accumulate(np.concatenate([[1.0], np.full(count, p)]))
    return powers[:count]


def expected_gain(
    judged: Judged,
    continuing: Continuing,
    *,
    max_rel: int,
    min_rel: int = 0,
    cutoff: int | None = None,
) -> Floats:
    """The gain per document that a reader can expect: float64 [topics], 0 to 1.

    Each rank counts by how likely the reader comes to it, divided by how many documents they can be
    expected to read. The gain of a document is (grade - min_rel) / (max_rel - min_rel), grades
    outside that range taken as its ends; what is not judged, and what lies below the end of a short
    ranking, gains 0.

    Source: C/W/L, Moffat, Bailey, Scholer and Thomas 2017, doi:10.1145/3052768, in the form of
    `cwl-eval` (Azzopardi, Thomas and Moffat 2019, doi:10.1145/3331184.3331398), which reads down to
    rank 1,000.

    Args:
        continuing: the reader's model.
        max_rel, min_rel: the grades that gain 1 and 0.
        cutoff: the last rank that counts; 1,000 when None.

    Raises:
        UsageError: `min_rel` is negative, or `max_rel` not above it.
    """
    if not 0 <= min_rel < max_rel:
        message = (
            f"min_rel={min_rel}, max_rel={max_rel}; expected 0 <= min_rel < max_rel: a document of "
            "max_rel gains 1, one of min_rel nothing"
        )
        raise UsageError(message)
    depth = READ if cutoff is None else cutoff
    ranks = np.arange(1, depth + 1, dtype=np.float64)
    block = max(1, _CELLS // depth)
    found = [np.empty(0)]
    for first in range(0, len(judged), block):
        rows = slice(first, min(first + block, len(judged)))
        gains = (_grades(judged, rows, depth).clip(min_rel, max_rel) - min_rel) / (
            max_rel - min_rel
        )
        found.append(_expected(gains, continuing(ranks, gains)))
    return np.concatenate(found)


def _grades(judged: Judged, rows: slice, depth: int) -> Floats:
    """The grades of a range of topics by rank, 0 where nothing is judged: [topics, depth]."""
    grid = np.zeros((rows.stop - rows.start, depth))
    hits = judged.hits.within(depth)
    here = slice(*np.searchsorted(hits.topics, [rows.start, rows.stop]))
    grid[hits.topics[here] - rows.start, hits.ranks[here] - 1] = hits.grades[here]
    return grid


def _expected(gains: Floats, onward: Floats) -> Floats:
    """The gain per document read: float64 [topics]."""
    reached = np.ones(gains.shape)
    np.multiply.accumulate(np.broadcast_to(onward, gains.shape)[:, :-1], axis=1, out=reached[:, 1:])
    # Summed rank by rank, so that no number depends on how a machine adds up blocks.
    total = np.add.accumulate(reached * gains, axis=1)[:, -1]
    return total / np.add.accumulate(reached, axis=1)[:, -1]
