"""Sums of scores in blocks: what several fusers share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ..errors import UsageError
from ..topics import Topics
from .fusing import Floats, exact_points, sum_lanes
from .normalising import Normalisation, normalised
from .rankings import Rankings
from .ties import TieRule


def fuse_by_score(
    topics: Topics,
    lanes: Mapping[str, Rankings],
    depth: int,
    *,
    weights: Mapping[str, float] | None,
    normalise: Normalisation = "min-max",
    floor: float = 0.0,
    ties: TieRule = "neutral",
    by_votes: bool = False,
) -> Rankings:
    """Rank units by the sum of weight · score over the lanes that ranked them.

    Terms are rounded to some 15 digits of the largest sum there can be, which makes sums exact: the
    order and the names of the lanes change nothing, and units with the same terms from different
    lanes tie. That sum hangs on the weights where scores are scaled; where they are raw, on the
    greatest that a lane gave for the topic.

    Args:
        weights: one for each lane, 0 or more; all 1 when None. A lane of weight 0 adds nothing.
        normalise: how scores come onto one scale, topic by topic.
        floor: what the least score of a topic becomes under min-max.
        by_votes: multiply each sum by the number of lanes that ranked the unit.

    Raises:
        UsageError: a lane is about other topics, or gave a score too large to be added.
    """
    weights = weights or dict.fromkeys(lanes, 1.0)
    names = [name for name in sorted(lanes) if weights[name]]
    rankings = [lanes[name].for_topics(topics) for name in names]
    with np.errstate(over="ignore"):  # refused below
        terms = [
            weights[name] * normalised(ranking, normalise, floor)
            for name, ranking in zip(names, rankings, strict=True)
        ]
    votes = len(names) if by_votes else 1
    if normalise == "min-max":
        bound = math.fsum(weights.values()) * votes
        points = [exact_points(term, bound) for term in terms]
    else:
        points = _exact_raw(rankings, terms, len(names) * votes)
    return sum_lanes(topics, rankings, points, depth, ties=ties, by_votes=by_votes)


def _exact_raw(rankings: Sequence[Rankings], terms: Sequence[Floats], times: int) -> list[Floats]:
    """Terms rounded by what `times` of the greatest of a topic, in any lane, come to.

    Raises:
        UsageError: that is no number.
    """
    if not rankings:
        return []
    bounds = np.zeros(len(rankings[0].topics))
    for ranking, term in zip(rankings, terms, strict=True):
        speaking = np.diff(ranking.offsets) > 0
        if speaking.any():
            greatest = np.maximum.reduceat(np.abs(term), ranking.offsets[:-1][speaking])
            bounds[speaking] = np.maximum(bounds[speaking], greatest)
    with np.errstate(over="ignore"):
        bounds *= times
    if not np.isfinite(bounds).all():
        message = "lanes gave scores whose sum is beyond any number; expected less than 1e300"
        raise UsageError(message)
    return [
        exact_points(term, np.repeat(bounds, np.diff(ranking.offsets)))
        for ranking, term in zip(rankings, terms, strict=True)
    ]
