"""Binary preference."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class BinaryPreference:
    """How rarely documents judged not relevant stand above relevant ones; holes are ignored.

    With R relevant and N judged not relevant documents, a relevant one that n of the latter precede
    adds 1 - min(n, R) / min(N, R), and 1 where n is 0; the sum is divided by R. A negative grade
    counts as unjudged.

    Source: Buckley and Voorhees 2004, doi:10.1145/1008992.1009000, in the form of trec_eval `bpref`
    (m_bpref.c), which bounds by min(N, R).
    """

    def __init__(self, *, rel: int = 1) -> None:
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        relevant = judged.relevant(self._rel)
        bound = judged.nonrelevant(self._rel).clip(max=relevant).clip(min=1)
        pooled = judged.hits.where(judged.hits.grades >= 0)
        hits = pooled.where(pooled.grades >= self._rel)
        above = pooled.nth[pooled.grades >= self._rel] - hits.nth
        lost = above.clip(max=relevant[hits.topics]) / bound[hits.topics]
        return Values.ratio(hits.total(1.0 - lost), relevant)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register Bpref."""
    return [
        MetricPlugin(
            name="Bpref",
            version="1",
            summary="relevant documents ranked above those judged not relevant; ignores holes",
            build=BinaryPreference,
        )
    ]
