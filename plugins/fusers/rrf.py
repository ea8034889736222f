"""Reciprocal rank fusion: lanes vote with the reciprocals of their ranks."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Literal

from benchbook import FuserPlugin, Rankings, Topics, UsageError, exact_points, hookimpl, sum_lanes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


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
        _check_number("k", k)
        for lane, weight in (weights or {}).items():
            _check_number(f"the weight of lane {lane!r}", weight)
        if weights is not None and not 0 < sum(weights.values()) < math.inf:
            message = "rrf: the weights add up to 0 or to infinity; expected a finite sum above 0"
            raise UsageError(message)
        self._weights = weights
        self._k = k
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes that the weights do not fit.

        Raises:
            UsageError: a weight is missing, or is for a lane that is not fused.
        """
        if self._weights is None:
            return
        missing = sorted(set(lanes).difference(self._weights))
        unknown = sorted(set(self._weights).difference(lanes))
        if missing or unknown:
            found = (
                f"no weight for lane {missing[0]!r}"
                if missing
                else f"a weight for {unknown[0]!r}, which is not fused"
            )
            message = f"rrf: found {found}; expected one for each of {', '.join(sorted(lanes))}"
            raise UsageError(message)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        weights = self._weights or dict.fromkeys(lanes, 1.0)
        voting = [name for name in sorted(lanes) if weights[name]]
        rankings = [lanes[name].for_topics(topics) for name in voting]
        bound = sum(weights.values()) / (self._k + 1)
        points = [
            self._points(ranking, weights[name], bound)
            for name, ranking in zip(voting, rankings, strict=True)
        ]
        return sum_lanes(topics, rankings, points, depth, ties=self._ties)

    def _points(self, ranking: Rankings, weight: float, bound: float) -> npt.NDArray[np.float64]:
        """What each row of a lane gives: computed once for each rank."""
        import numpy as np

        ranks = np.arange(1, int(ranking.ranks.max(initial=0)) + 1)
        by_rank: npt.NDArray[np.float64] = exact_points(weight / (self._k + ranks), bound)
        return by_rank.take(ranking.ranks - 1)


def _check_number(name: str, value: float) -> None:
    """Refuse a number that is negative or not finite.

    Raises:
        UsageError: it is.
    """
    if not (math.isfinite(value) and value >= 0):
        message = f"rrf: {name} is {value}; expected a finite number, 0 or more"
        raise UsageError(message)


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
