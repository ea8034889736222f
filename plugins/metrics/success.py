"""Whether a relevant document stands near the top."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class Success:
    """1 where a relevant document stands at rank k or better, else 0; also called hit rate.

    Source: trec_eval `success` (m_success.c).
    """

    def __init__(self, *, cutoff: int, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 or 1 per topic; not defined without relevant documents."""
        found = judged.relevant_hits(self._rel, self._cutoff).total()
        return Values.over(found.clip(max=1), judged.relevant(self._rel) > 0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register Success."""
    return [
        MetricPlugin(
            name="Success",
            version="1",
            summary="whether a relevant document stands within the first k",
            build=Success,
            aliases=("hit",),
            is_binary=True,
            enumerates=False,
        )
    ]
