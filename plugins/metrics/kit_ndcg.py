"""The sci-rag kit's nDCG, whose ideal is made of what was returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class KitNDCG:
    """How near to the top the relevant units stand among those returned: no recall is in it.

    The gain is 1 for every relevant unit, the discount at rank r log2(r + 1), down to rank k. The
    ideal has the relevant units of the whole ranking, also those behind k, at the top, at most k of
    them; relevant units that were not returned are no part of it. So a ranking with one relevant
    unit at rank 1 has 1, however many it misses, and only rankings of the same depth are compared.

    Source: `ndcg_at_10` of the sci-rag kit; relevant units at ranks 1, at 3, at 1 and 3, and at 2,
    4 and 9 give 1, 0.5, 0.9197 and 0.6395. `nDCG` is another metric.
    """

    def __init__(self, *, cutoff: int) -> None:
        self._cutoff = cutoff

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic; 0 where nothing relevant was returned."""
        hits = judged.relevant_hits()
        within = hits.within(self._cutoff)
        ideal = hits.where(hits.nth <= self._cutoff)
        share = Values.ratio(
            within.total(_discount(within.ranks)), ideal.total(_discount(ideal.nth))
        )
        return Values.everywhere(share.values)


def _discount(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """What a relevant unit is worth at each rank."""
    import numpy as np

    worth: npt.NDArray[np.float64] = 1.0 / np.log2(ranks + 1.0)
    return worth


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register kit-nDCG."""
    return [
        MetricPlugin(
            name="kit-nDCG",
            version="1",
            summary="the sci-rag kit's nDCG: its ideal is made of the returned relevant units",
            build=KitNDCG,
            enumerates=False,
        )
    ]
