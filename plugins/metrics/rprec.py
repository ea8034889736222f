"""Precision at the number of relevant documents."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class RPrecision:
    """Precision, and recall, at rank R, the number of relevant documents of the topic.

    Source: trec_eval `Rprec` (m_Rprec.c).
    """

    def __init__(self, *, rel: int = 1) -> None:
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        relevant = judged.relevant(self._rel)
        hits = judged.relevant_hits(self._rel)
        found = hits.where(hits.ranks <= relevant[hits.topics]).total()
        return Values.ratio(found, relevant)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register Rprec."""
    return [
        MetricPlugin(
            name="Rprec",
            version="1",
            summary="precision at the number of relevant documents",
            build=RPrecision,
        )
    ]
