"""Relevance on a corpus that is only declared: sought in what lanes returned."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchbook import Corpus, Gold, Qrels, Question, Topics, Unit, UsageError
from benchbook.core.ids import id_fault
from benchbook.core.matching.relevance import UNRETURNED, Judging
from benchbook.testing import corpus_of

DECLARED = Corpus((), "0" * 64, is_declared=True)


def gold_of(
    questions: Mapping[str, Question], grades: Mapping[str, Mapping[str, int]] | None = None
) -> Gold:
    """A gold set of these questions and grades."""
    topics = Topics.of_ids({*questions, *(grades or {})})
    qrels = Qrels.of((t, d, g) for t, row in (grades or {}).items() for d, g in row.items())
    return Gold(topics, qrels, questions=questions)


def judging_by(relevance: str = "", unit: str = "document") -> Judging:
    """Say how a gold set is judged."""
    return Judging(name="g", digest="0", relevance=relevance, match="", unit=unit)


def test_on_a_declared_corpus_titles_and_phrases_await_what_lanes_return() -> None:
    """Until then the judged documents are all that is known, and not all that is relevant."""
    gold = gold_of({"q": Question(phrases=("18 percent ash",))}, {"q": {"rice": 1}})
    relevance = judging_by().judge(gold, DECLARED)

    assert (True, False, "either") == (
        relevance.awaits_texts,
        relevance.is_enumerated,
        relevance.rule,
    )
    assert relevance.criteria.qrels is gold.qrels
    assert relevance.found is None


@pytest.mark.parametrize(
    ("question", "unit", "expected"),
    [
        (Question(phrases=("18 percent ash",)), "document", True),
        (Question(phrases=("18 percent ash",)), "passage", False),
        (Question(titles=("Rice",)), "document", False),
    ],
)
def test_judged_documents_alone_are_all_there_is(
    question: Question, unit: str, *, expected: bool
) -> None:
    """By relevance to a document, where no title has to be found first."""
    gold = gold_of({"q": question}, {"q": {"rice": 1}})

    assert expected == judging_by("document", unit).judge(gold, DECLARED).is_enumerated


def test_phrases_that_are_all_ignored_are_refused_before_anything_is_asked() -> None:
    """Whatever lanes will return."""
    gold = gold_of({"q": Question(phrases=("18",))})

    with pytest.raises(UsageError, match="all its evidence phrases are ignored"):
        judging_by().judge(gold, DECLARED)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("document", {"found": {"ryegrass": 1}, "lost": {UNRETURNED: 1}, "phrase": {}}),
        ("evidence", {"found": {UNRETURNED: 1}, "lost": {}, "phrase": {UNRETURNED: 1}}),
        (
            "either",
            {"found": {"ryegrass": 1}, "lost": {UNRETURNED: 1}, "phrase": {UNRETURNED: 1}},
        ),
        ("both", {"found": {UNRETURNED: 1}, "lost": {}, "phrase": {}}),
    ],
)
def test_what_no_lane_returned_keeps_a_question_in_the_count(
    rule: str, expected: dict[str, dict[str, int]]
) -> None:
    """Where its evidence could make something relevant by the rule; no lane can return it."""
    gold = gold_of(
        {
            "found": Question(titles=("Ryegrass",), phrases=("gluten in wheat",)),
            "lost": Question(titles=("Wheat",)),
            "phrase": Question(phrases=("gluten in wheat",)),
        }
    )
    returned = corpus_of(
        [Unit(unit_id="ryegrass", doc_id="ryegrass", title="Ryegrass", text="grows")]
    )
    relevance = judging_by(rule).judge_returned(gold, returned)

    assert expected == relevance.criteria.qrels.grades
    assert relevance.found is not None
    assert id_fault("unit", UNRETURNED) is not None


@pytest.mark.parametrize(
    ("question", "title", "text", "expected"),
    [
        (Question(phrases=("gluten",)), "", "grows", {"", "document", "evidence"}),
        (Question(titles=("Wheat",), phrases=("gluten",)), "", "grows", set()),
        (Question(titles=("Wheat",), phrases=("gluten",)), "Rye", "", set()),
        (
            Question(titles=("Wheat",), phrases=("gluten",)),
            "Rye",
            "grows",
            {"", "document", "evidence"},
        ),
    ],
)
def test_what_lanes_did_not_tell_of_leaves_holes(
    question: Question, title: str, text: str, expected: set[str]
) -> None:
    """Every unit is decided only where each came with what is sought in it."""
    returned = corpus_of([Unit(unit_id="rye", doc_id="rye", title=title, text=text)])

    relevance = judging_by().judge_returned(gold_of({"q": question}), returned)

    assert expected == relevance.criteria.decided
