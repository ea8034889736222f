"""HyDE searches with the mean of the vectors of a topic's passages, and says who wrote them."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook import Corpus, Expansions, Inapplicable, Topics, Unit
from benchbook.plugins.lanes.dense import DenseLane
from benchbook.plugins.lanes.hyde import HydeLane
from benchbook.testing import ToyEmbedder, corpus_of, toy_corpus, toy_expansions, toy_topics

TOPICS = Topics.of([("a", "otter"), ("b", "moss"), ("c", "heron")])
PASSAGES = Expansions(
    {"a": ("river delta", "river"), "b": ("coral",), "z": ("of another topic",)}, ("hand", "Kim")
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


def test_notes_say_who_wrote_the_passages_and_count_the_topics() -> None:
    """Of the topics last asked."""
    asked = lane(toy_corpus())
    before = asked.notes[0]
    asked.retrieve(TOPICS, 5)
    some = asked.notes[0]
    asked.retrieve(Topics.of([("a", "otter")]), 5)

    assert "passages written by hand, Kim" == before
    assert f"{before}: 2 of 3 topics; c without any: an empty ranking" == some
    assert f"{before}: 1 of 1 topics" == asked.notes[0]
    assert asked.notes[1].startswith("vectors by toy, revision 1, 26 dimensions; ")


def test_several_topics_without_passages_are_counted() -> None:
    """The first is named."""
    asked = HydeLane(toy_corpus(), embedder=ToyEmbedder(), expansions=toy_expansions())
    asked.retrieve(toy_topics(), 5)

    assert asked.notes[0].endswith("63 of 70 topics; t09 and 6 more without any: an empty ranking")


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
