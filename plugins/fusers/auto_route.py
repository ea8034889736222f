"""Each topic is asked of the lanes that a stated rule chooses for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    read_routes,
)

ALL = "all"


class AutoRouteFuser:
    """Fuses, topic by topic, the lanes that the first rule which holds names, by reciprocal ranks.

    The rules stand in the experiment, so that a report can be read without this code:

        rules = ["words <= 3 -> keyword, vector", "otherwise -> all"]

    Predicates look at the topic's text alone: `words` or `characters` with `<=` or `>=` and a
    number, `has digit`, `has quotes`, `has question mark`, `starts with how, why`, and `otherwise`,
    which stands last. The chosen lanes are fused as `rrf` does: score = Σ weight / (k + rank). What
    was chosen is recorded for each topic. All lanes are asked about all topics either way: the rule
    decides who is heard, so it saves nothing here.

    Args:
        rules: `PREDICATE -> LANES` each, the first that holds decides.
        weights: one for each lane that is fused, 0 or more; all 1 when None.
        k: how slowly the terms fall with rank, 0 or more.
        ties: equal sums go by the neutral key, which favours no id, or by `doc_id asc`.

    Raises:
        UsageError: a rule of another form or that can never decide, no last rule that always holds,
            or a number that is negative or not finite.
    """

    def __init__(
        self,
        *,
        rules: tuple[str, ...],
        weights: Mapping[str, float] | None = None,
        k: float = 60.0,
        ties: Literal["neutral", "doc_id asc"] = "neutral",
    ) -> None:
        check_number("auto-route", "k", k)
        check_weights("auto-route", weights)
        self._routes = read_routes(rules)
        self._weights = weights
        self._k = k
        self._ties: Literal["neutral", "doc_id asc"] = ties

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse lanes that the rules or the weights do not fit.

        Raises:
            UsageError: a rule names a lane that is not fused, or only lanes of weight 0; a lane is
                called `all`; or the weights do not fit.
        """
        for route in self._routes:
            for name in route.lanes:
                check_named_lane("auto-route", f"rule {route.text!r} names", name, lanes)
        check_weighted_lanes("auto-route", lanes, self._weights)
        self._refuse_silence(lanes)

    def _refuse_silence(self, lanes: Collection[str]) -> None:
        """Refuse a rule whose lanes all have the weight 0, and a lane that is called like all."""
        if ALL in lanes:
            message = f"auto-route: a lane is called {ALL!r}, which means every lane; rename it"
            raise UsageError(message)
        weights = self._weights or dict.fromkeys(lanes, 1.0)
        for route in self._routes:
            if not any(weights[name] for name in route.lanes or lanes):
                message = f"auto-route: rule {route.text!r} names only lanes of weight 0"
                raise UsageError(message)

    def choose(self, topics: Topics) -> Sequence[str]:
        """The rule that decided, topic by topic."""
        return [self._routes[at].text for at in self._chosen(topics)]

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        import numpy as np

        self.check_lanes(lanes)
        chosen = np.array(self._chosen(topics), np.int64)
        heard = {}
        for name, ranking in lanes.items():
            aligned = ranking.for_topics(topics)
            names = [not route.lanes or name in route.lanes for route in self._routes]
            speaks = np.array(names, np.bool_)[chosen]
            heard[name] = aligned.keep(np.repeat(speaks, np.diff(aligned.offsets)))
        return fuse_by_rank(topics, heard, depth, weights=self._weights, k=self._k, ties=self._ties)

    def _chosen(self, topics: Topics) -> list[int]:
        """The place of the first rule that holds for each topic."""
        return [
            next(at for at, route in enumerate(self._routes) if route.holds(text))
            for text in topics.texts
        ]


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="auto-route",
            version="1",
            summary="Each topic fused from the lanes that a stated rule chooses",
            build=AutoRouteFuser,
            requires=("numpy",),
        )
    ]
