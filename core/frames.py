"""Rankings and scores as objects of the ledger."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .columns import pack, unpack
from .errors import BadData
from .judged import Values
from .rankings import Rankings
from .topics import Topics

FRAME = "application/vnd.benchbook.rankings"
SCORES = "application/vnd.benchbook.scores"


def pack_rankings(rankings: Rankings) -> bytes:
    """One frame: explicit ranks, float64 scores, and a table of only the units that occur.

    The bytes depend on the rankings alone, not on which larger table they were coded in.
    """
    used = np.flatnonzero(np.bincount(rankings.codes, minlength=len(rankings.table)))
    new_code = np.zeros(len(rankings.table), np.int32)
    new_code[used] = np.arange(len(used), dtype=np.int32)
    return pack(
        {
            "topics": list(rankings.topics.ids),
            "units": [rankings.table[code] for code in used.tolist()],
        },
        {
            "offsets": rankings.offsets,
            "codes": new_code[rankings.codes],
            "ranks": rankings.ranks,
            "scores": rankings.scores,
        },
    )


def unpack_rankings(data: bytes, topics: Topics, where: str) -> Rankings:
    """The rankings of a frame.

    Args:
        topics: the block's topics, which the frame must be about.

    Raises:
        BadData: the frame is about other topics, or its ranks are not 1, 2, 3 … per topic.
    """
    meta, columns = unpack(data, where)
    if tuple(meta["topics"]) != topics.ids:
        raise BadData(where, None, "a frame of other topics", f"topics from {topics.ids[:1]}")
    rankings = Rankings.from_columns(
        topics,
        tuple(meta["units"]),
        columns["offsets"].astype(np.int64),
        columns["codes"],
        columns["scores"],
    )
    if not np.array_equal(columns["ranks"], rankings.ranks):
        raise BadData(where, None, "ranks with gaps", "1, 2, 3 … for each topic")
    return rankings


def pack_scores(metrics: Sequence[str], values: Sequence[Values]) -> bytes:
    """Per metric a float64 vector over the topics, 0 where undefined, and where it is defined."""
    columns = {}
    for place, one in enumerate(values):
        columns[f"{place} values"] = np.where(one.defined, one.values, 0.0)
        columns[f"{place} defined"] = one.defined.astype(np.uint8)
    return pack({"metrics": list(metrics)}, columns)


def unpack_scores(data: bytes, where: str) -> dict[str, Values]:
    """The values by metric, in the order they were packed."""
    meta, columns = unpack(data, where)
    return {
        metric: Values(
            values=columns[f"{place} values"], defined=columns[f"{place} defined"].astype(np.bool_)
        )
        for place, metric in enumerate(meta["metrics"])
    }
