"""Lanes that have nothing in common: often a sign of ids of different kinds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from ..ranking.rankings import Rankings, share_table

MOST = 3


def strangers(lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
    """A note for each pair of lanes that ranked units and not one unit in common; at most three."""
    speaking = [name for name, ranking in lanes.items() if len(ranking.codes)]
    table, rankings = share_table([lanes[name] for name in speaking])
    used = {}
    for name, ranking in zip(speaking, rankings, strict=True):
        used[name] = np.zeros(len(table), np.bool_)
        used[name][ranking.codes] = True
    pairs = [
        (one, other)
        for one, other in combinations(speaking, 2)
        if not (used[one] & used[other]).any()
    ]
    return tuple(
        f"lanes {one} and {other} have no unit in common: their ids may be of different kinds"
        for one, other in pairs[:MOST]
    )
