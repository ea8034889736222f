"""Recall at a cut-off."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class Recall:
    """The relevant documents at rank k or better, divided by the number of all relevant documents.

    Source: trec_eval `recall` (m_recall.c). Not capped: with more than k relevant documents it
    cannot reach 1.
    """

    def __init__(self, *, cutoff: int, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        found = judged.relevant_hits(self._rel, self._cutoff).total()
        return Values.ratio(found, judged.relevant(self._rel))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register R."""
    return [
        MetricPlugin(
            name="R",
            version="1",
            summary="share of all relevant documents found within k",
            build=Recall,
            aliases=("Recall",),
        )
    ]
