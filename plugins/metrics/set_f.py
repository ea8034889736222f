"""The F measure of all that was returned."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, Values, check_parameter, hookimpl


class SetF:
    """The weighted harmonic mean of SetP and SetR: (beta + 1) * P * R / (R + beta * P).

    With beta = 1 it is F1. As in trec_eval and ir-measures `beta` stands where van Rijsbergen's
    formula has beta**2: SetF(beta=4) is what others call F2.

    Source: van Rijsbergen 1979, Information Retrieval, chapter 7; trec_eval `set_F` (m_set_F.c);
    `SetF(beta=)` of ir-measures.

    Args:
        beta: how much more recall counts than precision, 0 or more.
    """

    def __init__(self, *, beta: float = 1.0, rel: int = 1) -> None:
        check_parameter("SetF", "beta", beta, "0 or more", fits=0 <= beta < float("inf"))
        self._beta = beta
        self._rel = rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without relevant documents."""
        found = judged.relevant_hits(self._rel).total()
        relevant = judged.relevant(self._rel)
        # P = found / returned and R = found / relevant, so that the formula needs neither.
        share = Values.ratio((self._beta + 1.0) * found, judged.depths + self._beta * relevant)
        return Values.over(share.values, relevant > 0)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register SetF."""
    return [
        MetricPlugin(
            name="SetF",
            version="1",
            summary="weighted harmonic mean of set precision and set recall",
            build=SetF,
            aliases=("set_F",),
        )
    ]
