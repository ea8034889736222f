"""The edges of the term graph are those that plain counting gives, and always the same."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from itertools import combinations

import numpy as np
import pytest

from benchbook import Corpus, TermGraph, Unit
from benchbook.core.graphs import association, likeness
from benchbook.core.graphs.edges import Edges
from benchbook.testing import corpus_of


def corpus(*texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(
        Unit(unit_id=f"d{at:03}", doc_id=f"d{at:03}", title="", text=text)
        for at, text in enumerate(texts)
    )


def drawn_texts(count: int = 300, seed: int = 5) -> list[str]:
    """Give texts of common and rare words, some in phrases."""
    drawn = random.Random(seed)  # noqa: S311 - text, no secret
    words = [f"word{number}x" for number in range(200)]
    weights = [1 / (rank + 30) for rank in range(200)]
    runs = [
        [" ".join(drawn.choices(words, weights, k=drawn.randint(1, 3))) for _ in range(6)]
        for _ in range(count)
    ]
    return list(map(" and ".join, runs))


def named(graph: TermGraph, edges: Edges) -> dict[tuple[str, str], tuple[float, int]]:
    """Give associations by the names of their ends."""
    names = graph.entities.names
    columns = (edges.left, edges.right, edges.weights, edges.support)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {(names[left], names[right]): (weight, n) for left, right, weight, n in rows}


def entity_sets(graph: TermGraph) -> list[list[int]]:
    """Give the entities of each unit."""
    incidence = graph.entities.incidence
    return [part.tolist() for part in np.split(incidence.codes, incidence.offsets[1:-1])]


def counted(graph: TermGraph, most: int) -> dict[tuple[str, str], tuple[float, int]]:
    """Give associations by counting pairs one at a time."""
    names, units = graph.entities.names, entity_sets(graph)
    single = Counter(code for unit in units for code in unit)
    pairs = Counter(pair for unit in units for pair in combinations(unit, 2))
    edges: dict[tuple[int, int], tuple[float, int]] = {}
    strengths: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (left, right), n in pairs.items():
        pmi = round(math.log(n * len(units) / (single[left] * single[right])), 9)
        if pmi > 0 and not set(names[left].split()) & set(names[right].split()):
            edges[left, right] = (pmi, n)
            strengths[left].append((-round(pmi * n * 1000), right))
            strengths[right].append((-round(pmi * n * 1000), left))
    kept = {
        (min(node, other), max(node, other))
        for node, others in strengths.items()
        for _, other in sorted(others)[:most]
    }
    return {(names[a], names[b]): edges[a, b] for a, b in kept}


@pytest.mark.parametrize("most", [1, 3, 1000])
def test_associations_are_those_of_plain_counting(most: int) -> None:
    """PMI, support, the strongest of either end, no common term."""
    graph = TermGraph.of(corpus(*drawn_texts()))

    assert counted(graph, most) == named(graph, graph.associations(most))


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is counted at a time changes nothing."""
    expected = [TermGraph.of(corpus(*drawn_texts())) for _ in range(2)]
    wide = named(expected[0], expected[0].associations(3))
    near = expected[0].likenesses(3)
    monkeypatch.setattr(association, "_PAIRS", 50)
    monkeypatch.setattr(likeness, "_PAIRS", 50)

    assert wide == named(expected[1], expected[1].associations(3))
    narrow = expected[1].likenesses(3)
    assert near.weights.tolist() == narrow.weights.tolist()
    assert near.right.tolist() == narrow.right.tolist()


def test_of_a_long_unit_the_most_telling_entities_count() -> None:
    """Those of greatest tf idf, so that one long text does not cost its square."""
    long = " and ".join(f"word{number}x" for number in range(400))
    often = " and ".join(f"word{number}x" for number in range(300, 400))
    graph = TermGraph.of(corpus(*[f"{long} and {often}"] * 2, *[""] * 40))

    edges = graph.associations(1000)

    names = {name for pair in named(graph, edges) for name in pair}
    assert 256 == len(names)
    assert {f"word{number}x" for number in range(300, 400)} <= names


def test_likeness_is_the_cosine_of_weighted_sets() -> None:
    """In whole thousandths, entities of many units left out above the line."""
    graph = TermGraph.of(corpus(*drawn_texts(60)))
    idf, units = graph.entities.idf, entity_sets(graph)
    square = [round(weight**2 * 1000) for weight in idf.tolist()]
    expected = {}
    for left, right in combinations(range(60), 2):
        both = sum(square[code] for code in set(units[left]) & set(units[right]))
        sizes = [sum(square[code] for code in units[at]) for at in (left, right)]
        if both and (thousandths := round(1000 * both / math.sqrt(sizes[0] * sizes[1]))):
            expected[left, right] = float(thousandths)

    made = graph.likenesses(1000)

    pairs = zip(made.left.tolist(), made.right.tolist(), strict=True)
    assert expected == dict(zip(pairs, made.weights.tolist(), strict=True))


def test_an_entity_of_many_units_links_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs would grow with the square of the units."""
    monkeypatch.setattr(likeness, "MOST_UNITS", 2)
    graph = TermGraph.of(corpus("heron moss", "heron moss", "heron", "otter", "otter", *[""] * 30))

    made = graph.likenesses(10)

    assert [(0, 1), (3, 4)] == list(zip(made.left.tolist(), made.right.tolist(), strict=True))


def test_the_order_of_the_units_does_not_matter() -> None:
    """Associations hang on what units say together, not on where the units stand."""
    texts = drawn_texts()
    mixed = random.Random(9).sample(texts, len(texts))  # noqa: S311 - an order, no secret
    first, second = TermGraph.of(corpus(*texts)), TermGraph.of(corpus(*mixed))

    assert named(first, first.associations(3)) == named(second, second.associations(3))


def test_lanes_over_one_corpus_share_its_graph() -> None:
    """The same object, and the same edges for as many neighbours."""
    one = corpus(*drawn_texts(10))

    assert TermGraph.of(one) is TermGraph.of(one)
    assert TermGraph.of(one).associations(2) is TermGraph.of(one).associations(2)
    assert TermGraph.of(one) is not TermGraph.of(corpus(*drawn_texts(10)))


@pytest.mark.parametrize("texts", [(), ("",), ("river",), ("river", "river")])
def test_a_small_corpus_has_a_graph_without_edges(texts: tuple[str, ...]) -> None:
    """Nothing breaks where nothing is."""
    graph = TermGraph.of(corpus(*texts))

    assert 0 == len(graph.associations(3))
    assert len(texts) == graph.likenesses(3).nodes
