"""How many of the first documents have a value of metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, UsageError, Values, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]


MOST = 1e6
"""What a count can be at most, so that the metric has a range."""


class MetaShare:
    """The share of documents within rank k whose field is one value, or within bounds.

    It needs no judgment: it describes what a ranking returns first, and says nothing of whether
    that is relevant. Documents without the field do not count; `MetaKnown` says how many have it,
    and stands beside it in every run. `words` is the number of words of a document.

    Source: article_fraction and short_doc_fraction of SciX's comparison of ranking flags without
    relevance labels.

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
        self._field, self._cutoff = field, cutoff
        self._asked = _Asked("MetaShare", value, at_least, at_most)

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined where no returned document has the field."""
        return Values.ratio(*self._asked.counts(judged, self._field, self._cutoff))


class MetaCount:
    """The number of documents within rank k whose field is one value, or within bounds.

    As `MetaShare`, and not divided: a ranking that returns fewer documents has fewer of them.

    Source: n_seminal of SciX's comparison of ranking flags without relevance labels, which counts
    papers of 500 citations or more.

    Args:
        field: of the metadata, or `words`.
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
        self._field, self._cutoff = field, cutoff
        self._asked = _Asked("MetaCount", value, at_least, at_most)

    def score(self, judged: Judged) -> Values:
        """0 to k per topic; not defined where no returned document has the field."""
        held, known = self._asked.counts(judged, self._field, self._cutoff)
        return Values.over(held.astype(float), known > 0)


class _Asked:
    """What a field is held against: a value, or bounds of a number."""

    def __init__(
        self, name: str, value: str, at_least: float | None, at_most: float | None
    ) -> None:
        is_bounded = at_least is not None or at_most is not None
        if bool(value) == is_bounded:
            example = f"{name}(field='year', at_least=2020)@10"
            message = f"{name} takes a value, or at_least, at_most or both, as {example}"
            raise UsageError(message)
        self._value = value
        self._low = float("-inf") if at_least is None else at_least
        self._high = float("inf") if at_most is None else at_most

    def counts(self, judged: Judged, field: str, cutoff: int | None) -> tuple[Integers, Integers]:
        """By topic, how many documents are what is asked, and of how many that is known."""
        import numpy as np

        known = [self._known(row) for row in judged.documents.rows(field, cutoff)]
        held = np.array([sum(map(self._holds, row)) for row in known], np.int64)
        return held, np.array([len(row) for row in known], np.int64)

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
    """Register MetaShare and MetaCount."""
    return [
        MetricPlugin(
            name="MetaShare",
            version="1",
            summary="share of the first k documents with a value of metadata; needs no judgments",
            build=MetaShare,
            needs=("documents",),
            enumerates=False,
        ),
        MetricPlugin(
            name="MetaCount",
            version="1",
            summary="number of the first k documents with a value of metadata; needs no judgments",
            build=MetaCount,
            needs=("documents",),
            high=MOST,
            enumerates=False,
        ),
    ]
