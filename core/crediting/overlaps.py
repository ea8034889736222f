"""How far lanes agree in what they return first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ..decimals import decimal_text
from ..objects.credits import LaneOverlap
from ..ranking.rankings import Rankings

_SHARES = (0.5, 0.9, 0.99)


def overlaps_of(lanes: Mapping[str, Rankings], depth: int) -> Iterator[LaneOverlap]:
    """Each pair of lanes: percentiles of the divergence of their first rows over topics.

    A topic for which neither returned anything says nothing of them, and is counted apart.

    Source: SciX's lane consistency, whose percentiles are linear; there such a topic counts as full
    agreement.
    """
    for (first, mine), (second, its) in combinations(lanes.items(), 2):
        found: list[float] = []
        empty = 0
        for topic in mine.topics.ids:
            one, other = set(mine.units(topic)[:depth]), set(its.units(topic)[:depth])
            if one or other:
                found.append(1 - len(one & other) / len(one | other))
            else:
                empty += 1
        p50, p90, p99 = (_percentile(sorted(found), share) for share in _SHARES)
        yield LaneOverlap(
            first=first,
            second=second,
            topics=len(found),
            empty=empty,
            p50=p50,
            p90=p90,
            p99=p99,
        )


def _percentile(ascending: Sequence[float], share: float) -> str | None:
    """Between the two neighbours of a place, in proportion; None of nothing."""
    if not ascending:
        return None
    place = share * (len(ascending) - 1)
    lower = int(place)
    upper = min(lower + 1, len(ascending) - 1)
    part = place - lower
    return decimal_text(ascending[lower] * (1 - part) + ascending[upper] * part)
