"""What lanes have not in common: units, a sign of ids of different kinds, or topics."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from ..counting import counted
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


def silences(lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
    """A note that counts the topics for which lanes ranked nothing; none where all ranked.

    Fusing such a topic leaves it to the other lanes.
    """
    silent = {name: int((np.diff(one.offsets) == 0).sum()) for name, one in lanes.items()}
    told = [f"{name} for {count:,}" for name, count in silent.items() if count]
    if not told or len(lanes) == 1:
        return ()
    topics = len(next(iter(lanes.values())))
    return (f"ranked nothing, of {counted(topics, 'topic')}: {', '.join(told)}",)
