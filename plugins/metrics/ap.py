"""Average precision."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class AveragePrecision:
    """The precision at the rank of each relevant document, summed and divided by their number.

    Relevant documents that were not ranked add 0. With a cut-off only ranks within it add, and the
    divisor stays the number of all relevant documents.

    Source: Buckley and Voorhees 2000, doi:10.1145/345508.345543; trec_eval `map` (m_map.c), with a
    cut-off `map_cut` (m_map_cut.c).
    """

    def __init__(self, *, cutoff: int | None = None, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        hits = judged.relevant_hits(self._rel, self._cutoff)
        return Values.ratio(hits.total(hits.nth / hits.ranks), judged.relevant(self._rel))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register AP."""
    return [
        MetricPlugin(
            name="AP",
            version="1",
            summary="average precision over all relevant documents",
            build=AveragePrecision,
            aliases=("MAP", "map_cut"),
        )
    ]
