"""INSQ: a reader with a goal, who does not adapt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class INSQ:
    """The gain per document of a reader who wants T, and goes on the more likely the deeper.

    After rank r the reader goes on with probability ((r + 2T - 1) / (r + 2T))**2, whatever was
    found, down to rank 1,000. Grades from `min_rel` to `max_rel` gain 0 to 1 in equal steps.

    Source: Moffat, Scholer and Thomas 2012, doi:10.1145/2407085.2407092; `INSQ` of ir-measures.
    """

    def __init__(
        self,
        *,
        max_rel: int,
        min_rel: int = 0,
        T: float = 1.0,  # noqa: N803 - ir-measures spells it so
    ) -> None:
        check_parameter("INSQ", "T", T, "a number above 0", fits=0 < T < float("inf"))
        self._min_rel = min_rel
        self._max_rel = max_rel
        self._goal = T

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        gain = expected_gain(judged, self._onward, max_rel=self._max_rel, min_rel=self._min_rel)
        return Values.everywhere(gain)

    def _onward(self, ranks: Floats, gains: Floats) -> Floats:
        """How likely the reader goes on after each rank."""
        import numpy as np

        onward: Floats = ((ranks + 2.0 * self._goal - 1.0) / (ranks + 2.0 * self._goal)) ** 2
        return np.broadcast_to(onward, gains.shape)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register INSQ."""
    return [
        MetricPlugin(
            name="INSQ",
            version="1",
            summary="gain per document of a reader with a goal who does not adapt",
            build=INSQ,
            enumerates=False,
        )
    ]
