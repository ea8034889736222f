"""What rank-biased precision does not know."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, check_parameter, fading, hookimpl


class RankBiasedResidual:
    """The weight of the ranks whose documents nobody judged, and of all below the ranking.

    Added to `RBP` it gives the most that RBP could be, whatever the missing judgments say. A
    negative grade counts as unjudged. The end of the ranking, or the cut-off, leaves p**depth.

    Source: Moffat and Zobel 2008, doi:10.1145/1416950.1416952, section 4.4. trec_eval 10's
    `rbp_resid` has p = 0.9 fixed, and gives 0 where every returned document is judged.
    """

    def __init__(self, *, cutoff: int | None = None, p: float = 0.8) -> None:
        check_parameter("RBPResidual", "p", p, "a number between 0 and 1", fits=0 < p < 1)
        self._cutoff = cutoff
        self._p = p

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic, defined for every topic."""
        depths = judged.depths if self._cutoff is None else judged.depths.clip(max=self._cutoff)
        reached = fading(self._p, int(depths.max(initial=0)) + 1)
        holes = judged.holes.within(self._cutoff)
        unknown = holes.total((1.0 - self._p) * reached[holes.ranks - 1])
        return Values.everywhere((unknown + reached[depths]).clip(max=1.0))


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register RBPResidual."""
    return [
        MetricPlugin(
            name="RBPResidual",
            version="1",
            summary="how much more RBP could be, by what is unjudged or below the ranking",
            build=RankBiasedResidual,
            enumerates=False,
        )
    ]
