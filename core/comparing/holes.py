"""What unjudged documents can do to nDCG: with holes as 0, taken out, and as good as can be."""

from __future__ import annotations

import math

import attrs
import numpy as np
import numpy.typing as npt

from ..measuring.criteria import Criteria
from ..measuring.hits import Hits
from ..measuring.judged import Judged, Values
from ..measuring.scoring import ReadyMetric, measure, summarise
from ..plugging.registry import BUILT_IN
from ..ranking.rankings import Rankings
from ..topics import Topics

Integers = npt.NDArray[np.int64]

_NDCG = f"{BUILT_IN}:nDCG"


@attrs.frozen(kw_only=True)
class Holes:
    """A mean nDCG by what holes are taken for, over the topics where nDCG is defined.

    A hole is a row that nobody judged, or with a negative grade, which says "outside the pool".

    Attributes:
        as_zero: holes gain nothing: the value itself.
        condensed: holes are taken out, and what is below moves up (`Judged.condensed`): the value
            of `nDCG(judged_only=True)`.
        at_most: no judgments of the holes can give more than this.
        judged: the share of judged rows within the cut-off, over all topics: `Judged@k`.
        decided: whether all units are known to be relevant or not, so that there is no hole.
    """

    as_zero: float
    condensed: float
    at_most: float
    judged: float
    decided: bool


def holes(
    criteria: Criteria, rankings: Rankings, topics: Topics, metric: ReadyMetric
) -> Holes | None:
    """What holes can do to the mean of nDCG, with either gain; None for any other metric.

    For `at_most` every hole within the cut-off gains the highest grade that the qrels hold for any
    of the topics, and the ideal stays as judged; a topic has 1 at most. That bounds nDCG from above
    whatever the judgments that are missing, up to that grade: they can give the ranking no greater
    gain, they can only raise the ideal that it is divided by, and nDCG is never above 1. It is a
    bound, and no estimate: a real judgment that raises the one raises the other too, so that it is
    seldom reached. Topics without a relevant document stay undefined.

    Args:
        criteria: of the run; those of the metric's own criterion count where its name states one.

    Returns:
        None for a metric that is not nDCG, for one that sees judged documents alone, and where it
        is defined for no topic.
    """
    if metric.plugin.qualified != _NDCG or metric.name.judged_only:
        return None
    judged = criteria.judged(rankings, topics, metric.name.by)
    as_zero = _mean(judged, metric)
    if as_zero is None:
        return None
    condensed = as_zero if judged.decided else _mean(judged.condensed, metric)
    at_most = as_zero if judged.decided else _at_most(judged, metric)
    assert condensed is not None  # noqa: S101 - where nDCG is defined depends on the qrels alone
    assert at_most is not None  # noqa: S101 - likewise
    shares = judged.judged_share(metric.name.cutoff).tolist()
    return Holes(
        as_zero=as_zero,
        condensed=condensed,
        at_most=at_most,
        judged=math.fsum(shares) / len(shares),
        decided=judged.decided,
    )


def _mean(judged: Judged, metric: ReadyMetric) -> float | None:
    """The mean of a metric; None where it is defined for no topic."""
    return measure(judged, [metric])[0].mean


def _at_most(judged: Judged, metric: ReadyMetric) -> float | None:
    """The mean with every hole within the cut-off as good as the best of all judged documents."""
    filled = attrs.evolve(judged, hits=_filled(judged, metric.name.cutoff))
    # Not by `measure`: against the ideal as judged a topic can exceed 1, which no metric may.
    values = metric.metric.score(filled)
    return summarise(
        metric.name.canonical, Values(np.minimum(values.values, 1.0), values.defined)
    ).mean


def _filled(judged: Judged, cutoff: int | None) -> Hits:
    """All rows within a cut-off, holes with the highest grade that any topic knows."""
    depths = judged.depths if cutoff is None else np.minimum(judged.depths, cutoff)
    topics = np.repeat(np.arange(len(judged), dtype=np.int64), depths)
    ranks = np.arange(len(topics), dtype=np.int64) - (np.cumsum(depths) - depths)[topics] + 1
    rows = judged.offsets[topics] + ranks - 1
    is_known = judged.mask[rows] & (judged.grades[rows] >= 0)
    highest = judged.qrels.grades.max(initial=0)
    grades = np.where(is_known, judged.grades[rows], highest).astype(np.int32)
    return Hits(topics, ranks, grades, len(judged))
