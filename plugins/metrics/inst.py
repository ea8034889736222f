"""INST: a reader with a goal, who adapts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

_LEAST = 0.5
"""Below it a reader who finds much would go on with a "probability" above 1."""


class INST:
    """The gain per document of a reader who wants T, and stops the sooner the more is found.

    After rank r, where t of the gain is still wanted, the reader goes on with probability
    ((r + T + t - 1) / (r + T + t))**2, down to rank 1,000. Grades from `min_rel` to
    `max_rel` gain 0 to 1 in equal steps.

    Source: Moffat, Bailey, Scholer and Thomas 2015, doi:10.1145/2838931.2838938; `INST` of
    ir-measures.
    """

    def __init__(
        self,
        *,
        max_rel: int,
        min_rel: int = 0,
        T: float = 1.0,  # noqa: N803 - ir-measures spells it so
    ) -> None:
        check_parameter("INST", "T", T, f"{_LEAST} or more", fits=_LEAST <= T < float("inf"))
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

        wanted = self._goal - np.add.accumulate(gains, axis=1)
        onward: Floats = ((ranks + self._goal + wanted - 1.0) / (ranks + self._goal + wanted)) ** 2
        return onward


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register INST."""
    return [
        MetricPlugin(
            name="INST",
            version="1",
            summary="gain per document of a reader with a goal who stops when it is reached",
            build=INST,
            enumerates=False,
        )
    ]
