"""Nearly expected reciprocal rank, equation 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class NERR9:
    """The gain per document of a reader whom gain stops and rank r in one of r + 1 cases.

    A model beside `ERR` that C/W/L can express. Grades from `min_rel` to `max_rel` gain 0 to 1
    in equal steps.

    Source: Azzopardi, Mackenzie and Moffat 2021, doi:10.1145/3471158.3472239,
    equation 9; `NERR9` of ir-measures.
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

        return np.where(ranks < self._cutoff, ranks / (ranks + 1.0) * (1.0 - gains), 0.0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register NERR9."""
    return [
        MetricPlugin(
            name="NERR9",
            version="1",
            summary="nearly ERR: gain stops the reader, and the rank, down to k",
            build=NERR9,
            enumerates=False,
        )
    ]
