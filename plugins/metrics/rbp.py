"""Rank-biased precision."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, check_parameter, fading, hookimpl


class RankBiasedPrecision:
    """How much a reader finds who goes on from each rank to the next with probability p.

    A relevant document at rank r adds (1 - p) * p**(r - 1). Relevance is binary, from grade `rel`
    on. What is unjudged or lies below the ranking adds nothing; `RBPResidual` says how much it
    could, so that the true value is between RBP and RBP + RBPResidual.

    Source: Moffat and Zobel 2008, doi:10.1145/1416950.1416952; `RBP(p=, rel=)` of ir-measures.
    trec_eval 10's `rbp` has p = 0.9 as its default and gains by grade.
    """

    def __init__(self, *, cutoff: int | None = None, p: float = 0.8, rel: int = 1) -> None:
        check_parameter("RBP", "p", p, "a number between 0 and 1", fits=0 < p < 1)
        self._cutoff = cutoff
        self._p = p
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        hits = judged.relevant_hits(self._rel, self._cutoff)
        weights = (1.0 - self._p) * fading(self._p, int(hits.ranks.max(initial=0)))
        # Rounding alone could lift a ranking full of relevant documents above 1.
        return Values.everywhere(hits.total(weights[hits.ranks - 1]).clip(max=1.0))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register RBP."""
    return [
        MetricPlugin(
            name="RBP",
            version="1",
            summary="what a reader finds who goes on to the next rank with probability p",
            build=RankBiasedPrecision,
            enumerates=False,
        )
    ]
