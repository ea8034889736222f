"""The Bejeweled player model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import Judged, MetricPlugin, Values, check_parameter, expected_gain, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


class BejeweledPlayerModel:
    """The mean gain of the documents read until the gain wanted is found, or k are read.

    Grades from `min_rel` to `max_rel` gain 0 to 1 in equal steps. This is the static
    model: neither goal changes while reading.

    Source: Zhang, Liu, Li, Zhang, Xu and Ma 2017, doi:10.1145/3077136.3080841; `BPM` of
    ir-measures.
    """

    def __init__(
        self,
        *,
        cutoff: int,
        max_rel: int,
        min_rel: int = 0,
        T: float = 1.0,  # noqa: N803 - ir-measures spells it so
    ) -> None:
        check_parameter("BPM", "T", T, "a number above 0", fits=0 < T < float("inf"))
        self._cutoff = cutoff
        self._min_rel = min_rel
        self._max_rel = max_rel
        self._goal = T

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        gain = expected_gain(
            judged, self._onward, max_rel=self._max_rel, min_rel=self._min_rel, cutoff=self._cutoff
        )
        return Values.everywhere(gain)

    def _onward(self, ranks: Floats, gains: Floats) -> Floats:
        """How likely the reader goes on after each rank."""
        import numpy as np

        found = np.add.accumulate(gains, axis=1)
        return np.where((found < self._goal) & (ranks < self._cutoff), 1.0, 0.0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register BPM."""
    return [
        MetricPlugin(
            name="BPM",
            version="1",
            summary="mean gain of what is read until the wanted gain is found or k are read",
            build=BejeweledPlayerModel,
            enumerates=False,
        )
    ]
