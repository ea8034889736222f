"""The median of a number in the metadata of the first documents."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, UsageError, Values, hookimpl, numbers_of

MOST = 1e6
"""How far from 0 a number may lie, so that the metric has a range in which a test is exact."""


class MetaMedian:
    """The median of a field over the documents within rank k that have it as a number.

    Of an even count it is the mean of the middle two. It needs no judgment. Documents without the
    number do not count; `MetaKnown` says how many have it, and stands beside it in every run.

    Source: median_citation of SciX's comparison of ranking flags without relevance labels.

    Args:
        field: of the metadata, or `words`.
    """

    def __init__(self, *, field: str, cutoff: int | None = None) -> None:
        self._field, self._cutoff = field, cutoff

    def score(self, judged: Judged) -> Values:
        """A number per topic; not defined where no returned document has the number.

        Raises:
            UsageError: a number lies further from 0 than `MOST`.
        """
        import numpy as np

        rows = numbers_of(judged.documents.rows(self._field, self._cutoff))
        defined = np.array([bool(row) for row in rows], np.bool_)
        medians = np.array([float(np.median(row)) if row else 0.0 for row in rows], np.float64)
        beyond = medians[np.abs(medians) > MOST]
        if len(beyond):
            message = (
                f"MetaMedian(field={self._field!r}): found a median of {beyond[0]:g}; expected "
                f"-{MOST:g} to {MOST:g}: take MetaShare(field={self._field!r}, at_least=…)"
            )
            raise UsageError(message)
        return Values.over(medians, defined)


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
            low=-MOST,
            high=MOST,
            enumerates=False,
        )
    ]
