"""Nearly expected reciprocal rank, equation 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class NERR10:
    """The gain per document of a reader whom gain stops, who else goes on with probability p.

    A model beside `ERR` that C/W/L can express. Grades from `min_rel` to `max_rel` gain 0 to 1
    in equal steps.

    Source: Azzopardi, Mackenzie and Moffat 2021, doi:10.1145/3471158.3472239,
    equation 10; `NERR10` of ir-measures.
    """

    def __init__(self, *, max_rel: int, min_rel: int = 0, p: float = 0.9) -> None:
        check_parameter("NERR10", "p", p, "a number between 0 and 1", fits=0 < p < 1)
        self._min_rel = min_rel
        self._max_rel = max_rel
        self._p = p

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        gain = expected_gain(judged, self._onward, max_rel=self._max_rel, min_rel=self._min_rel)
        return Values.everywhere(gain)

    def _onward(self, ranks: Floats, gains: Floats) -> Floats:
        """How likely the reader goes on after each rank."""
        return self._p * (1.0 - gains)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register NERR10."""
    return [
        MetricPlugin(
            name="NERR10",
            version="1",
            summary="nearly ERR: gain stops the reader, who else goes on with probability p",
            build=NERR10,
            enumerates=False,
        )
    ]
