"""Rankings and scores as objects of the ledger."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..codec import structure
from ..errors import BadData
from ..events import MadeBy
from ..measuring.judged import Values
from ..plain import to_plain
from ..ranking.rankings import Rankings
from ..topics import Topics
from .columns import pack, unpack

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
            "units": list(map(rankings.table.__getitem__, used.tolist())),
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


def pack_scores(scores: Mapping[str, tuple[MadeBy, Values]]) -> bytes:
    """Per metric its pin, a float64 vector over the topics, and where it is defined."""
    columns = {}
    for place, (_, one) in enumerate(scores.values()):
        columns[f"{place} values"] = np.where(one.defined, one.values, 0.0)
        columns[f"{place} defined"] = one.defined.astype(np.uint8)
    metrics = [[name, to_plain(made_by)] for name, (made_by, _) in scores.items()]
    return pack({"metrics": metrics}, columns)


def unpack_scores(data: bytes, where: str) -> dict[str, tuple[MadeBy, Values]]:
    """Each metric's pin and values, in the order they were packed."""
    meta, columns = unpack(data, where)
    return {
        name: (
            structure(MadeBy, made_by, where),
            Values(
                values=columns[f"{place} values"],
                defined=columns[f"{place} defined"].astype(np.bool_),
            ),
        )
        for place, (name, made_by) in enumerate(meta["metrics"])
    }
