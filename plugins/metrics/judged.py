"""The share of what was returned that somebody judged."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class JudgedShare:
    """How much of the top of a ranking the qrels know: 1 less the share of holes.

    A ranking shorter than the cut-off is divided by its own length; an empty one has 0. Any grade
    counts as judged. Where titles and phrases decide of every unit there are no holes, and it is 1.

    Source: `Judged@k` of ir-measures (doi:10.1007/978-3-030-99739-7_38).
    """

    def __init__(self, *, cutoff: int | None = None) -> None:
        self._cutoff = cutoff

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        return Values.everywhere(judged.judged_share(self._cutoff))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register Judged."""
    return [
        MetricPlugin(
            name="Judged",
            version="1",
            summary="share of the returned documents that are judged at all",
            build=JudgedShare,
            enumerates=False,
        )
    ]
