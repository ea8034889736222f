"""Reciprocal rank fusion in which some lanes speak only with their best units."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from benchbook import (
    FuserPlugin,
    Rankings,
    Topics,
    UsageError,
    check_named_lane,
    check_number,
    check_weighted_lanes,
    check_weights,
    fuse_by_rank,
    hookimpl,
)


class RankCutoffRrfFuser:
    """Reciprocal rank fusion after cutting the lanes that are named to their first units.

    score = Σ weight / (k + rank), as `rrf` has it; a lane in `cut` adds for its first `cutoff`
    ranks and nothing below them. At `cutoff = 0` it adds nothing at all, and what it alone ranked
    is not in the answer. Source: the strategy `rank_cutoff_rrf` of SciX's fusion sweep, which cuts
    the keyword lane, whose tail is noise.

    Args:
        cut: the names of the lanes that are cut.
        cutoff: ranks of them that count, 0 or more.
        weights: one for each lane that is fused, 0 or more; all 1 when None.
        k: how slowly the terms fall with rank, 0 or more.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: no lane is named, or a number is negative or not finite.
    """

    def __init__(
        self,
        *,
        cut: tuple[str, ...],
        cutoff: int = 10,
        weights: Mapping[str, float] | None = None,
        k: float = 60.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_number("rank-cutoff-rrf", "cutoff", cutoff)
        check_number("rank-cutoff-rrf", "k", k)
        check_weights("rank-cutoff-rrf", weights)
        if not cut:
            message = 'rank-cutoff-rrf: cut = []; expected at least one lane, as cut = ["keyword"]'
            raise UsageError(message)
        self._cut = cut
        self._cutoff = cutoff
        self._weights = weights
        self._k = k
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes that the parameters do not fit.

        Raises:
            UsageError: a lane to cut is not fused, the weights do not fit, or nothing is left.
        """
        for name in self._cut:
            check_named_lane("rank-cutoff-rrf", "cut", name, lanes)
        check_weighted_lanes("rank-cutoff-rrf", lanes, self._weights)
        weights = self._weights or dict.fromkeys(lanes, 1.0)
        if not self._cutoff and not any(weights[name] for name in lanes if name not in self._cut):
            left = "a lane of a weight above 0 that is not cut"
            message = f"rank-cutoff-rrf: cutoff = 0 leaves no lane; expected {left}"
            raise UsageError(message)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        heard = {
            name: ranking.cut(self._cutoff) if name in self._cut else ranking
            for name, ranking in lanes.items()
        }
        return fuse_by_rank(topics, heard, depth, weights=self._weights, k=self._k, ties=self._ties)


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="rank-cutoff-rrf",
            version="1",
            summary="Reciprocal rank fusion with some lanes cut to their first ranks",
            build=RankCutoffRrfFuser,
            requires=("numpy",),
        )
    ]
