"""How many of the first documents have a field of metadata at all."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, hookimpl


class MetaKnown:
    """The share of documents within rank k that have a field: what `MetaShare` is of.

    Source: Benchbook's own, so that what a share leaves out is never silent.

    Args:
        field: of the metadata.
    """

    def __init__(self, *, field: str, cutoff: int | None = None) -> None:
        self._field, self._cutoff = field, cutoff

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined where nothing was returned."""
        import numpy as np

        rows = judged.documents.rows(self._field, self._cutoff)
        return Values.ratio(
            np.array([sum(one is not None for one in row) for row in rows], np.int64),
            np.array([len(row) for row in rows], np.int64),
        )


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register MetaKnown."""
    return [
        MetricPlugin(
            name="MetaKnown",
            version="1",
            summary="share of the first k documents that have a field of metadata",
            build=MetaKnown,
            needs=("documents",),
            enumerates=False,
        )
    ]
