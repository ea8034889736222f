"""What each lane brought to a condition: relevant documents found, kept, and found by no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..qrels import Qrels
from ..ranking.rankings import Rankings, share_table
from ..topics import Topics

Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]


@attrs.frozen(kw_only=True)
class Contribution:
    """What one lane brought, counted in pairs of a topic and a document relevant to it.

    Attributes:
        lane: its name.
        found: pairs that the lane returned, at any rank.
        kept: of these, pairs that stand within the depth of the condition.
        alone: of these, pairs that no other lane of the condition returned, at any rank.
        topics: topics that have such a pair.
        of: pairs that the qrels hold for the topics, returned or not.
    """

    lane: str
    found: int
    kept: int
    alone: int
    topics: int
    of: int


def contributions(
    rankings: Rankings, lanes: Mapping[str, Rankings], qrels: Qrels, depth: int
) -> tuple[Contribution, ...]:
    """One per lane of a condition, in their order.

    A document is relevant from grade 1 on. A pair that several lanes returned is alone for none of
    them, so the kept pairs of all lanes may be more than those of the condition, and the pairs
    alone fewer.

    Args:
        rankings: the condition's; its topics are those that count.
        lanes: what its lanes returned, in the same unit; topics that a lane lacks are empty.
        depth: how many rows of the condition count, as the cut-off of a metric.
    """
    topics = rankings.topics
    parts = [rankings.cut(depth), *(lane.for_topics(topics) for lane in lanes.values())]
    table, shared = share_table(parts)
    relevant = _relevant_pairs(qrels, topics, table)
    kept, *found = (_returned(part, relevant, len(table)) for part in shared)
    is_single = np.sum([np.zeros(len(relevant), np.int64), *found], axis=0) == 1
    of = int(qrels.judgments(topics.ids).count(1).sum())
    return tuple(
        Contribution(
            lane=lane,
            found=int(one.sum()),
            kept=int((one & kept).sum()),
            alone=int((one & kept & is_single).sum()),
            topics=len(np.unique(relevant[one & kept & is_single] >> 32)),
            of=of,
        )
        for lane, one in zip(lanes, found, strict=True)
    )


def _relevant_pairs(qrels: Qrels, topics: Topics, table: Sequence[str]) -> Integers:
    """The pairs whose document the table holds: topic index << 32 | code, ascending."""
    located = qrels.judgments(topics.ids).locate(table)
    return located.keys[located.grades >= 1]


def _returned(rankings: Rankings, relevant: Integers, units: int) -> Flags:
    """Whether each relevant pair is among the rows of rankings: bool [pairs]."""
    returned = np.zeros(len(relevant), np.bool_)
    if not len(relevant):
        return returned
    # Few units are relevant to any topic: nearly all rows are done with after one look-up.
    is_wanted = np.zeros(units, np.bool_)
    is_wanted[relevant & 0xFFFFFFFF] = True
    rows = np.flatnonzero(is_wanted[rankings.codes])
    topics = np.searchsorted(rankings.offsets, rows, side="right") - 1
    keys = (topics << 32) | rankings.codes[rows]
    at = np.minimum(np.searchsorted(relevant, keys), len(relevant) - 1)
    returned[at[relevant[at] == keys]] = True
    return returned
