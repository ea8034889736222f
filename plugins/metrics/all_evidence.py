"""Whether everything that a question needs was returned."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class AllEvidence:
    """1 where the first k units hold every phrase and every reference document, else 0.

    For questions of several hops: one that wants two documents is not answered by either alone. A
    reference document is a title of the question, or a document judged relevant to it; a phrase
    that is too short to count is left out.

    Source: ours; HotpotQA (Yang et al. 2018, doi:10.18653/v1/D18-1259) asks the same of the
    supporting facts that an answer names.
    """

    def __init__(self, *, cutoff: int) -> None:
        self._cutoff = cutoff

    def score(self, judged: Judged) -> Values:
        """0 or 1 per topic; not defined for a question that names no evidence."""
        shown = judged.evidence
        missing = shown.count(~shown.within(self._cutoff))
        pieces = shown.count(shown.ranks >= 0)
        return Values.over((missing == 0) * 1.0, pieces > 0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register AllEvidence."""
    return [
        MetricPlugin(
            name="AllEvidence",
            version="1",
            summary="whether the first k hold every phrase and reference document of a question",
            build=AllEvidence,
            needs=("evidence",),
            is_binary=True,
            enumerates=False,
        )
    ]
