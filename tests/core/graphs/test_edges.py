"""The strongest of each row are found as sorting would find them; edges are seen from both ends."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.graphs.edges import Arcs, Edges, spans, strongest

SCORES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 9)), st.integers(0, 5) | st.integers(2**34, 2**60)
)


def edges_of(*rows: tuple[int, int, float, int], nodes: int = 4) -> Edges:
    """Give edges from left end, right end, weight and support."""
    left, right, weights, support = map(np.array, zip(*rows, strict=True))
    return Edges(left.astype(np.int32), right.astype(np.int32), weights, support, nodes)


@given(SCORES, st.integers(1, 4))
def test_the_strongest_are_those_that_sorting_would_give(
    scores: dict[tuple[int, int], int], most: int
) -> None:
    """By score, then by the smaller column; scores beyond the limit are one."""
    cells = sorted(scores)
    expected = []
    for row in range(7):
        mine = [(-min(scores[cell], 2**34 - 1), cell) for cell in cells if cell[0] == row]
        expected += [cell for _, cell in sorted(mine)[:most]]

    places = strongest(
        np.array([row for row, _ in cells], np.int64),
        np.array([column for _, column in cells], np.int64),
        np.array([scores[cell] for cell in cells], np.int64),
        most,
    )

    assert sorted(expected) == [cells[place] for place in places]


@given(st.lists(st.integers(0, 9)), st.integers(0, 20))
def test_spans_cover_all_rows_within_the_cost(costs: list[int], most: int) -> None:
    """Each row once, in order; a span costs more only if it is one row."""
    found = list(spans(np.array(costs, np.int64), most))

    assert list(range(len(costs))) == [at for start, stop in found for at in range(start, stop)]
    assert all(sum(costs[a:b]) <= most or b == a + 1 for a, b in found)


def test_an_arc_in_both_directions_is_one_edge() -> None:
    """Whichever end chose it; edges stand in the order of their ends."""
    columns = ([2, 0, 1], [0, 2, 0], [5.0, 5.0, 7.0], [3, 3, 4])
    arcs = Arcs(*map(np.array, columns))

    made = Edges.of_arcs([arcs], 3)

    assert ([0, 0], [1, 2], [7.0, 5.0], [4, 3]) == (
        made.left.tolist(),
        made.right.tolist(),
        made.weights.tolist(),
        made.support.tolist(),
    )


def test_neighbours_are_seen_from_each_end() -> None:
    """A node without edges has none, and no strength."""
    adjacency = edges_of((0, 1, 2.0, 1), (0, 3, 4.0, 1)).adjacency

    assert [0, 2, 3, 3, 4] == adjacency.offsets.tolist()
    assert [1, 3, 0, 0] == adjacency.targets.tolist()
    assert [6.0, 2.0, 0.0, 4.0] == adjacency.strengths.tolist()


def test_confidence_grows_with_support() -> None:
    """An edge of n units keeps n / (n + doubt) of its weight."""
    edges = edges_of((0, 1, 8.0, 1), (0, 2, 8.0, 3), (1, 2, 8.0, 9))

    assert [2.0, 4.0, 6.0] == edges.with_confidence(3).weights.tolist()
    assert [8.0, 8.0, 8.0] == edges.with_confidence(0).weights.tolist()


def test_no_edges_are_no_edges() -> None:
    """An empty graph can be looked at."""
    none = Edges.of_arcs([], 2)

    assert (0, [0, 0, 0], [0.0, 0.0]) == (
        len(none),
        none.adjacency.offsets.tolist(),
        none.adjacency.strengths.tolist(),
    )
