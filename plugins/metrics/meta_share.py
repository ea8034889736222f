"""How many of the first documents have a value of metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, UsageError, Values, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable


class MetaShare:
    """The share of documents within rank k whose field is one value, or within bounds.

    It needs no judgment: it describes what a ranking returns first, and says nothing of whether
    that is relevant. Documents without the field do not count; `MetaKnown` says how many have it.
    `words` is the number of words of a document.

    Source: article_fraction, short_doc_fraction and, as a share, n_seminal of SciX's comparison of
    ranking flags without relevance labels.

    Args:
        field: of the metadata.
        value: what the field must be, as text; else one bound or both.
        at_least, at_most: bounds of a number, which belong to it.

    Raises:
        UsageError: neither a value nor a bound, or both.
    """

    def __init__(
        self,
        *,
        field: str,
        value: str = "",
        at_least: float | None = None,
        at_most: float | None = None,
        cutoff: int | None = None,
    ) -> None:
        is_bounded = at_least is not None or at_most is not None
        if bool(value) == is_bounded:
            example = "MetaShare(field='year', at_least=2020)@10"
            message = f"MetaShare takes a value, or at_least, at_most or both, as {example}"
            raise UsageError(message)
        self._field, self._value, self._cutoff = field, value, cutoff
        self._low = float("-inf") if at_least is None else at_least
        self._high = float("inf") if at_most is None else at_most

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined where no returned document has the field."""
        import numpy as np

        rows = judged.documents.rows(self._field, self._cutoff)
        known = [self._known(row) for row in rows]
        return Values.ratio(
            np.array([sum(map(self._holds, row)) for row in known], np.int64),
            np.array([len(row) for row in known], np.int64),
        )

    def _known(self, row: Iterable[object]) -> list[object]:
        """The values that can be held against what is asked: numbers, where bounds are."""
        if self._value:
            return [one for one in row if one is not None]
        return [one for one in row if isinstance(one, int | float) and not isinstance(one, bool)]

    def _holds(self, one: object) -> bool:
        """Whether a value is what is asked."""
        if self._value:
            values = one if isinstance(one, tuple | list) else (one,)
            return self._value in map(str, values)
        return isinstance(one, int | float) and self._low <= one <= self._high


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register MetaShare."""
    return [
        MetricPlugin(
            name="MetaShare",
            version="1",
            summary="share of the first k documents with a value of metadata; needs no judgments",
            build=MetaShare,
            needs=("documents",),
            enumerates=False,
        )
    ]
