"""The median of a number in the metadata of the first documents."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl, numbers_of

MOST = 1e9
"""What a number counts as at most, so that the metric has a range."""


class MetaMedian:
    """The median of a field over the documents within rank k that have it as a number.

    Of an even count it is the mean of the middle two. It needs no judgment. Numbers below 0 count
    as 0, and those above `MOST` as that.

    Source: median_citation of SciX's comparison of ranking flags without relevance labels.

    Args:
        field: of the metadata, or `words`.
    """

    def __init__(self, *, field: str, cutoff: int | None = None) -> None:
        self._field, self._cutoff = field, cutoff

    def score(self, judged: Judged) -> Values:
        """0 to `MOST` per topic; not defined where no returned document has the number."""
        import numpy as np

        rows = numbers_of(judged.documents.rows(self._field, self._cutoff))
        defined = np.array([bool(row) for row in rows], np.bool_)
        medians = np.array([float(np.median(row)) if row else 0.0 for row in rows], np.float64)
        return Values.over(medians.clip(0.0, MOST), defined)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register MetaMedian."""
    return [
        MetricPlugin(
            name="MetaMedian",
            version="1",
            summary="median of a number in the metadata of the first k documents",
            build=MetaMedian,
            needs=("documents",),
            high=MOST,
            enumerates=False,
        )
    ]
