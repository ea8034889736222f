"""The axes of a gold set stand in the ids that are measured."""

from __future__ import annotations

from benchbook import Gold, Qrels, Question, Topics, Unit
from benchbook.core.matching.axes import axes_of
from benchbook.core.measuring.axes import Asked, Axes, Covering
from benchbook.testing import corpus_of

CORPUS = corpus_of(
    Unit(unit_id=id_, doc_id=id_.partition("#")[0], title="", text="t")
    for id_ in ("a#1", "a#2", "b")
)
QUESTION = Question(axes=("x", "y"), covers={"a": ("y",), "b": ("x", "y"), "gone": ("x",)})


def gold_of(question: Question) -> Gold:
    """A gold set of one topic, and of a probe that has axes too."""
    return Gold(
        topics=Topics.of([("q", "?")]),
        qrels=Qrels.of([("q", "a", 2), ("q", "b", 0), ("q", "gone", 1)]),
        probes=Topics.of([("z", "?")]),
        questions={"q": question, "z": QUESTION},
    )


def asked(axes: Axes | None) -> Asked:
    """What the only topic asks for."""
    assert axes is not None
    assert ["q"] == list(axes.asked)
    return axes.asked["q"]


def test_documents_cover_under_their_own_ids() -> None:
    """One covering per axis and document, with the grade of the judgment."""
    found = asked(axes_of(gold_of(QUESTION), CORPUS, "document"))

    assert found == Asked(
        2,
        (
            Covering(1, "a", 2),
            Covering(0, "b", 0),
            Covering(1, "b", 0),
            Covering(0, "gone", 1),
        ),
    )


def test_every_passage_of_a_document_covers_what_the_document_does() -> None:
    """Where passages are ranked a judged document stands for each of its passages."""
    found = asked(axes_of(gold_of(QUESTION), CORPUS, "passage"))

    assert (Covering(1, "a#1", 2), Covering(1, "a#2", 2)) == found.coverings[:2]


def test_axes_that_nothing_is_said_of_are_none() -> None:
    """Where no document was judged by axes, coverage is not 0: nobody knows it."""
    assert axes_of(gold_of(Question(axes=("x",))), CORPUS, "document") is None
