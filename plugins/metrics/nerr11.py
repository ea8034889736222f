"""Nearly expected reciprocal rank, equation 11."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class NERR11:
    """The gain per document of a reader whom gain stops, who else reads on as in INSQ.

    A model beside `ERR` that C/W/L can express. Grades from `min_rel` to `max_rel` gain 0 to 1
    in equal steps.

    Source: Azzopardi, Mackenzie and Moffat 2021, doi:10.1145/3471158.3472239,
    equation 11; `NERR11` of ir-measures.
    """

    def __init__(
        self,
        *,
        max_rel: int,
        min_rel: int = 0,
        T: float = 1.0,  # noqa: N803 - ir-measures spells it so
    ) -> None:
        check_parameter("NERR11", "T", T, "a number above 0", fits=0 < T < float("inf"))
        self._min_rel = min_rel
        self._max_rel = max_rel
        self._goal = T

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        gain = expected_gain(judged, self._onward, max_rel=self._max_rel, min_rel=self._min_rel)
        return Values.everywhere(gain)

    def _onward(self, ranks: Floats, gains: Floats) -> Floats:
        """How likely the reader goes on after each rank."""
        goal = 2.0 * self._goal
        onward: Floats = ((ranks + goal - 1.0) / (ranks + goal)) ** 2 * (1.0 - gains)
        return onward


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register NERR11."""
    return [
        MetricPlugin(
            name="NERR11",
            version="1",
            summary="nearly ERR: gain stops the reader, who else reads on as in INSQ",
            build=NERR11,
            enumerates=False,
        )
    ]
