"""The lane graph finds by association what shares no word with the topic."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from benchbook import Corpus, Lane, TermGraph, Topics, Unit, UsageError
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.lanes.graph import GraphLane
from benchbook.testing import corpus_of
from beside_bm25 import Found, collection


def corpus(units: int = 40, /, **texts: str) -> Corpus:
    """Give a corpus of documents without titles, filled up with ones without words."""
    filler = {f"z{number:03}": "" for number in range(units - len(texts))}
    return corpus_of(
        Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in {**texts, **filler}.items()
    )


def found(lane: Lane, text: str) -> dict[str, float]:
    """Give the scores for one text, best first."""
    ((_, rows),) = lane.retrieve(Topics(("t",), (text,)), 10)
    return dict(rows)


MEDICINE = corpus(
    a="aspirin against migraine",
    b="aspirin tablets",
    c="migraine in children",
    d="tablets of the law",
    e="herons of the delta",
    f="herons of the canal",
)


def test_a_unit_without_a_word_of_the_topic_is_found() -> None:
    """It says what others say together with the topic's words; a lexical lane passes it over."""
    by_words, by_graph = found(Bm25Lane(MEDICINE), "aspirin"), found(GraphLane(MEDICINE), "aspirin")

    assert {"a", "b"} == set(by_words)
    assert ["a", "b"] == sorted(list(by_graph)[:2])
    assert {"a", "b", "c", "d"} <= set(by_graph)
    assert "e" not in by_graph


def test_without_damping_only_the_topics_own_entities_count() -> None:
    """The walk never leaves the seeds."""
    assert {"a", "b"} == set(found(GraphLane(MEDICINE, damping=0), "aspirin"))


def test_scores_are_those_of_the_formula() -> None:
    """With no walk: idf times the root of the seed's share and of the part of the unit."""
    made = found(GraphLane(MEDICINE, damping=0), "aspirin, aspirin and migraine")
    idf = math.log(1 + 40 / 2)

    expected = {
        "a": idf * (math.sqrt(2 / 3 / 2) + math.sqrt(1 / 3 / 2)),
        "b": idf * math.sqrt(2 / 3 / 2),
        "c": idf * math.sqrt(1 / 3 / 1),
    }
    assert expected == pytest.approx(made, abs=1e-9)


def test_confidence_prefers_what_many_units_speak_for() -> None:
    """PMI alone puts what one unit says once, and is rare, before what ten say."""
    texts = {f"s{at:02}": "seed" for at in range(20)}
    texts |= {f"s{at:02}": "seed, frequent" for at in range(10)}
    texts |= {f"f{at:02}": "frequent" for at in range(9)}
    texts |= {"s19": "seed, rare", "only-frequent": "frequent", "only-rare": "rare"}
    medium = corpus(200, **texts)
    edges = TermGraph.of(medium).associations(8)
    assert [(1.609437912, 10), (1.609437912, 1)] == list(
        zip(edges.weights.tolist(), edges.support.tolist(), strict=True)
    )

    def order(lane: Lane) -> list[str]:
        ((_, rows),) = lane.retrieve(Topics(("t",), ("seed",)), 200)
        return [unit for unit, _ in rows if unit.startswith("only")]

    assert ["only-rare", "only-frequent"] == order(GraphLane(medium))
    assert ["only-frequent", "only-rare"] == (
        order(GraphLane(medium, confidence_weighted=True, doubt=10))
    )


def test_only_the_weightiest_entities_of_a_long_topic_are_seeds() -> None:
    """Those that are asked most, and rarest."""
    assert {"e", "f"} == set(
        found(GraphLane(MEDICINE, seeds=1, damping=0), "aspirin, herons, herons")
    )


@pytest.mark.parametrize("text", ["", "the of", "zebra", "law of the children"])
def test_a_topic_without_a_known_entity_has_an_empty_ranking(text: str) -> None:
    """No unit is made up. A word of one unit, as law is, is no entity."""
    assert {} == found(GraphLane(MEDICINE), text)


def test_a_corpus_without_entities_says_so() -> None:
    """Its empty rankings carry the reason into the report."""
    lane = GraphLane(corpus(3, a="river"))

    assert {} == found(lane, "river")
    (note,) = lane.notes
    assert "no entities and every ranking is empty" in note
    assert () == GraphLane(MEDICINE).notes


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("damping", 1.0),
        ("damping", -0.1),
        ("tolerance", 0.0),
        ("rounds", 0),
        ("seeds", 0),
        ("neighbours", 0),
        ("doubt", 0.0),
        ("doubt", math.inf),
    ],
)
def test_a_parameter_out_of_range_is_refused(name: str, value: float) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match=f"graph: {name} = .*; expected"):
        GraphLane(MEDICINE, **{name: value})  # type: ignore[arg-type]  # one of the parameters


@pytest.mark.slow
def test_cranfield_and_what_bm25_misses(shared_data: Path) -> None:
    """The collection that the defaults were chosen on; bm25 has R@100 0.7354."""
    cranfield = collection(shared_data / "cranfield")

    assert Found(0.7523, 135, 1612) == cranfield.measure(GraphLane)
    assert Found(0.7567, 140, 1612) == (
        cranfield.measure(lambda corpus: GraphLane(corpus, confidence_weighted=True))
    )


@pytest.mark.slow
def test_scifact_and_what_bm25_misses(shared_data: Path) -> None:
    """A collection that nothing was chosen on; bm25 has R@100 0.9127."""
    scifact = collection(shared_data / "scifact")

    assert Found(0.9267, 10, 339) == scifact.measure(GraphLane)
