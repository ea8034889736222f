"""CombSUM: the sum of scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from benchbook import (
    FuserPlugin,
    Normalisation,
    Rankings,
    Topics,
    check_floor,
    fuse_by_score,
    hookimpl,
    note_raw_scales,
)


class CombSumFuser:
    """Ranks units by the sum of scores.

    score = Σ norm(score) over the lanes that ranked the unit, each lane with the same weight; with
    weights of its own it is `weighted-sum`.

    By default norm is min-max by topic: 1 for the best, 0 for the last, 1 for each where all are
    equal. A lane that did not rank a unit adds 0. `normalise = "none"` adds raw scores; a BM25 sum
    then outweighs any cosine. Source: Fox and Shaw, Combination of Multiple Searches, TREC-2 1994;
    min-max after Lee, SIGIR 1997 (doi:10.1145/258525.258587).

    Terms are rounded to some 15 digits of the largest sum there can be, for raw scores of the topic
    at hand: sums are exact, so the order of the lanes changes nothing and equal sums tie.

    Args:
        normalise: `min-max` or `none`.
        floor: what the least score of a topic becomes under min-max, below 1.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: the floor is negative, 1 or more, or stands beside `none`.
    """

    def __init__(
        self,
        *,
        normalise: Literal["min-max", "none"] = "min-max",
        floor: float = 0.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_floor("combsum", floor, normalise)
        self._normalise: Normalisation = normalise
        self._floor = floor
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        return fuse_by_score(
            topics,
            lanes,
            depth,
            weights=None,
            normalise=self._normalise,
            floor=self._floor,
            ties=self._ties,
        )

    def notes_on(self, lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
        """That raw scores were added, where they were."""
        return note_raw_scales(lanes) if self._normalise == "none" else ()


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="combsum",
            version="1",
            summary="The sum of scores, scaled to 0–1 by topic, every lane alike",
            build=CombSumFuser,
            requires=("numpy",),
        )
    ]
