"""What each lane brought to a condition: relevant documents found, kept, and found by no other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..objects.comparisons import LaneCounts
from ..qrels import Qrels
from ..ranking.rankings import Rankings


def contributions(
    condition: str, rankings: Rankings, lanes: Mapping[str, Rankings], qrels: Qrels, depth: int
) -> tuple[LaneCounts, ...]:
    """One per lane of a condition, in their order.

    A document is relevant from grade 1 on. A pair that several lanes have is alone for none of
    them, so the kept pairs of all lanes may be more than those of the condition, and the pairs
    alone fewer.

    Args:
        condition: its name.
        rankings: the condition's; its topics are those that count.
        lanes: what its lanes returned, in the same unit; topics that a lane lacks are empty.
        depth: how many rows count, of the condition and of each lane. A lane that is asked for most
            of a corpus returns most of what is relevant too; what it brings stands near its top.
    """
    topics = rankings.topics
    pairs = qrels.judgments(topics.ids).relevant
    aligned = (rankings, *(lane.for_topics(topics) for lane in lanes.values()))
    kept, *found = ((ranks > 0) & (ranks <= depth) for ranks in map(pairs.ranks, aligned))
    is_single = np.sum([np.zeros(len(kept), np.int64), *found], axis=0) == 1
    return tuple(
        LaneCounts(
            condition=condition,
            lane=lane,
            found=int(one.sum()),
            kept=int((one & kept).sum()),
            alone=int((one & kept & is_single).sum()),
            topics=len(np.unique(pairs.topics[one & kept & is_single])),
            of=len(kept),
            rows=int(np.minimum(np.diff(whole.offsets), depth).sum()),
            tied=int((whole.tied & (whole.ranks <= depth)).sum()),
        )
        for lane, whole, one in zip(lanes, aligned[1:], found, strict=True)
    )
