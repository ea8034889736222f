"""How many of a topic's axes the returned documents cover."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class AxisCoverage:
    """The axes that a document at rank k or better covers, divided by all axes of the topic.

    Axes are the aspects that an answer should cover, as a gold set names them (`axes`, and
    `covers` for judged documents). A document covers them where its grade is at least `rel`; with
    `rel=0`, and without a cut-off, it is RAGdoll's axis coverage, where a paper of grade 0 may
    cover an axis too. An axis that no judged document covers stays in the divisor.

    Source: `axis_coverage` of RAGdoll's release evaluation; with rel >= 1 the subtopic recall of
    Zhai, Cohen and Lafferty 2003, doi:10.1145/860435.860440.

    Args:
        rel: the lowest grade of a document that can cover an axis, 0 or more.
    """

    def __init__(self, *, cutoff: int | None = None, rel: int = 1) -> None:
        self._cutoff = cutoff
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined for a topic without axes."""
        axes = judged.axes
        return Values.ratio(axes.covered(self._cutoff, self._rel), axes.counts)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register AxisCoverage."""
    return [
        MetricPlugin(
            name="AxisCoverage",
            version="1",
            summary="share of a topic's axes that documents within the first k cover",
            build=AxisCoverage,
            needs=("axes",),
            enumerates=False,
        )
    ]
