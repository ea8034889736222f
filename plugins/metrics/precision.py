"""Precision at a cut-off."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class Precision:
    """The relevant documents at rank k or better, divided by k, however few were returned.

    Source: trec_eval `P` (m_P.c).
    """

    def __init__(self, *, cutoff: int, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        found = judged.relevant_hits(self._rel, self._cutoff).total()
        return Values.everywhere(found / self._cutoff)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register P."""
    return [
        MetricPlugin(
            name="P",
            version="1",
            summary="share of the first k places that relevant documents fill",
            build=Precision,
            enumerates=False,
        )
    ]
