"""Expected reciprocal rank."""

from __future__ import annotations

from benchbook import Judged, MetricPlugin, UsageError, Values, check_parameter, hookimpl

_HIGHEST = 1000
"""The highest grade that gains by powers of two: 2**1024 is beyond a float64."""


class ExpectedReciprocalRank:
    """One over the rank at which a reader is satisfied, on average.

    A document of grade g satisfies with probability (2**g - 1) / 2**max_rel; the reader goes on
    until satisfied. Chapelle et al. take the highest grade of the scale for `max_rel`; the default
    of 4 is that of TREC's gdeval.pl, which ir-measures runs for `ERR@k`, whatever the scale. Name
    the scale, as ERR(max_rel=3)@20, where it has another highest grade: values of different
    `max_rel` cannot be compared.

    Source: Chapelle, Metzler, Zhang and Grinspan 2009, doi:10.1145/1645953.1646033.

    Args:
        max_rel: the highest grade of the scale; a higher one is refused.
    """

    def __init__(self, *, cutoff: int | None = None, max_rel: int = 4) -> None:
        expected = f"a grade from 1 to {_HIGHEST}"
        check_parameter("ERR", "max_rel", max_rel, expected, fits=1 <= max_rel <= _HIGHEST)
        self._cutoff = cutoff
        self._max_rel = max_rel

    def score(self, judged: Judged) -> Values:
        """0 to 1 per topic; not defined without a document of grade 1 or more."""
        import numpy as np

        self._refuse_beyond(judged)
        hits = judged.relevant_hits(cutoff=self._cutoff)
        satisfied = (np.exp2(hits.grades) - 1.0) / 2.0**self._max_rel
        onward = np.ones((len(judged), int(hits.nth.max(initial=0)) + 1))
        onward[hits.topics, hits.nth] = 1.0 - satisfied
        reached = np.multiply.accumulate(onward, axis=1)[hits.topics, hits.nth - 1]
        values = hits.total(reached * satisfied / hits.ranks)
        return Values.over(values, judged.relevant() > 0)

    def _refuse_beyond(self, judged: Judged) -> None:
        highest = int(judged.qrels.grades.max(initial=0))
        if highest > self._max_rel:
            message = (
                f"grade {highest} is above max_rel={self._max_rel} of ERR; name the highest grade "
                f"of the scale, as ERR(max_rel={highest})"
            )
            raise UsageError(message)


@hookimpl
def benchbook_plugins() -> list[MetricPlugin]:
    """Register ERR."""
    return [
        MetricPlugin(
            name="ERR",
            version="1",
            summary="one over the rank at which a reader is satisfied, who reads from the top",
            build=ExpectedReciprocalRank,
            enumerates=False,
        )
    ]
