"""The walk is the personalised PageRank of others, as far as it is carried."""

from __future__ import annotations

import random
import warnings

import networkx as nx
import numpy as np
import pytest

from benchbook.core.graphs.edges import Edges
from benchbook.core.graphs.walk import personalised_pagerank


def graph_of(nodes: int, edges: dict[tuple[int, int], float]) -> Edges:
    """Give a graph by its weighted edges."""
    ends = sorted(edges)
    return Edges(
        np.array([left for left, _ in ends], np.int32),
        np.array([right for _, right in ends], np.int32),
        np.array([edges[pair] for pair in ends], np.float64),
        np.ones(len(ends), np.int64),
        nodes,
    )


def drawn_edges(seed: int, nodes: int) -> dict[tuple[int, int], float]:
    """Give edges that leave some nodes alone."""
    drawn = random.Random(seed)  # noqa: S311 - a graph, no secret
    pairs = [tuple(sorted(drawn.sample(range(nodes), 2))) for _ in range(nodes)]
    return {(left, right): drawn.choice([0.5, 1.0, 3.0]) for left, right in pairs}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("damping", [0.3, 0.85])
def test_shares_are_those_of_networkx(seed: int, damping: float) -> None:
    """Nodes without neighbours, which return to the seeds, included."""
    edges, seeds = drawn_edges(seed, 30), {3: 2.0, 7: 1.0, 11: 5.0}
    theirs = nx.Graph()
    theirs.add_nodes_from(range(30))
    theirs.add_weighted_edges_from((*pair, weight) for pair, weight in edges.items())
    expected = nx.pagerank(theirs, alpha=damping, personalization=seeds, tol=1e-13, max_iter=1000)

    made = personalised_pagerank(
        graph_of(30, edges).adjacency,
        np.array(list(seeds)),
        np.array(list(seeds.values())),
        damping=damping,
        tolerance=1e-12,
        rounds=1000,
    )

    assert [expected[node] for node in range(30)] == pytest.approx(made.tolist(), abs=1e-9)


def test_a_coarser_tolerance_leaves_out_and_adds_nothing() -> None:
    """Shares fall short of the exact ones, and together by a bounded part."""
    adjacency = graph_of(30, drawn_edges(1, 30)).adjacency
    seeds, weights = np.array([3, 7]), np.array([1.0, 1.0])
    exact = personalised_pagerank(adjacency, seeds, weights, tolerance=1e-14, rounds=1000)

    coarse = personalised_pagerank(adjacency, seeds, weights, tolerance=1e-3, rounds=1000)

    assert 1.0 == pytest.approx(exact.sum())
    assert (coarse <= exact + 1e-12).all()
    assert exact.sum() - 30 * 1e-3 <= coarse.sum() < exact.sum()


def test_without_damping_the_seeds_have_it_all() -> None:
    """By their weights."""
    adjacency = graph_of(3, {(0, 1): 1.0, (1, 2): 1.0}).adjacency

    made = personalised_pagerank(adjacency, np.array([0, 2]), np.array([1.0, 3.0]), damping=0)

    assert [0.25, 0.0, 0.75] == made.tolist()


def test_no_seed_no_walk() -> None:
    """Nothing is ranked, and nothing is divided by nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = personalised_pagerank(
            graph_of(2, {(0, 1): 1.0}).adjacency, np.empty(0, np.int64), np.empty(0)
        )

    assert [0.0, 0.0] == made.tolist()
