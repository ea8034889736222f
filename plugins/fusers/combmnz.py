"""CombMNZ: the sum of scores times the number of lanes that agree."""

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


class CombMnzFuser:
    """Ranks units by the sum of scores times the number of lanes that agree.

    score = n · Σ norm(score), n the number of lanes that ranked the unit: agreement counts twice,
    once in the sum and once in n. A lane's last unit adds 0 to the sum and still counts in n.
    Sums of raw scores below 0 fall further with each lane that agrees.

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
        check_floor("combmnz", floor, normalise)
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
            by_votes=True,
        )

    def notes_on(self, lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
        """That raw scores were added, where they were."""
        return note_raw_scales(lanes) if self._normalise == "none" else ()


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="combmnz",
            version="1",
            summary="The sum of scaled scores times the number of lanes that agree",
            build=CombMnzFuser,
            requires=("numpy",),
        )
    ]
