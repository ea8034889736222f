"""Precision of all that was returned."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class SetPrecision:
    """The relevant documents returned, divided by the number returned; 0 where nothing was.

    For systems that return a set whose size is theirs to choose. `P@k` divides by k.

    Source: trec_eval `set_P` (m_set_P.c); `SetP` of ir-measures.
    """

    def __init__(self, *, rel: int = 1) -> None:
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        found = judged.relevant_hits(self._rel).total()
        return Values.everywhere(Values.ratio(found, judged.depths).values)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register SetP."""
    return [
        MetricPlugin(
            name="SetP",
            version="1",
            summary="share of the returned documents that are relevant",
            build=SetPrecision,
            aliases=("set_P",),
            enumerates=False,
        )
    ]
