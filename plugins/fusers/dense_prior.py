"""One lane's scores, with a small bonus for what the others find."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from benchbook import (
    FuserPlugin,
    Rankings,
    Topics,
    check_floor,
    check_named_lane,
    check_number,
    fuse_by_score,
    hookimpl,
)


class DensePriorFuser:
    """Ranks units by the score of one lane plus a share of the scores of all others.

    score = norm(dense) + bonus · Σ norm(other), where norm is min-max by topic: 1 for the best, 0
    for the last, 1 for each where all are equal. A lane that did not rank a unit adds 0, so a unit
    that only others found reaches `bonus` at most for each of them, and the last unit of the
    leading lane counts as if that lane had not ranked it, unless `floor` lifts it. At `bonus = 0`
    only the leading lane answers. Source: the strategy `dense_prior` of SciX's fusion sweep, where
    the bonus is called lambda.

    Terms are rounded to some 15 digits of the largest sum there can be, which makes sums exact.

    Args:
        dense: the name of the lane that leads.
        bonus: the share of the others, 0 or more.
        floor: what the least score of a topic becomes under min-max, below 1.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: the bonus is negative or not finite, or the floor is negative, or 1 or more.
    """

    def __init__(
        self,
        *,
        dense: str,
        bonus: float = 0.1,
        floor: float = 0.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_number("dense-prior", "bonus", bonus)
        check_floor("dense-prior", floor)
        self._dense = dense
        self._bonus = bonus
        self._floor = floor
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes without the one that leads.

        Raises:
            UsageError: it is not among them.
        """
        check_named_lane("dense-prior", "dense", self._dense, lanes)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        weights = {name: 1.0 if name == self._dense else self._bonus for name in lanes}
        return fuse_by_score(
            topics, lanes, depth, weights=weights, floor=self._floor, ties=self._ties
        )


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="dense-prior",
            version="1",
            summary="One lane's scores, plus a share of what the others score",
            build=DensePriorFuser,
            requires=("numpy",),
        )
    ]
