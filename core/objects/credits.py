"""What the lanes of a condition are worth: the object that is recorded. Decimals are text."""

from __future__ import annotations

import attrs

from ..codec import structure
from ..event_store import canonical_json, read_json
from ..plain import to_plain
from .comparisons import Bounds, Difference

CREDIT = "application/vnd.benchbook.credit+json"

WHOLE = "whole"
"""The name of the whole's values among those of topics; those of lanes have the lane in it."""


def shapley_of(lane: str) -> str:
    """The name of a lane's Shapley values among those of topics."""
    return f"shapley {lane}"


def alone_of(lane: str) -> str:
    """The name of the values of a lane alone."""
    return f"alone {lane}"


def without_of(lane: str) -> str:
    """The name of the values without a lane."""
    return f"without {lane}"


@attrs.frozen(kw_only=True)
class LaneCredit:
    """One lane of a condition.

    Attributes:
        alone: the mean of the condition with this lane alone; None where that cannot be fused.
        without: the mean of the condition without it; lost: whole minus without, tested per topic,
            its p corrected over the lanes: nothing of this was declared, so that its verdict is a
            hint. Both are None where that cannot be fused.
        shapley: the mean of its Shapley value, bounds: of that; None where a set of lanes cannot be
            fused.
        unique: pairs of topic and relevant document that the condition has and no other lane has
            within the depth; found: those that the lane has; None where nobody says what is
            relevant.
    """

    lane: str
    alone: str | None
    without: str | None
    lost: Difference | None
    shapley: str | None
    bounds: Bounds | None
    unique: int | None
    found: int | None


@attrs.frozen(kw_only=True)
class LaneOverlap:
    """How far two lanes agree in their first rows: Jaccard's share of units in both, of either.

    Attributes:
        topics: where either returned something; empty: topics where neither did, which say nothing.
        p50, p90, p99: percentiles of the divergence, 1 - share, linear; None without a topic.
    """

    first: str
    second: str
    topics: int
    empty: int
    p50: str | None
    p90: str | None
    p99: str | None


@attrs.frozen(kw_only=True)
class Credit:
    """What the lanes of a condition are worth by one metric.

    Attributes:
        whole: the mean with all lanes, before any reranker, over whole_n topics.
        shared: the same over the n topics for which every set of lanes has a value: what the
            Shapley values of all lanes sum to.
        of: all topics.
        reranked: whether the condition itself reranks what is credited here.
        correction: of the p of what is lost, over the lanes.
        lanes: in the order of the condition, but for left_out: those that it went without.
        unfused: sets of lanes that the fuser refused, with why.
        overlaps: of each pair of lanes, in their first `depth` rows.
    """

    condition: str
    metric: str
    whole: str | None
    whole_n: int
    shared: str | None
    n: int
    of: int
    depth: int
    reranked: bool
    correction: str
    lanes: tuple[LaneCredit, ...]
    left_out: tuple[str, ...]
    unfused: tuple[tuple[str, str], ...]
    overlaps: tuple[LaneOverlap, ...]


def pack_credit(credit: Credit) -> bytes:
    """The canonical JSON of an object."""
    return canonical_json(to_plain(credit))


def unpack_credit(data: bytes, where: str) -> Credit:
    """What an object holds.

    Raises:
        BadData: it is no such object.
    """
    return structure(Credit, read_json(data), where)
