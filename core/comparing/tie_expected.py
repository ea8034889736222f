"""What a metric has on average over all orders of equally scored units.

Every order of the units that share a score is as likely as any other. The expectations are exact,
in closed form: McSherry and Najork 2008, doi:10.1007/978-3-540-78646-7_38.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import attrs
import numpy as np
import numpy.typing as npt

from ..measuring.hits import Hits
from ..measuring.judged import Judged, Values
from ..measuring.metric_names import MetricName

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@attrs.frozen(eq=False, kw_only=True)
class TiedHits:
    """Judged rows, each with the run of equal scores that it stands in.

    Attributes:
        hits: in any order of equal scores.
        begins, ends: int64 [hits], the first and the last rank of each one's run, from 1.
    """

    hits: Hits
    begins: Integers
    ends: Integers

    def where(self, mask: npt.NDArray[np.bool_]) -> TiedHits:
        """The rows at which the mask [hits] is true."""
        return TiedHits(hits=self.hits.where(mask), begins=self.begins[mask], ends=self.ends[mask])

    def mean_weight(self, weights: Floats) -> Floats:
        """The mean over the ranks of each one's run of a weight per rank: float64 [hits].

        Args:
            weights: of rank 1 and on; those of the ranks beyond are 0.
        """
        above = np.concatenate([[0.0], np.add.accumulate(weights)])
        first, last = (np.minimum(ranks, len(weights)) for ranks in (self.begins - 1, self.ends))
        mean: Floats = (above[last] - above[first]) / (self.ends - self.begins + 1)
        return mean


Expectation = Callable[[Judged, TiedHits, MetricName], Values]


def expected_values(judged: Judged, tied: TiedHits, metric: MetricName) -> Values | None:
    """The expectation of a metric for each topic; None where no closed form is known here.

    Args:
        judged: the rankings, for everything that no order changes.
        tied: their hits.
        metric: a built-in one.
    """
    known = _KNOWN.get(metric.name)
    return None if known is None or metric.judged_only else known(judged, tied, metric)


def _relevant(tied: TiedHits, metric: MetricName) -> TiedHits:
    return tied.where(tied.hits.grades >= _rel(metric))


def _rel(metric: MetricName) -> int:
    rel = dict(metric.params).get("rel", 1)
    assert isinstance(rel, int)  # noqa: S101 - as its schema says
    return rel


def _found(tied: TiedHits, metric: MetricName) -> Floats:
    """The relevant units that can be expected within the cut-off: float64 [topics]."""
    assert metric.cutoff is not None  # noqa: S101 - P, R and R_cap need one
    relevant = _relevant(tied, metric)
    return relevant.hits.total(relevant.mean_weight(np.ones(metric.cutoff)))


def _precision(_: Judged, tied: TiedHits, metric: MetricName) -> Values:
    assert metric.cutoff is not None  # noqa: S101 - it needs one
    return Values.everywhere(_found(tied, metric) / metric.cutoff)


def _recall(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    return Values.ratio(_found(tied, metric), judged.relevant(_rel(metric)))


def _capped_recall(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    assert metric.cutoff is not None  # noqa: S101 - it needs one
    most = judged.relevant(_rel(metric)).clip(max=metric.cutoff)
    return Values.ratio(_found(tied, metric), most)


def _ndcg(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    """Each unit of a run has the mean of the run's discounts; the ideal hangs on no order."""
    depth = int(max(tied.ends.max(initial=0), judged.ideals.ranks.max(initial=0)))
    discounts = 1.0 / np.log2(np.arange(2.0, depth + 2.0))[: metric.cutoff]
    is_exponential = dict(metric.params).get("dcg") == "exp-log2"

    def gains(hits: Hits) -> Floats:
        grades = hits.grades.clip(min=0).astype(np.float64)
        return np.exp2(grades) - 1.0 if is_exponential else grades

    ideal = judged.ideals.within(metric.cutoff)
    best = ideal.total(gains(ideal) * discounts[ideal.ranks - 1])
    values = Values.ratio(tied.hits.total(gains(tied.hits) * tied.mean_weight(discounts)), best)
    return Values(values.values.clip(max=1.0), values.defined)


def _average_precision(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    """A relevant unit at rank r of its run has those above the run, itself, and its share of it."""
    relevant = _relevant(tied, metric)
    hits, begins = relevant.hits, relevant.begins
    keys = (hits.topics << 32) | begins
    first = np.searchsorted(keys, keys, side="left")
    in_run = np.searchsorted(keys, keys, side="right") - first
    above = hits.nth[first] - 1  # relevant ones before the run
    others = (in_run - 1) / np.maximum(relevant.ends - begins, 1)  # per row of the run before it
    depth = int(relevant.ends.max(initial=0))
    cutoff = depth if metric.cutoff is None else min(metric.cutoff, depth)
    inverse = relevant.mean_weight(1.0 / np.arange(1.0, cutoff + 1.0))
    whole = relevant.mean_weight(np.ones(cutoff))
    # The mean over ranks r of (above + 1 + (r - begin) * others) / r.
    points = (above + 1.0 - begins * others) * inverse + others * whole
    return Values.ratio(hits.total(points), judged.relevant(_rel(metric)))


def _first(
    judged: Judged, tied: TiedHits, metric: MetricName, weight: Callable[[Floats], Floats]
) -> Values:
    """The expected weight of the rank at which the first relevant unit stands."""
    relevant = _relevant(tied, metric)
    hits, cutoff = relevant.hits, metric.cutoff
    keys = (hits.topics << 32) | relevant.begins
    in_run = np.searchsorted(keys, keys, side="right") - np.searchsorted(keys, keys, side="left")
    found = np.zeros(len(judged))
    first = hits.nth == 1
    sure = first & (relevant.begins == relevant.ends)  # no order moves it
    inside = sure if cutoff is None else sure & (hits.ranks <= cutoff)
    found[hits.topics[inside]] = weight(hits.ranks[inside].astype(np.float64))
    for at in np.flatnonzero(first & ~sure).tolist():
        begin, end = int(relevant.begins[at]), int(relevant.ends[at])
        ranks = np.arange(
            begin, 1 + (end if cutoff is None else min(end, cutoff)), dtype=np.float64
        )
        # How likely a rank of the run is the first relevant one, if none above it is.
        here = np.minimum(1.0, int(in_run[at]) / (end + 1.0 - ranks))
        none_above = np.multiply.accumulate(np.concatenate([[1.0], 1.0 - here]))[:-1]
        found[hits.topics[at]] = min(1.0, math.fsum(none_above * here * weight(ranks)))
    return Values.over(found, judged.relevant(_rel(metric)) > 0)


def _reciprocal_rank(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    return _first(judged, tied, metric, lambda ranks: 1.0 / ranks)


def _success(judged: Judged, tied: TiedHits, metric: MetricName) -> Values:
    return _first(judged, tied, metric, np.ones_like)


_KNOWN: Mapping[str, Expectation] = MappingProxyType(
    {
        "P": _precision,
        "R": _recall,
        "R_cap": _capped_recall,
        "nDCG": _ndcg,
        "AP": _average_precision,
        "RR": _reciprocal_rank,
        "Success": _success,
    }
)
