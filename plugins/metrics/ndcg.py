"""Normalised discounted cumulative gain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from benchbook import Judged, MetricPlugin, UsageError, Values, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from benchbook import Hits

_HIGHEST = 1000
"""The highest grade that exponential gain takes: 2**1024 is beyond a float64."""


class NDCG:
    """The discounted gain of a ranking, divided by that of the best ranking of what is judged.

    The gain of grade g is g (`dcg='log2'`) or 2**g - 1 (`dcg='exp-log2'`); the discount at rank r
    is log2(r + 1). Judged documents that were not ranked belong to the best ranking too, so the
    value never exceeds 1. Negative grades gain 0.

    Source: Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418, in the form of trec_eval `ndcg`
    and `ndcg_cut` (m_ndcg.c, m_ndcg_cut.c); exponential gain: Burges et al. 2005,
    doi:10.1145/1102351.1102363.
    """

    def __init__(
        self, *, cutoff: int | None = None, dcg: Literal["log2", "exp-log2"] = "log2"
    ) -> None:
        self._cutoff = cutoff
        self._exponential = dcg == "exp-log2"

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined where no document has a grade above 0."""
        return Values.ratio(
            self._gain(judged.relevant_hits(cutoff=self._cutoff)),
            self._gain(judged.ideals.within(self._cutoff)),
        )

    def _gain(self, hits: Hits) -> npt.NDArray[np.float64]:
        import numpy as np

        grades = hits.grades.clip(min=0)
        if not self._exponential:
            return hits.total(grades / np.log2(hits.ranks + 1.0))
        if len(grades) and grades.max() > _HIGHEST:
            message = (
                f"grade {grades.max()} is too high for dcg='exp-log2', which takes at most "
                f"{_HIGHEST}; use linear gain (nDCG without dcg)"
            )
            raise UsageError(message)
        return hits.total((np.exp2(grades) - 1.0) / np.log2(hits.ranks + 1.0))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register nDCG."""
    return [
        MetricPlugin(
            name="nDCG",
            version="1",
            summary="discounted gain against the best possible ranking of all judged documents",
            build=NDCG,
            aliases=("ndcg_cut",),
        )
    ]
