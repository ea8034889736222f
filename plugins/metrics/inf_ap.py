"""Inferred average precision."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl

_SMOOTHING = 0.00001
"""So that a first relevant document with nothing judged above it has no division by zero."""


class InferredAveragePrecision:
    """AP where only a sample of the pool was judged: a negative grade is pooled but not judged.

    The precision at a relevant document is estimated from the judged documents above it. Documents
    above it that no pool held count as not relevant; pooled ones that were not judged count as
    relevant in the same proportion as the judged. Where all of the pool is judged it is AP, but for
    a smoothing of 0.00001.

    Source: Yilmaz and Aslam 2006, doi:10.1145/1183614.1183633; trec_eval `infAP` (m_infap.c).
    """

    def __init__(self, *, rel: int = 1) -> None:
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        relevant = judged.relevant_hits(self._rel)
        is_relevant = judged.hits.grades >= self._rel
        pooled = judged.hits.nth[is_relevant] - 1  # above this one, judged or not
        known = judged.hits.where(judged.hits.grades >= 0)
        seen = known.nth[known.grades >= self._rel] - 1  # above this one and judged
        above = relevant.nth - 1
        share = (above + _SMOOTHING) / (seen + 2 * _SMOOTHING)
        precision = (1.0 + pooled * share) / relevant.ranks
        return Values.ratio(relevant.total(precision), judged.relevant(self._rel))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register infAP."""
    return [
        MetricPlugin(
            name="infAP",
            version="1",
            summary="average precision estimated where a sample of the pool was judged",
            build=InferredAveragePrecision,
        )
    ]
