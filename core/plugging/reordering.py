"""The rule of rerankers: the same units for each topic, in another order."""

from __future__ import annotations

import numpy as np

from ..ranking.rankings import Rankings, share_table
from .contracts import PluginFault, check_rankings


def check_reordered(plugin: str, made: object, given: Rankings) -> Rankings:
    """Rankings as a reranker must give them: each topic's own units, none new, none lost.

    Args:
        plugin: qualified name, for the message.
        made: what it gave.
        given: what it was given.

    Raises:
        PluginFault: any rule is broken.
    """
    deepest = int(np.diff(given.offsets).max(initial=0))
    checked = check_rankings(plugin, made, given.topics, deepest, set(given.table))
    _, (before, after) = share_table([given, checked])
    if not np.array_equal(before.offsets, after.offsets) or not np.array_equal(
        _by_topic(before), _by_topic(after)
    ):
        at = next(
            at
            for at, (old, new) in enumerate(zip(given, checked, strict=True))
            if {unit for unit, _ in old[1]} != {unit for unit, _ in new[1]}
        )
        topic = given.topics.ids[at]
        raise PluginFault(
            plugin,
            "keeps the units",
            f"other units for topic {topic!r} than it was given",
            "each unit of a topic once, in another order",
        )
    return checked


def _by_topic(rankings: Rankings) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Topic and unit of each row in one number, sorted: what does not change when rows move."""
    owners = np.repeat(np.arange(len(rankings), dtype=np.int64), np.diff(rankings.offsets))
    return np.sort((owners << 32) | rankings.codes)
