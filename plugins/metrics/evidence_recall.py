"""How many of a question's evidence phrases were returned."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class EvidenceRecall:
    """The phrases that a unit at rank k or better holds, divided by all phrases of the question.

    Phrases that are too short to count are left out of both. A phrase that no unit of the corpus
    holds stays in the divisor: nothing could return it, and `benchbook gold check` lists it.

    Source: ours; the recall of facts rather than of units, so that ten copies of one passage count
    once.
    """

    def __init__(self, *, cutoff: int) -> None:
        self._cutoff = cutoff

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined for a question without phrases."""
        shown = judged.evidence
        found = shown.within(self._cutoff) & shown.is_phrase
        return Values.ratio(shown.count(found), shown.count(shown.is_phrase))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register EvidenceRecall."""
    return [
        MetricPlugin(
            name="EvidenceRecall",
            version="1",
            summary="share of a question's evidence phrases held within the first k",
            build=EvidenceRecall,
            needs=("evidence",),
            enumerates=False,
        )
    ]
