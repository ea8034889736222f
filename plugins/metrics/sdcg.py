"""Scaled discounted cumulative gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class ScaledDCG:
    """Discounted gain, divided by that of k documents of the highest grade.

    It is nDCG as if there were always enough of the best documents to fill k places, so that it
    needs no knowledge of what was not returned. Grades from `min_rel` to `max_rel` gain 0 to 1 in
    equal steps. The discount at rank r is log2(r + 1).

    Source: Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418, scaled as in C/W/L
    (Moffat, Bailey, Scholer and Thomas 2017, doi:10.1145/3052768); `SDCG` of ir-measures.
    """

    def __init__(self, *, cutoff: int, max_rel: int, min_rel: int = 0) -> None:
        self._cutoff = cutoff
        self._min_rel = min_rel
        self._max_rel = max_rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        gain = expected_gain(
            judged, self._onward, max_rel=self._max_rel, min_rel=self._min_rel, cutoff=self._cutoff
        )
        return Values.everywhere(gain)

    def _onward(self, ranks: Floats, gains: Floats) -> Floats:
        """How likely the reader goes on after each rank."""
        import numpy as np

        onward: Floats = np.log2(ranks + 1.0) / np.log2(ranks + 2.0)
        return np.broadcast_to(onward, gains.shape)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register SDCG."""
    return [
        MetricPlugin(
            name="SDCG",
            version="1",
            summary="discounted gain against k documents of the highest grade",
            build=ScaledDCG,
            enumerates=False,
        )
    ]
