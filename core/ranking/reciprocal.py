"""Reciprocal rank fusion in blocks: what several fusers share."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from ..topics import Topics
from .fusing import Floats, exact_points, sum_lanes
from .rankings import Rankings
from .ties import TieRule


def fuse_by_rank(
    topics: Topics,
    lanes: Mapping[str, Rankings],
    depth: int,
    *,
    weights: Mapping[str, float] | None,
    k: float,
    ties: TieRule,
) -> Rankings:
    """Rank units by the sum of weight / (k + rank) over the lanes that ranked them.

    Ranks count from 1 in the order that a lane delivered. Terms are rounded to some 15 digits of
    the largest sum that the weights allow, which makes sums exact: the order of the lanes changes
    nothing, and units with the same ranks in different lanes tie.

    Args:
        weights: one for each lane, 0 or more; all 1 when None. A lane of weight 0 adds nothing.
        k: 0 or more.

    Raises:
        UsageError: a lane is about other topics.
    """
    weights = weights or dict.fromkeys(lanes, 1.0)
    voting = [name for name in sorted(lanes) if weights[name]]
    rankings = [lanes[name].for_topics(topics) for name in voting]
    bound = math.fsum(weights.values()) / (k + 1)
    points = [
        _points(ranking, weights[name], k, bound)
        for name, ranking in zip(voting, rankings, strict=True)
    ]
    return sum_lanes(topics, rankings, points, depth, ties=ties)


def _points(ranking: Rankings, weight: float, k: float, bound: float) -> Floats:
    """What each row of a lane gives: computed once for each rank."""
    ranks = np.arange(1, int(ranking.ranks.max(initial=0)) + 1)
    by_rank: Floats = exact_points(weight / (k + ranks), bound)
    return by_rank.take(ranking.ranks - 1)
