"""Recall of all that was returned."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class SetRecall:
    """The relevant documents returned, divided by the number of all relevant documents.

    Source: trec_eval `set_recall` (m_set_recall.c); `SetR` of ir-measures.
    """

    def __init__(self, *, rel: int = 1) -> None:
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        found = judged.relevant_hits(self._rel).total()
        return Values.ratio(found, judged.relevant(self._rel))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register SetR."""
    return [
        MetricPlugin(
            name="SetR",
            version="1",
            summary="share of all relevant documents that were returned",
            build=SetRecall,
            aliases=("set_recall",),
        )
    ]
