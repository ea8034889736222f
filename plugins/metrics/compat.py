"""Compatibility with an ideal ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, fading, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from benchbook import Hits


class Compatibility:
    """How much a ranking overlaps with the ideal one at every depth, the top counting most.

    The ideal has all documents of grade 1 or more, best grade first; those of one grade stand in
    the order of the ranking, unranked ones last. At depth d the share of common documents counts
    p**(d - 1), down to the longer of both. Normalised, it is divided by what the ideal itself would
    have. Equal scores keep the delivered order, where ir-measures takes that of the qrels file.

    Source: Clarke, Vtyurina and Smucker 2021, doi:10.1145/3451161; the overlap is RBO, Webber,
    Moffat and Zobel 2010, doi:10.1145/1852102.1852106; `Compat(p=, normalize=)` of ir-measures.

    Args:
        p: how much of its weight each depth leaves to the next, between 0 and 1.
        normalize: whether the ideal ranking itself has 1.
    """

    def __init__(self, *, p: float = 0.95, normalize: bool = True) -> None:
        check_parameter("Compat", "p", p, "a number between 0 and 1", fits=0 < p < 1)
        self._p = p
        self._is_normalised = normalize

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        import numpy as np

        relevant = judged.relevant()
        depths = np.maximum(judged.depths, relevant)
        weights = fading(self._p, int(depths.max(initial=0)))
        shares = weights / np.arange(1, len(weights) + 1)
        # Sums of what is above each depth: a document common from depth d on adds the rest.
        above = np.concatenate([[0.0], np.add.accumulate(shares)])
        hits = judged.relevant_hits()
        common_from = np.maximum(hits.ranks, _places(judged, hits))
        overlap = hits.total(above[depths[hits.topics]] - above[common_from - 1])
        whole = np.concatenate([[0.0], np.add.accumulate(weights)])
        best = whole[relevant] + relevant * (above[depths] - above[relevant])
        bound = best if self._is_normalised else whole[depths]
        return Values.over(Values.ratio(overlap, bound).values.clip(0.0, 1.0), relevant > 0)


def _places(judged: Judged, hits: Hits) -> npt.NDArray[np.int64]:
    """The rank of each hit in the ideal ranking: int64 [hits]."""
    import numpy as np

    ideals = judged.ideals
    keys = (ideals.topics << 33) - ideals.grades  # ascending, for ideals have the best grade first
    own = (hits.topics << 33) - hits.grades
    first = np.searchsorted(keys, own, side="left") - np.searchsorted(ideals.topics, hits.topics)
    order = np.argsort(own, kind="stable")
    nth = np.empty(len(own), np.int64)
    nth[order] = np.arange(len(own)) - np.searchsorted(own[order], own[order], side="left")
    return first + nth + 1


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register Compat."""
    return [
        MetricPlugin(
            name="Compat",
            version="1",
            summary="how much a ranking overlaps with the ideal one, the top counting most",
            build=Compatibility,
        )
    ]
