"""Reciprocal rank."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class ReciprocalRank:
    """One over the rank of the first relevant document; 0 where none is ranked within the cut-off.

    Source: Kantor and Voorhees 2000, doi:10.1023/A:1009902609570; trec_eval `recip_rank`
    (m_recip_rank.c), which knows no cut-off.
    """

    def __init__(self, *, cutoff: int | None = None, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        hits = judged.relevant_hits(self._rel, self._cutoff)
        first = hits.where(hits.nth == 1)
        return Values.over(first.total(1 / first.ranks), judged.relevant(self._rel) > 0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register RR."""
    return [
        MetricPlugin(
            name="RR",
            version="1",
            summary="one over the rank of the first relevant document",
            build=ReciprocalRank,
            aliases=("MRR", "recip_rank"),
            enumerates=False,
        )
    ]
