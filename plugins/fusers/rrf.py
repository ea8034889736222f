"""Reciprocal rank fusion: lanes vote with the reciprocals of their ranks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from benchbook import (
    FuserPlugin,
    Rankings,
    Topics,
    check_number,
    check_weighted_lanes,
    check_weights,
    fuse_by_rank,
    hookimpl,
)


class RrfFuser:
    """Ranks units by the sum of weight / (k + rank) over the lanes that ranked them.

    Ranks count from 1 in the order that a lane delivered; a lane that did not rank a unit adds 0.
    Scores are not looked at. Source: Cormack, Clarke and Buettcher, SIGIR 2009
    (doi:10.1145/1571941.1572114), with k = 60 and without weights; a weight per lane multiplies
    that lane's term.

    Terms are rounded to some 15 digits of the largest sum that the weights allow, which makes sums
    exact: the order of the lanes changes nothing, and units with the same ranks in different lanes
    tie. A lane of weight 0 adds nothing at all: what it alone ranked is not in the answer. A lane
    without a ranking for a topic leaves the others as they are.

    Args:
        weights: one for each lane that is fused, 0 or more; all 1 when None.
        k: how slowly the terms fall with rank, 0 or more.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: a number is negative or not finite, or no weight is above 0.
    """

    def __init__(
        self,
        *,
        weights: Mapping[str, float] | None = None,
        k: float = 60.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_number("rrf", "k", k)
        check_weights("rrf", weights)
        self._weights = weights
        self._k = k
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes that the weights do not fit.

        Raises:
            UsageError: a weight is missing, or is for a lane that is not fused.
        """
        check_weighted_lanes("rrf", lanes, self._weights)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        return fuse_by_rank(topics, lanes, depth, weights=self._weights, k=self._k, ties=self._ties)


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="rrf",
            version="1",
            summary="Reciprocal rank fusion, with a weight for each lane",
            build=RrfFuser,
            requires=("numpy",),
        )
    ]
