"""The lane citations finds what the best matches cite, and what cites them."""

from __future__ import annotations

import math

import pytest

from benchbook import Corpus, Inapplicable, Lane, Topics, Unit, UsageError
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.lanes.citations import CitationsLane
from benchbook.testing import corpus_of


def unit(name: str, text: str, *cites: str) -> Unit:
    """Give a unit; the document's name is what stands before `#`."""
    metadata = {"cites": list(cites)} if cites else {}
    document = name.partition("#")[0]
    return Unit(unit_id=name, doc_id=document, title="", text=text, metadata=metadata)


def found(lane: Lane, text: str) -> dict[str, float]:
    """Give the scores for one text, best first."""
    ((_, rows),) = lane.retrieve(Topics(("t",), (text,)), 100)
    return dict(rows)


CHAIN = corpus_of(
    [
        unit("survey", "otters", "old"),
        unit("old", "sediment", "older"),
        unit("older", "basalt"),
        unit("new", "plankton", "survey"),
        unit("apart", "granite"),
    ]
)


def test_cited_and_citing_documents_are_found() -> None:
    """Both ways from the match, the nearer first; what nothing leads to is not ranked."""
    made = list(found(CitationsLane(CHAIN), "otters"))

    assert ["survey"] == list(found(Bm25Lane(CHAIN), "otters"))
    assert "survey" == made[0]
    assert {"old", "new"} == set(made[1:3])
    assert ["older"] == made[3:]


def test_seeds_can_be_left_out() -> None:
    """Then the lane gives what citations add."""
    made = list(found(CitationsLane(CHAIN, include_seeds=False), "otters"))

    assert ["older"] == made[2:]
    assert {"old", "new"} == set(made[:2])


def test_shares_are_those_of_the_walk() -> None:
    """Two documents that cite each other: the walk returns to the match half of the time."""
    pair = corpus_of([unit("a", "otter", "b"), unit("b", "moss", "a")])

    made = found(CitationsLane(pair, damping=0.5, tolerance=1e-12), "otter")

    assert {"a": 2 / 3, "b": 1 / 3} == pytest.approx(made, abs=1e-9)


def test_the_best_units_of_a_document_come_first() -> None:
    """The best stands for the document; the others follow by their own match."""
    corpus = corpus_of(
        [
            unit("seed", "otter otter", "long"),
            unit("long#1", "moss"),
            unit("long#2", "moss otter moss moss"),
            unit("long#3", "otter"),
            unit("long#4", "moss"),
        ]
    )
    made = found(CitationsLane(corpus), "otter")

    assert ["long#3", "long#2"] == [name for name in made if name.startswith("long")][:2]
    assert made["long#1"] == made["long#4"] < made["long#2"]


def test_more_than_the_asked_seeds_start_if_they_tie() -> None:
    """No id decides between equal matches."""
    corpus = corpus_of(
        [unit("a", "otter", "x"), unit("b", "otter", "y"), unit("x", "moss"), unit("y", "moss")]
    )

    made = found(CitationsLane(corpus, seeds=1), "otter")

    assert {"a", "b", "x", "y"} == set(made)
    assert made["x"] == made["y"]


def test_reference_lists_serve_as_well() -> None:
    """A report says from where the citations are, and what was left out."""
    cited = Unit(unit_id="b", doc_id="b", title="On the moss of rivers", text="lichen")
    corpus = corpus_of([unit("a", "otter\nReferences\nOn the moss of rivers", "gone"), cited])
    lane = CitationsLane(corpus)

    assert ["a", "b"] == list(found(lane, "otter"))
    assert (
        "citations: left out cited ids that are not in the corpus: 1",
        "citations: 1 of 1 were read from reference lists",
    ) == lane.notes


@pytest.mark.parametrize(
    "corpus",
    [
        corpus_of([]),
        corpus_of([unit("a", "otter"), unit("b", "otter")]),
        corpus_of([unit("a", "otter", "gone"), unit("b", "otter", "b")]),
    ],
)
def test_a_corpus_without_citations_skips_the_lane(corpus: Corpus) -> None:
    """The reason is told; no ranking is empty."""
    with pytest.raises(Inapplicable, match="the corpus has no citations: no unit has `cites`"):
        CitationsLane(corpus)


@pytest.mark.parametrize("text", ["", "the of", "zebra"])
def test_a_topic_without_a_known_word_has_an_empty_ranking(text: str) -> None:
    """There is no match to start from."""
    assert {} == found(CitationsLane(CHAIN), text)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seeds", 0),
        ("damping", 0.0),
        ("damping", 1.0),
        ("tolerance", 0.0),
        ("tolerance", math.inf),
        ("rounds", 0),
    ],
)
def test_a_parameter_out_of_range_is_refused(name: str, value: float) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match=f"citations: {name} = .*; expected"):
        CitationsLane(CHAIN, **{name: value})  # type: ignore[arg-type]  # one of the parameters
