"""How fast two runs are held against each other: `python tests/bench/bench_diff.py [--json]`.

The work is one condition of two runs of 10,000 topics × 100 rows with their qrels. The first case
finds the rank of each topic's first relevant document in both, says what became of the topic, and
measures how like the rankings are: overlap of the first ten, Kendall's tau over the shared
documents, rank-biased overlap. The peer is a loop over dicts and lists, tau from scipy. The second
case is all of `eval diff` for the condition, two metrics paired and tested by sign flips; the peer
adds scipy's permutation test with as many flips. What both do is compared before a ratio is
printed: states exactly, likeness and differences to 1e-9, each p to the chance of the draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

import numpy as np
from scipy.stats import kendalltau, permutation_test
from turns import Case, run

from benchbook import Qrels, Rankings, Topics
from benchbook.core.comparing.paired_tests import DRAWS
from benchbook.core.diffing.changes import changes_of
from benchbook.core.diffing.diff import Diff
from benchbook.core.diffing.holding import DiffOptions, hold
from benchbook.core.diffing.likeness import PERSISTENCE, TOP, Likeness, likeness
from benchbook.core.diffing.reading import first_ranks
from benchbook.core.diffing.side import RETRIEVAL, Side, SideCondition
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.scoring import ready_metrics
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry

TOPICS, DEPTH, UNITS, RELEVANT = 10_000, 100, 5_000, 4
METRICS = ("nDCG@10", "RR")
CLOSE, CLOSE_P = 1e-9, 0.02
Rows = Mapping[str, list[str]]
Values = Mapping[str, Mapping[str, float | None]]


class Peer(NamedTuple):
    """What the loops give.

    Attributes:
        states: by topic; like: mean overlap, tau and rank-biased overlap.
        tested: by metric, the mean difference and its p; empty where nothing was tested.
    """

    states: Mapping[str, str]
    like: tuple[float, float, float]
    tested: Mapping[str, tuple[float, float]]


def draw(topics: Topics, rng: np.random.Generator) -> tuple[Qrels, Rankings, Rankings]:
    """Qrels, a run, and one that moved some of its rows."""
    table = tuple(f"d{code:04}" for code in range(UNITS))
    first = np.argsort(rng.random((len(topics), UNITS), np.float32), axis=1)[:, : DEPTH + 20]
    moved = np.argsort(np.arange(DEPTH + 20) + rng.normal(0, 6, first.shape), axis=1)
    second = np.take_along_axis(first, moved, axis=1)
    places = np.minimum(rng.geometric(0.05, (len(topics), RELEVANT)), DEPTH + 20) - 1
    judged = np.take_along_axis(first, places, axis=1)
    qrels = Qrels.of(
        (id_, table[code], 1)
        for id_, codes in zip(topics.ids, judged.tolist(), strict=True)
        for code in set(codes)
    )
    offsets = np.arange(len(topics) + 1) * DEPTH
    scores = np.tile(-np.arange(DEPTH, dtype=np.float64), len(topics))
    one, other = (
        Rankings.from_columns(
            topics, table, offsets, codes[:, :DEPTH].ravel().astype(np.int32), scores
        )
        for codes in (first, second)
    )
    return qrels, one, other


def condition(rankings: Rankings, qrels: Qrels, values: Values) -> SideCondition:
    """One side's condition, its first ranks looked up."""
    return SideCondition(
        parts=(), values=values, firsts=first_ranks(rankings, qrels), rankings=rankings
    )


def side(one: SideCondition, qrels: Qrels) -> Side:
    """A side with that condition."""
    return Side(
        label="",
        kind=RETRIEVAL,
        fingerprint="",
        parts=(),
        conditions={"c": one},
        unmeasured=(),
        primary=METRICS[0],
        baseline="",
        texts={},
        qrels=qrels,
        manifest="",
        lacks=(),
    )


def state(mine: int | None, its: int | None) -> str:
    """What became of a topic."""
    if mine is None or its is None:
        if mine is its:
            return "still missing"
        return "appeared" if mine is None else "disappeared"
    return "unchanged" if mine == its else "improved" if its < mine else "regressed"


def first_rank(units: list[str], relevant: set[str]) -> int | None:
    """The rank of the first relevant document."""
    return next((rank for rank, unit in enumerate(units, 1) if unit in relevant), None)


def rank_biased(mine: list[str], its: list[str]) -> float:
    """Rank-biased overlap of two rankings of the same length."""
    seen, also, shared, total = set[str](), set[str](), 0, 0.0
    for depth, (one, other) in enumerate(zip(mine, its, strict=True), 1):
        seen.add(one)
        also.add(other)
        shared += (one in also) + (other in seen) - (one == other)
        total += shared / depth * PERSISTENCE**depth
    return total * (1 - PERSISTENCE) / PERSISTENCE + shared / len(mine) * PERSISTENCE ** len(mine)


def loops(qrels: Qrels, first: Rows, second: Rows) -> Peer:
    """States and likeness, topic by topic."""
    states: dict[str, str] = {}
    overlaps, taus, biased = [], [], []
    for topic, mine in first.items():
        its = second[topic]
        relevant = set(qrels.grades[topic])
        states[topic] = state(first_rank(mine, relevant), first_rank(its, relevant))
        overlaps.append(len(set(mine[:TOP]) & set(its[:TOP])) / TOP)
        place = {unit: rank for rank, unit in enumerate(its)}
        shared = [place[unit] for unit in mine if unit in place]
        taus.append(cast("float", kendalltau(range(len(shared)), shared)[0]))
        biased.append(rank_biased(mine, its))
    means = [math.fsum(found) / len(found) for found in (overlaps, taus, biased)]
    return Peer(states, (means[0], means[1], means[2]), {})


def permuted(first: Values, second: Values) -> Mapping[str, tuple[float, float]]:
    """The mean difference of each metric and its p, by scipy."""
    tested = {}
    for metric in METRICS:
        pairs = ((first[metric][topic], second[metric][topic]) for topic in first[metric])
        gaps = np.array([b - a for a, b in pairs if a is not None and b is not None])
        found = permutation_test(
            (gaps,),
            lambda one, axis: one.mean(axis=axis),
            permutation_type="samples",
            n_resamples=DRAWS,
            batch=256,
            vectorized=True,
            rng=np.random.default_rng(1),
        )
        tested[metric] = float(gaps.mean()), float(found.pvalue)
    return tested


def is_alike(ours: tuple[Mapping[str, str], Likeness], peer: Peer) -> bool:
    """Whether states and likeness are the same."""
    states, like = ours
    found = (like.overlap, like.tau or 0.0, like.rbo)
    close = all(abs(a - b) <= CLOSE for a, b in zip(found, peer.like, strict=True))
    return dict(states) == dict(peer.states) and close


def is_same(ours: Diff, peer: Peer) -> bool:
    """Whether all that both give is the same."""
    states = {one.topic: one.state for one in ours.changes["c"]}
    return is_alike((states, ours.likeness[0]), peer) and all(
        abs(float(one.found.difference or 0) - peer.tested[one.metric][0]) <= CLOSE
        and abs(float(one.found.p or 1) - peer.tested[one.metric][1]) <= CLOSE_P
        for one in ours.differences
    )


def measured(qrels: Qrels, runs: list[Rankings], registry: Registry) -> list[Values]:
    """Each run's values by metric and topic, which both sides are given."""
    criteria, ready = Criteria(qrels=qrels, alone={}, sought=None), ready_metrics(METRICS, registry)
    ids = runs[0].topics.ids
    return [
        {
            one.name: dict(zip(ids, one.values.values.tolist(), strict=True))
            for one in criteria.measure(rankings, rankings.topics, ready)
        }
        for rankings in runs
    ]


def cases() -> Iterator[Case]:
    """Without and with the tests."""
    registry = load_registry(external=False)
    topics = Topics.of_ids(f"q{at:05}" for at in range(TOPICS))
    qrels, *runs = draw(topics, np.random.default_rng(2026))
    values = measured(qrels, runs, registry)
    rows = [{id_: list(one.units(id_)) for id_ in topics.ids} for one in runs]

    def sides() -> list[SideCondition]:
        return [condition(one, qrels, found) for one, found in zip(runs, values, strict=True)]

    def told() -> tuple[Mapping[str, str], Likeness]:
        first, second = sides()
        changes, _ = changes_of(first, second, METRICS[0])
        like = likeness("c", (runs[0], runs[1]), ({}, {}), 0.0)
        return {one.topic: one.state for one in changes}, like

    def whole() -> Diff:
        first, second = (side(one, qrels) for one in sides())
        return hold(first, second, registry, DiffOptions(renamed={}))

    def peer() -> Peer:
        return loops(qrels, rows[0], rows[1])

    name = f"{TOPICS:,} topics × {DEPTH} rows"
    yield Case(
        f"states and likeness, {name}", "loops over dicts, scipy's tau", told, peer, is_alike, 4
    )
    yield Case(
        f"all of a diff, two metrics tested, {name}",
        "the same loops and scipy's permutation test",
        whole,
        lambda: peer()._replace(tested=permuted(values[0], values[1])),
        is_same,
        10,
    )


if __name__ == "__main__":
    run(__doc__, cases())
