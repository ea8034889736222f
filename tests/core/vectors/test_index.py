"""Exact search is brute force, to the last bit, in whatever blocks it is made."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError, VectorIndex, describe_vectors, mean_vector
from benchbook.core.ranking.ties import hash_ids, splitmix64
from benchbook.core.vectors import index as module
from benchbook.core.vectors.index import DECIMALS
from benchbook.testing import ToyEmbedder, corpus_of, toy_corpus

SEEDS = st.integers(0, 2**32 - 1)
STEP = Fraction(1, 2**26)


def drawn(seed: int) -> tuple[VectorIndex, np.ndarray, Topics, np.ndarray]:
    """Give an index with ties, near ties and zeros, its vectors, and topics with theirs."""
    made = np.random.default_rng(seed)
    units, topics, dimension = (int(number) for number in made.integers(1, (40, 6, 9)))
    vectors = unit_length(made.standard_normal((units, dimension)))
    vectors[made.integers(0, units, units // 2)] = vectors[0]  # ties
    vectors[made.integers(0, units, units // 4)] += np.float32(3e-8)  # near ties
    vectors[made.integers(0, units, units // 8)] = 0
    asked = unit_length(made.standard_normal((topics, dimension)))
    asked[made.random(topics) < 0.2] = 0
    ids = tuple(f"u{number:03}" for number in range(units))
    names = Topics.of_ids(f"t{number}" for number in range(topics))
    return VectorIndex(ids, vectors), vectors, names, asked


def unit_length(vectors: np.ndarray) -> np.ndarray:
    """Give vectors of length 1 in 32 bits."""
    made: np.ndarray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return made.astype(np.float32)


def whole(vector: np.ndarray) -> list[int]:
    """Give a vector in steps of 2**-26."""
    return [round(Fraction(float(number)) / STEP) for number in vector]


def by_hand(
    vectors: np.ndarray, topics: Topics, asked: np.ndarray, depth: int
) -> list[tuple[str, tuple[tuple[str, float], ...]]]:
    """Rank by fractions, each unit with each topic."""
    rankings = []
    for topic, vector in zip(topics.ids, asked, strict=True):
        rows = []
        for number, unit in enumerate(vectors):
            if not (any(whole(unit)) and any(whole(vector))):
                continue
            terms = zip(whole(unit), whole(vector), strict=True)
            exact = sum(one * other for one, other in terms) * STEP * STEP
            score = float(np.round(float(exact), DECIMALS)) + 0.0
            name = f"u{number:03}"
            key = int(splitmix64(hash_ids([topic]) ^ hash_ids([name]))[0])
            rows.append((-score, key, name))
        ordered = sorted(rows)[:depth]
        rankings.append((topic, tuple((name, 0.0 - score) for score, _, name in ordered)))
    return rankings


@given(SEEDS, st.integers(1, 45))
def test_search_is_brute_force(seed: int, depth: int) -> None:
    """Order, scores, ties and cut are those of exact fractions, computed one by one."""
    index, vectors, topics, asked = drawn(seed)

    assert by_hand(vectors, topics, asked, depth) == list(index.search(topics, asked, depth))


@given(SEEDS)
def test_blocks_do_not_matter(seed: int) -> None:
    """Few units and one topic at a time give what all at once give."""
    index, vectors, topics, asked = drawn(seed)
    whole_rows = list(index.search(topics, asked, 7))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_UNITS", 3)
        patch.setattr(module, "_CELLS", 1)
        again = VectorIndex(index.unit_ids, vectors)

        assert whole_rows == list(again.search(topics, asked, 7))


@given(SEEDS)
def test_some_units_score_as_among_all(seed: int) -> None:
    """The rankings of candidates are those of the search, without the others."""
    index, _, topics, asked = drawn(seed)
    candidates = np.flatnonzero(~index.is_blank)[::2]
    kept = {index.unit_ids[place] for place in candidates}
    expected = [
        (topic, tuple(pair for pair in rows if pair[0] in kept)[:5])
        for topic, rows in index.search(topics, asked, len(index))
        if rows
    ]
    made = index.score(topics, asked, [candidates] * len(topics), 5)

    assert expected == [(topic, rows) for topic, rows in made if topic in dict(expected)]


def test_depth_beyond_the_units_gives_all() -> None:
    """And depth 0 none."""
    index = VectorIndex(("a", "b"), np.eye(2, dtype=np.float32))
    topics, asked = Topics.of_ids(["t"]), np.array([[0.6, 0.8]])

    assert [("t", (("b", 0.8), ("a", 0.6)))] == list(index.search(topics, asked, 9))
    assert [("t", ())] == list(index.search(topics, asked, 0))


def test_no_units_and_no_topics_give_nothing() -> None:
    """Neither is an error."""
    empty = VectorIndex((), np.empty((0, 2), np.float32))
    topics = Topics.of_ids(["t"])

    assert [("t", ())] == list(empty.search(topics, np.array([[0.6, 0.8]]), 9))
    assert [] == list(empty.search(Topics((), ()), np.empty((0, 2)), 9))


@pytest.mark.parametrize("bad", [[[1.1, 0.0]], [[np.nan, 0.0]], [[np.inf, 0.0]]])
def test_what_cannot_be_searched_exactly_is_refused(bad: list[list[float]]) -> None:
    """A vector longer than 1, or no number, is named, in units and in topics."""
    with pytest.raises(UsageError, match="expected 1, or less"):
        VectorIndex(("a",), np.array(bad))
    index = VectorIndex(("a",), np.array([[1.0, 0.0]]))
    with pytest.raises(UsageError, match="expected 1, or less"):
        index.search(Topics.of_ids(["t"]), np.array(bad), 1)


def test_another_dimension_is_refused() -> None:
    """Both are named."""
    index = VectorIndex(("a",), np.array([[1.0, 0.0]]))
    with pytest.raises(UsageError, match="vectors of 3 dimensions; the units have 2"):
        index.search(Topics.of_ids(["t"]), np.ones((1, 3)) / 2, 1)


def test_title_and_text_are_embedded() -> None:
    """A line each; the vectors of a corpus are those of its units alone."""
    corpus = toy_corpus()
    index = VectorIndex.of(corpus, ToyEmbedder())
    texts = [f"{unit.title}\n{unit.text}" for unit in corpus]

    assert np.allclose(ToyEmbedder().embed(texts), index.vectors, atol=2.0**-26)
    assert (44, ToyEmbedder.dimension) == (len(index), index.dimension)


def test_the_note_names_embedder_and_vectors() -> None:
    """Another text is another digest."""
    note = describe_vectors(ToyEmbedder(), VectorIndex.of(toy_corpus(), ToyEmbedder()))
    few = VectorIndex.of(corpus_of(list(toy_corpus())[:3]), ToyEmbedder())

    assert note.startswith(
        "vectors by toy, revision 1, 26 dimensions; sha256 of those of 44 units "
    )
    assert note[-12:] != few.digest[:12]


@given(SEEDS)
def test_a_mean_does_not_depend_on_the_order(seed: int) -> None:
    """The same bytes in whatever order the vectors come."""
    _, vectors, _, _ = drawn(seed)
    mean = mean_vector(vectors)

    assert mean.tobytes() == mean_vector(vectors[::-1]).tobytes()
    assert np.allclose(vectors.mean(axis=0), mean, atol=1e-7)


def test_the_mean_of_nothing_is_zeros() -> None:
    """No passages, no place."""
    assert [0.0, 0.0] == mean_vector(np.empty((0, 2), np.float32)).tolist()


def test_rankings_point_into_the_table_of_the_corpus() -> None:
    """So that core need not look the units up."""
    corpus = toy_corpus()
    made = VectorIndex.of(corpus, ToyEmbedder()).search(
        Topics.of_ids(["t"]), ToyEmbedder().embed(["otter"]), 3
    )

    assert isinstance(made, Rankings)
    assert made.table is corpus.unit_ids
