"""Personalised PageRank: where a walk from some nodes, which often returns to them, is found."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .edges import Adjacency
from .incidence import Floats, slices


def personalised_pagerank(
    graph: Adjacency,
    seeds: npt.NDArray[np.integer],
    weights: Floats,
    *,
    damping: float = 0.85,
    tolerance: float = 1e-4,
    rounds: int = 100,
) -> Floats:
    """The share of its time that a walk from the seeds spends at each node: float64 [nodes].

    At each step it goes on along an edge with probability `damping`, chosen by weight, and returns
    to a seed otherwise, chosen by the seeds' weights (Page, Brin, Motwani and Winograd 1999;
    Haveliwala 2002, doi:10.1145/511446.511513). From a node without neighbours it always returns.

    It is the power iteration, carried on only where there is something to carry: a round moves what
    has newly come to each node, where that is `tolerance` or more (the push of Andersen, Chung and
    Lang 2006, doi:10.1109/FOCS.2006.44, made for all such nodes at once). What never reaches it is
    left out, so the shares add up to somewhat less than 1, and most nodes have none. A round costs
    time in proportion to the edges that are walked and to the nodes.

    Determinism: sums are doubles, added in the order of the arcs. Round the shares before ordering.

    Args:
        graph: nodes and edges.
        seeds: nodes, each once; without any, the shares are all 0.
        weights: float64 [seeds], above 0.
        damping: 0 (never leaves the seeds) to below 1.
        tolerance: above 0.
        rounds: at most so many.
    """
    shares = np.zeros(len(graph))
    if not len(seeds):
        return shares
    returns = weights / math.fsum(weights.tolist())
    arrived = np.zeros(len(graph))
    arrived[seeds] = returns
    for _ in range(rounds):
        active = np.flatnonzero(arrived >= tolerance)
        if not len(active):
            break
        moved = arrived[active]
        arrived[active] = 0.0
        shares[active] += (1 - damping) * moved
        arrived += _spread(graph, active, damping * moved)
        stuck = moved[graph.strengths[active] == 0]
        arrived[seeds] += damping * math.fsum(stuck.tolist()) * returns
    return shares


def _spread(graph: Adjacency, nodes: npt.NDArray[np.int64], amounts: Floats) -> Floats:
    """What comes to each node from some nodes, each of which gives an amount to its neighbours."""
    places, lengths = slices(graph.offsets, nodes)
    per_weight = amounts / np.where(lengths > 0, graph.strengths[nodes], 1.0)
    given = np.repeat(per_weight, lengths) * graph.weights[places]
    arriving = np.bincount(graph.targets[places], given, minlength=len(graph))
    return arriving.astype(np.float64, copy=False)
