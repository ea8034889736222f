"""Rankings of scores that a lane has for every unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..topics import Topics
from .rankings import Rankings

Floats = npt.NDArray[np.float64]


def rank_scores(
    topics: Topics,
    table: Sequence[str],
    scores: Iterable[Floats],
    depth: int,
    *,
    decimals: int = 9,
) -> Rankings:
    """Rank the units with a score above 0, at most `depth` per topic; ties by the neutral key.

    Args:
        topics: sorted topics.
        table: the unit ids, sorted (a corpus gives its `unit_ids`).
        scores: float64 [units] for each topic in turn; one is held at a time.
        depth: rows per topic.
        decimals: scores are rounded to so many before they are ordered, so that the last bit of a
            sum does not reach the order. What is then 0 is not ranked.

    Raises:
        UsageError: a score is NaN.
    """
    found = [_best(np.round(row, decimals), depth) for row in scores]
    return (
        Rankings.from_columns(
            topics,
            table,
            np.cumsum([0, *(len(codes) for codes, _ in found)]),
            np.concatenate([np.empty(0, np.int32), *(codes for codes, _ in found)]),
            np.concatenate([np.empty(0, np.float64), *(best for _, best in found)]),
        )
        .sorted_by_score()
        .cut(depth)
    )


def _best(scores: Floats, depth: int) -> tuple[npt.NDArray[np.int32], Floats]:
    """The units of the `depth` greatest scores above 0, and all that tie with the last of them."""
    hits = np.flatnonzero(~(scores <= 0))  # NaN too: it is refused, not left out
    if len(hits) > depth > 0:
        last = np.partition(scores[hits], -depth)[-depth]
        hits = hits[scores[hits] >= last]
    return hits.astype(np.int32), scores[hits]
