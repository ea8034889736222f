"""The weighted sum of what lanes score, each on a scale of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from benchbook import (
    FuserPlugin,
    Normalisation,
    Rankings,
    Topics,
    check_floor,
    check_weighted_lanes,
    check_weights,
    fuse_by_score,
    hookimpl,
    note_raw_scales,
)


class WeightedSumFuser:
    """Ranks units by the sum of weight · score over the lanes that ranked them.

    Scores are put on one scale first, topic by topic: by default min-max, so that a lane's best
    unit counts 1 and its last one 0. Where all scores of a topic are equal, a single unit among
    them, each counts 1. A lane that did not rank a unit adds 0: the last unit of a lane is then not
    told from one that it did not rank, unless `floor` lifts it. `normalise = "none"` adds raw
    scores; a BM25 sum then outweighs any cosine. Source: Fox and Shaw, TREC-2 1994, with weights as
    in Vogt and Cottrell, Information Retrieval 1999 (doi:10.1023/A:1009980820262).

    Terms are rounded to some 15 digits of the largest sum there can be, for raw scores of the topic
    at hand: sums are exact, so the order of the lanes changes nothing and equal sums tie. A
    lane of weight 0 adds nothing at all: what it alone ranked is not in the answer.

    Args:
        weights: one for each lane that is fused, 0 or more; all 1 when None.
        normalise: `min-max` or `none`.
        floor: what the least score of a topic becomes under min-max, below 1.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: a weight is negative or not finite, no weight is above 0, or the floor is
            negative, 1 or more, or stands beside `none`.
    """

    def __init__(
        self,
        *,
        weights: Mapping[str, float] | None = None,
        normalise: Literal["min-max", "none"] = "min-max",
        floor: float = 0.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_weights("weighted-sum", weights)
        check_floor("weighted-sum", floor, normalise)
        self._weights = weights
        self._normalise: Normalisation = normalise
        self._floor = floor
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes that the weights do not fit.

        Raises:
            UsageError: a weight is missing, or is for a lane that is not fused.
        """
        check_weighted_lanes("weighted-sum", lanes, self._weights)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        return fuse_by_score(
            topics,
            lanes,
            depth,
            weights=self._weights,
            normalise=self._normalise,
            floor=self._floor,
            ties=self._ties,
        )

    def notes_on(self, lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
        """That raw scores were added, where they were."""
        if self._normalise != "none":
            return ()
        weights = self._weights or dict.fromkeys(lanes, 1.0)
        return note_raw_scales({name: lanes[name] for name in lanes if weights[name]})


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="weighted-sum",
            version="1",
            summary="The weighted sum of scores, scaled to 0–1 by topic",
            build=WeightedSumFuser,
            requires=("numpy",),
        )
    ]
