"""Recall at a cut-off, of what the cut-off can hold."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class CappedRecall:
    """The relevant documents at rank k or better, divided by k or by their number if that is less.

    A perfect ranking has 1, however many documents are relevant. It is no recall: with one of four
    found at rank 1, R@1 is 0.25 and R_cap@1 is 1.

    Source: `R_cap@k` of BEIR (Thakur et al. 2021, https://arxiv.org/abs/2104.08663).
    """

    def __init__(self, *, cutoff: int, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        found = judged.relevant_hits(self._rel, self._cutoff).total()
        return Values.ratio(found, judged.relevant(self._rel).clip(max=self._cutoff))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register R_cap."""
    return [
        MetricPlugin(
            name="R_cap",
            version="1",
            summary="share of the relevant documents that k places can hold, found within k",
            build=CappedRecall,
        )
    ]
