"""Scores of a lane on one scale, topic by topic."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..errors import UsageError
from .fusing import Floats
from .rankings import Rankings

Normalisation = Literal["min-max", "none"]
_GREATEST = 1e300


def normalised(ranking: Rankings, rule: Normalisation, floor: float = 0.0) -> Floats:
    """The scores of each row, float64 [rows].

    `min-max` maps the scores of each topic to 0–1: (score - least) / (greatest - least). Where all
    are equal, a single row among them, each gets 1. `none` leaves scores as the lane gave them;
    lanes whose scores are of different kinds (a cosine, a BM25 sum) then count by their scale.

    Args:
        floor: what the least score becomes instead of 0, so that the last unit of a lane is told
            from one that it did not rank; from 0 to below 1.

    Raises:
        UsageError: a score is beyond ±1e300, where a difference of two may be no number.
    """
    beyond = np.abs(ranking.scores) > _GREATEST
    if beyond.any():
        found = float(ranking.scores[beyond.argmax()])
        message = f"a lane gave the score {found}, which cannot be added; expected within ±1e300"
        raise UsageError(message)
    if rule == "none":
        return ranking.scores
    starts = ranking.offsets[:-1][np.diff(ranking.offsets) > 0]
    if not len(starts):
        return ranking.scores
    lengths = np.diff(np.append(starts, len(ranking.scores)))
    least = np.repeat(np.minimum.reduceat(ranking.scores, starts), lengths)
    span = np.repeat(np.maximum.reduceat(ranking.scores, starts), lengths) - least
    flat = span == 0
    scaled = (ranking.scores - least) / np.where(flat, 1.0, span)
    return np.where(flat, 1.0, floor + (1 - floor) * scaled)
