"""How fast lanes are fused: `python tests/bench/bench_fusion.py [--json]`.

The work is three lanes over 10,000 topics of 100 ranked units each, drawn so that a unit is ranked
by about half of the lanes; they are fused by ranks, and by scores that are scaled to 0–1 by topic.
Ours and the peer take turns in one process; CPU time is compared, the median of five turns, and a
ratio is printed only where both sides gave the same. Plain loops over dictionaries are handed lists
of units, with the points of each rank or the score; ours starts with `Rankings`. Where ranx is
installed its `fuse`, warm and with its runs built beforehand, is timed over 2,000 topics as well.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from turns import Case, run

from benchbook import Fuser, Rankings, Topics, exact_points
from benchbook.plugins.fusers.combmnz import CombMnzFuser
from benchbook.plugins.fusers.combsum import CombSumFuser
from benchbook.plugins.fusers.dense_prior import DensePriorFuser
from benchbook.plugins.fusers.rrf import RrfFuser
from benchbook.plugins.fusers.weighted_sum import WeightedSumFuser

TOPICS, DEPTH, NEAR = 10_000, 100, 200
RANX_TOPICS = 2_000
K = 60
SIZES = {"5,000 units": 5_000, "50,000 units": 50_000, "500,000 units": 500_000}
WEIGHTS = {"a": 1.5, "b": 1.0, "c": 0.8}
EQUAL = dict.fromkeys(WEIGHTS, 1.0)
CLOSE = 1e-12

Lanes = dict[str, Rankings]
Fused = list[list[tuple[str, float]]]


def draw(units: int, topics: int) -> tuple[Topics, Lanes]:
    """Three lanes that rank parts of the same two hundred units of each topic, differently."""
    rng = np.random.default_rng(2026)
    named = Topics.of_ids(f"q{number:05}" for number in range(topics))
    table = tuple(f"d{number:07}" for number in range(units))
    nearest = [rng.choice(units, NEAR, replace=False) for _ in range(topics)]
    offsets, scores = np.arange(topics + 1) * DEPTH, np.tile(np.arange(DEPTH, 0, -1.0), topics)
    lanes = {}
    for name in WEIGHTS:
        codes = np.concatenate([rng.choice(near, DEPTH, replace=False) for near in nearest])
        lanes[name] = Rankings.from_columns(named, table, offsets, codes.astype(np.int32), scores)
    return named, lanes


def plain_loops(topics: Topics, lanes: Lanes, weights: dict[str, float]) -> Callable[[], Fused]:
    """Fusion as a person would write it: a dictionary for each topic, sorted by sum, then id."""
    ranked = {name: [lane.units(topic) for topic in topics.ids] for name, lane in lanes.items()}
    ranks, bound = np.arange(1, DEPTH + 1), math.fsum(weights.values()) / (K + 1)
    points = {name: exact_points(weights[name] / (K + ranks), bound).tolist() for name in lanes}

    def fuse() -> Fused:
        fused = []
        for at in range(len(topics)):
            sums: dict[str, float] = {}
            for name, rows in ranked.items():
                for unit, point in zip(rows[at], points[name], strict=True):
                    sums[unit] = sums.get(unit, 0.0) + point
            fused.append(sorted(sums.items(), key=lambda row: (-row[1], row[0]))[:DEPTH])
        return fused

    return fuse


def is_equal(ours: Rankings, peer: Fused) -> bool:
    """Whether every row is the same unit with the same sum."""
    return all(list(rows) == theirs for (_, rows), theirs in zip(ours, peer, strict=True))


def is_equal_but_for_ties(ours: Rankings, peer: Fused) -> bool:
    """Whether sums are the same, and units are where no tie decides which of them is kept."""
    for (_, rows), theirs in zip(ours, peer, strict=True):
        last = theirs[-1][1]
        if [row[1] for row in rows] != [row[1] for row in theirs]:
            return False
        if {row for row in rows if row[1] > last} != {row for row in theirs if row[1] > last}:
            return False
    return True


def cases() -> Iterator[Case]:
    """The cases against plain loops, and against ranx where it is installed."""
    for size, units in SIZES.items():
        topics, lanes = draw(units, TOPICS)
        for label, weights in (("weighted", WEIGHTS), ("equal weights", EQUAL)):
            yield from _loop_cases(f"rrf, {label}, {size}", topics, lanes, weights)
    yield from _score_cases()
    if find_spec("ranx") is None:
        print("ranx is not installed: nothing is compared with it", file=sys.stderr)
        return
    yield _ranx_case("rrf", RrfFuser(k=K), None, {"k": K})
    weighted = {"weights": tuple(WEIGHTS.values())}
    yield _ranx_case("wsum", WeightedSumFuser(weights=WEIGHTS), "min-max", weighted)


def _loop_cases(
    name: str, topics: Topics, lanes: Lanes, weights: dict[str, float]
) -> Iterator[Case]:
    """Both tie rules against the same loops."""
    peer = plain_loops(topics, lanes, weights)
    by_id, neutral = RrfFuser(weights=weights, ties="doc_id asc"), RrfFuser(weights=weights)
    loops = "plain loops over dictionaries, ties by id"
    yield Case(
        f"{name}, ties by id",
        loops,
        lambda: by_id.fuse(topics, lanes, DEPTH),
        peer,
        is_equal,
        4.0,
    )
    yield Case(
        f"{name}, neutral ties",
        loops,
        lambda: neutral.fuse(topics, lanes, DEPTH),
        peer,
        is_equal_but_for_ties,
        4.0,
    )


def _score_cases() -> Iterator[Case]:
    """Sums of scores that are scaled topic by topic, against loops that do the same."""
    topics, lanes = draw(SIZES["50,000 units"], TOPICS)
    prior = {"a": 1.0, "b": 0.1, "c": 0.1}
    fusers: dict[str, tuple[Fuser, dict[str, float], bool]] = {
        "weighted-sum": (WeightedSumFuser(weights=WEIGHTS, ties="doc_id asc"), WEIGHTS, False),
        "combsum": (CombSumFuser(ties="doc_id asc"), EQUAL, False),
        "combmnz": (CombMnzFuser(ties="doc_id asc"), EQUAL, True),
        "dense-prior": (DensePriorFuser(dense="a", ties="doc_id asc"), prior, False),
    }
    for name, (fuser, weights, by_votes) in fusers.items():
        yield Case(
            f"{name}, 50,000 units, ties by id",
            "plain loops over dictionaries, ties by id",
            lambda fuser=fuser: fuser.fuse(topics, lanes, DEPTH),  # type: ignore[misc]  # bound now
            score_loops(topics, lanes, weights, by_votes=by_votes),
            is_equal,
            4.0 if name == "weighted-sum" else 0.0,
        )


def score_loops(
    topics: Topics, lanes: Lanes, weights: dict[str, float], *, by_votes: bool
) -> Callable[[], Fused]:
    """Sums of scaled scores as a person would write them, with our rounding of each term."""
    ranked = {name: [tuple(rows) for _, rows in lane] for name, lane in lanes.items()}
    bound = float(len(weights) ** 2 if by_votes else math.fsum(weights.values()))
    step = math.ldexp(1.0, math.frexp(bound)[1] - 51)

    def fuse() -> Fused:
        fused = []
        for at in range(len(topics)):
            sums: dict[str, float] = {}
            votes: dict[str, int] = {}
            for name, rows in ranked.items():
                scores = [score for _, score in rows[at]]
                least, span = min(scores), max(scores) - min(scores)
                for unit, score in rows[at]:
                    point = round(weights[name] * ((score - least) / span) / step) * step
                    sums[unit] = sums.get(unit, 0.0) + point
                    votes[unit] = votes.get(unit, 0) + 1
            if by_votes:
                sums = {unit: score * votes[unit] for unit, score in sums.items()}
            fused.append(sorted(sums.items(), key=lambda row: (-row[1], row[0]))[:DEPTH])
        return fused

    return fuse


def _ranx_case(method: str, ours: Fuser, norm: str | None, params: dict[str, Any]) -> Case:
    """The fuse of ranx, which breaks ties as it comes."""
    from ranx import Run, fuse

    topics, lanes = draw(SIZES["50,000 units"], RANX_TOPICS)
    runs = [Run({topic: dict(rows) for topic, rows in lane}) for lane in lanes.values()]

    def is_same(fused: Rankings, peer: Any) -> bool:  # noqa: ANN401 - ranx ships no types
        theirs = peer.to_dict()
        return all(
            np.allclose(
                [score for _, score in rows],
                sorted(theirs[topic].values(), reverse=True)[:DEPTH],
                rtol=0,
                atol=CLOSE,
            )
            for topic, rows in fused
        )

    return Case(
        f"{method}, {RANX_TOPICS:,} topics",
        "ranx.fuse, warm",
        lambda: ours.fuse(topics, lanes, DEPTH),
        lambda: fuse(runs=runs, method=method, norm=norm, params=params),
        is_same,
        8.0,
    )


if __name__ == "__main__":
    run(__doc__, cases())
