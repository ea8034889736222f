"""HyDE searches with the mean of the vectors of a topic's passages, and says who wrote them."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook import Corpus, Expansions, Inapplicable, Topics, Unit
from benchbook.plugins.lanes.dense import DenseLane
from benchbook.plugins.lanes.hyde import HydeLane
from benchbook.testing import ToyEmbedder, corpus_of, toy_corpus

TOPICS = Topics.of([("a", "otter"), ("b", "moss"), ("c", "heron")])
PASSAGES = Expansions(
    {"a": ("river delta", "river"), "b": ("coral",), "z": ("of another topic",)},
    ("a model", "hand"),
)


def lane(corpus: Corpus, *, with_topic: bool = False) -> HydeLane:
    """Give the lane with the passages of this file."""
    return HydeLane(corpus, embedder=ToyEmbedder(), expansions=PASSAGES, with_topic=with_topic)


@pytest.mark.parametrize("with_topic", [False, True])
def test_scores_are_products_with_the_mean(*, with_topic: bool) -> None:
    """Of the passages, and of the topic where that is asked for."""
    corpus = toy_corpus()
    texts = ["river delta", "river", *(["otter"] if with_topic else [])]
    mean = ToyEmbedder().embed(texts).astype(np.float64).mean(axis=0)
    units = ToyEmbedder().embed([f"{unit.title}\n{unit.text}" for unit in corpus])
    expected = dict(zip(corpus.unit_ids, (units @ mean).tolist(), strict=True))
    made = lane(corpus, with_topic=with_topic).retrieve(TOPICS, len(corpus))

    assert expected == pytest.approx(dict(dict(made)["a"]), abs=2e-7)


def test_one_passage_is_searched_as_a_topic_is() -> None:
    """The lane dense gives the same rows for the passage's text."""
    corpus = toy_corpus()
    topics = Topics.of([("b", "coral")])
    dense = DenseLane(corpus, embedder=ToyEmbedder()).retrieve(topics, 20)

    assert list(dense) == list(lane(corpus).retrieve(topics, 20))


@pytest.mark.parametrize("with_topic", [False, True])
def test_a_topic_without_passages_has_an_empty_ranking(*, with_topic: bool) -> None:
    """And does not disturb the others."""
    made = dict(lane(toy_corpus(), with_topic=with_topic).retrieve(TOPICS, 5))

    assert [5, 5, 0] == [len(made[topic]) for topic in TOPICS.ids]


def test_notes_name_the_embedder_and_its_vectors() -> None:
    """Who wrote the passages is recorded by whoever read the file."""
    (note,) = lane(toy_corpus()).notes

    assert note.startswith("vectors by toy, revision 1, 26 dimensions; ")


def test_without_passages_the_lane_does_not_apply() -> None:
    """The reason says what to name."""
    with pytest.raises(Inapplicable, match="name a file of passages with `expansions = "):
        HydeLane(toy_corpus(), embedder=ToyEmbedder(), expansions=None)


def test_empty_units_are_not_ranked() -> None:
    """A unit without a vector has no place."""
    corpus = corpus_of(
        Unit(unit_id=id_, doc_id=id_, title="", text=text)
        for id_, text in {"x": "", "y": "coral"}.items()
    )

    assert ("y",) == lane(corpus).retrieve(TOPICS, 5).units("b")
