"""What the order of equally scored units can do to a mean: its range over all such orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..measuring.criteria import Criteria
from ..measuring.hits import Hits
from ..measuring.judged import Judged, Values
from ..measuring.scoring import Measured, ReadyMetric, measure_each, summarise
from ..plugging.registry import BUILT_IN
from ..ranking.rankings import Rankings
from ..topics import Topics
from .tie_expected import TiedHits, expected_values

Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]

_ORDERED = frozenset(
    [
        "nDCG",
        "kit-nDCG",
        "SDCG",
        "INSQ",
        "RR",
        "ERR",
        "P",
        "R",
        "R_cap",
        "Success",
        "AP",
        "Rprec",
        "Bpref",
        "RBP",
        "RBPResidual",
        "Compat",
        "SetP",
        "SetR",
        "SetF",
        "Judged",
    ]
)
"""Built-in metrics that never fall when, of two neighbours, the better one comes to stand first.

`RBPResidual` never rises instead: what is unjudged counts as worst.
"""


@attrs.frozen(kw_only=True)
class TieRange:
    """The lowest and the highest mean of a metric over all orders of equally scored units.

    Attributes:
        low, high: means over the topics where the metric is defined. The delivered order's mean is
            within.
        topics: how many of these topics have a value that can change.
        open: in how many of them the last two rows are tied at a rank that the metric sees: the tie
            may go on below what was delivered, and the range then says too little.
        expected: the mean over all these orders, each as likely as any other; None where no closed
            form is known (`expected_values`). Where a tie is open it is about what was delivered.
    """

    low: float
    high: float
    topics: int
    open: int
    expected: float | None = None


def has_range(metric: ReadyMetric) -> bool:
    """Whether `tie_ranges` can tell the range of a metric."""
    return metric.plugin.distribution == BUILT_IN and metric.plugin.name in _ORDERED


def tie_ranges(
    criteria: Criteria,
    rankings: Rankings,
    topics: Topics,
    metrics: Sequence[ReadyMetric],
    *,
    measured: Sequence[Measured],
    depth: int,
) -> tuple[TieRange | None, ...]:
    """The range of each metric's mean over the orders of equal scores; None where it has none.

    Within each topic every run of neighbours with equal scores is ordered by grade, best first and
    then worst first, and both are measured. Unjudged units stand below every grade, so that the
    share of judged ones has its extremes there too. Any order becomes the best one by swapping
    neighbours so that the better one stands first. A metric that no such swap lowers therefore has
    its true extremes in these two orders: nDCG, kit-nDCG, SDCG, INSQ, AP, RR, ERR, P, R, R_cap,
    Success, Rprec, RBP, Compat and Judged, which reward better grades at better ranks; Bpref too,
    since a swap with an unjudged unit leaves it alone and no other lets units that are not relevant
    precede more relevant ones; RBPResidual with low and high exchanged. Metrics of sets see no
    order. infAP can fall where a relevant unit passes a pooled one that nobody judged, BPM where
    its reader then stops with more of the worse unit, and of the other readers who stop at what
    they found (INST, NERR) nothing is proven; what metrics of evidence can reach depends on which
    units show the same piece, and nothing is known of a third party's metric: none of these has a
    range (`has_range`).

    Only topics with ties are measured again.

    Args:
        rankings: as delivered. Neighbours with equal scores are tied, even where all scores are the
            same; equal scores with another one between them are not.
        measured: of these rankings by these metrics.
        depth: where the rankings were cut. One with fewer rows ends by itself.

    Returns:
        Aligned with `metrics`. None where no tie can change the value, no topic has one, or
        `has_range` says no.
    """
    found = _Ties.of(rankings.for_topics(topics), depth)
    if found is None:
        return (None,) * len(metrics)
    bounds: dict[str, tuple[Values, Values]] = {}
    expected: dict[str, Values] = {}
    asked = [one for one in metrics if has_range(one)]
    for criterion in dict.fromkeys(one.name.by for one in asked):
        same = [one for one in asked if one.name.by == criterion]
        judged = criteria.judged(rankings, topics, criterion)
        bounds |= _extremes(judged, found, same)
        expected |= _expected(judged, found, same)
    return tuple(
        _range(
            found,
            one,
            now.values,
            bounds.get(now.name, (now.values, now.values)),
            expected.get(now.name),
        )
        if has_range(one)
        else None
        for one, now in zip(metrics, measured, strict=True)
    )


@attrs.frozen(eq=False, kw_only=True)
class _Ties:
    """The ties of some rankings.

    Attributes:
        has_some: bool [topics].
        offsets: int64 [topics + 1], of the rankings.
        begins: int64 [runs + 1], rising: the row at which each run of equal scores begins, most of
            them of one row, and the end of the last.
        open_from: int64 [topics], the rank at which a run begins that the depth cuts; 0 where the
            last two rows are not tied, or nothing was cut.
    """

    has_some: Flags
    offsets: Integers
    begins: Integers
    open_from: Integers

    @classmethod
    def of(cls, rankings: Rankings, depth: int) -> _Ties | None:
        """Find the ties; None where no two neighbours have the same score."""
        offsets = rankings.offsets
        follows = np.zeros(len(rankings.codes) + 1, np.bool_)
        follows[1:-1] = rankings.scores[1:] == rankings.scores[:-1]
        follows[offsets] = False
        tied = np.flatnonzero(follows)
        if not len(tied):
            return None
        has_some = np.zeros(len(rankings), np.bool_)
        has_some[np.searchsorted(offsets, tied, side="right") - 1] = True
        return cls(
            has_some=has_some,
            offsets=offsets,
            begins=np.flatnonzero(~follows),
            open_from=np.where(np.diff(offsets) < depth, 0, _last_runs(offsets, follows)),
        )

    def runs_of(self, hits: Hits) -> Integers:
        """The run of equal scores that each hit stands in: int64 [hits]."""
        rows = self.offsets[hits.topics] + hits.ranks - 1
        return np.searchsorted(self.begins, rows, side="right") - 1

    def tied(self, hits: Hits) -> TiedHits:
        """The hits with the ranks of their runs."""
        runs, above = self.runs_of(hits), self.offsets[hits.topics]
        return TiedHits(
            hits=hits, begins=self.begins[runs] - above + 1, ends=self.begins[runs + 1] - above
        )

    def ordered(self, hits: Hits, *, best_first: bool) -> Hits:
        """The hits with each run in order of grade, what is not judged as the worst."""
        grades = hits.grades.astype(np.int64)
        runs = self.runs_of(hits)
        order = np.lexsort((-grades if best_first else grades, runs))
        # Hits stand in the order of rows, so those of a run are neighbours before and after.
        places = np.arange(len(runs), dtype=np.int64)
        if best_first:
            rows = self.begins[runs] + places - np.searchsorted(runs, runs, side="left")
        else:
            rows = self.begins[runs + 1] + places - np.searchsorted(runs, runs, side="right")
        ranks = rows - self.offsets[hits.topics] + 1
        return Hits(hits.topics, ranks, hits.grades[order], hits.count)


def _last_runs(offsets: Integers, follows: Flags) -> Integers:
    """The rank at which the last run of each topic begins; 0 where it is one row, or none is."""
    firsts = np.flatnonzero(~follows)
    last = np.maximum(offsets[1:] - 1, 0)
    start = firsts[np.searchsorted(firsts, last, side="right") - 1]
    return np.where(follows[last] & (np.diff(offsets) > 0), start - offsets[:-1] + 1, 0)


def _extremes(
    judged: Judged, ties: _Ties, metrics: Sequence[ReadyMetric]
) -> Mapping[str, tuple[Values, Values]]:
    """The values with each run worst first, and best first, by the name of a metric.

    Of topics with ties alone.
    """
    hits = judged.hits.where(ties.has_some[judged.hits.topics])
    worst, best = (ties.ordered(hits, best_first=best_first) for best_first in (False, True))
    if np.array_equal(worst.ranks, best.ranks) and np.array_equal(worst.grades, best.grades):
        return {}
    lows, highs = (_measured(attrs.evolve(judged, hits=moved), metrics) for moved in (worst, best))
    return {low.name: (low.values, high.values) for low, high in zip(lows, highs, strict=True)}


def _expected(judged: Judged, ties: _Ties, metrics: Sequence[ReadyMetric]) -> Mapping[str, Values]:
    """The mean value over all orders, by the name of a metric of which it is known.

    Of topics with ties alone.
    """
    tied = ties.tied(judged.hits.where(ties.has_some[judged.hits.topics]))
    made = {one.name: expected_values(judged, tied, one.name) for one in metrics}
    return {name.canonical: values for name, values in made.items() if values is not None}


def _measured(judged: Judged, metrics: Sequence[ReadyMetric]) -> tuple[Measured, ...]:
    """What metrics of one criterion say; none of them asks for evidence beside it."""
    return measure_each(lambda _: judged, metrics)


def _range(
    ties: _Ties,
    metric: ReadyMetric,
    now: Values,
    bounds: tuple[Values, Values],
    expected: Values | None,
) -> TieRange | None:
    """The range of a metric's mean: other values where there are ties, the same elsewhere."""
    worst, best = (np.where(ties.has_some, bound.values, now.values) for bound in bounds)
    low, high = np.minimum(worst, best), np.maximum(worst, best)
    cutoff = metric.name.cutoff
    seen = ties.open_from > 0
    if cutoff is not None and not metric.name.judged_only:  # what is condensed looks deeper
        seen &= ties.open_from <= cutoff
    changing, open_ = (int((mask & now.defined).sum()) for mask in (high > low, seen))
    means = [summarise("", Values(values, now.defined)).mean for values in (low, high)]
    if not (changing or open_) or means[0] is None or means[1] is None:
        return None
    known = None if expected is None else np.where(ties.has_some, expected.values, now.values)
    return TieRange(
        low=means[0],
        high=means[1],
        topics=changing,
        open=open_,
        expected=None if known is None else summarise("", Values(known, now.defined)).mean,
    )
