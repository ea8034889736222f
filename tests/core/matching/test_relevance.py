"""Relevance: which units answer which question, by each rule."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchbook import Gold, Qrels, Question, Topics, Unit, UsageError
from benchbook.core.matching.relevance import Judging, Relevance
from benchbook.testing import corpus_of

CORPUS = corpus_of(
    [
        Unit(unit_id="rice#1", doc_id="rice", title="Rice Straw", text="18 percent ash"),
        Unit(unit_id="rice#2", doc_id="rice", title="Rice Straw", text="302,000 dry tons"),
        Unit(unit_id="rye", doc_id="rye", title="Rye", text="near 18 percent ash"),
        Unit(unit_id="oat", doc_id="oat", title="Oat", text="1320 bales, 320 of them wet"),
    ]
)


def gold_of(
    questions: Mapping[str, Question], grades: Mapping[str, Mapping[str, int]] | None = None
) -> Gold:
    """A gold set of these questions and grades."""
    topics = Topics.of_ids({*questions, *(grades or {})})
    qrels = Qrels.of((t, d, g) for t, row in (grades or {}).items() for d, g in row.items())
    return Gold(topics, qrels, questions=questions)


def judged(gold: Gold, relevance: str = "", match: str = "", unit: str = "document") -> Relevance:
    """A gold set judged against the corpus."""
    judging = Judging(name="g", digest="0" * 64, relevance=relevance, match=match, unit=unit)
    return judging.judge(gold, CORPUS)


ASH = gold_of({"q": Question(titles=("rice straw",), phrases=("18 percent ash",))})


@pytest.mark.parametrize(
    ("rule", "unit", "expected"),
    [
        ("document", "document", {"rice"}),
        ("evidence", "document", {"rice", "rye"}),
        ("either", "document", {"rice", "rye"}),
        ("both", "document", {"rice"}),
        ("document", "passage", {"rice#1", "rice#2"}),
        ("evidence", "passage", {"rice#1", "rye"}),
        ("either", "passage", {"rice#1", "rice#2", "rye"}),
        ("both", "passage", {"rice#1"}),
    ],
)
def test_each_rule_in_each_unit(rule: str, unit: str, expected: set[str]) -> None:
    """A document is relevant where one of its units is."""
    grades = judged(ASH, rule, unit=unit).criteria.qrels.grades["q"]

    assert dict.fromkeys(sorted(expected), 1) == grades


def test_the_rule_that_is_not_stated() -> None:
    """Either where there is evidence; else documents, and the qrels are left as they are."""
    plain = gold_of({}, {"q": {"rice": 2}})

    assert ("either", "fold/1") == (judged(ASH).rule, judged(ASH).match)
    relevance = judged(plain)
    assert ("document", "", None) == (relevance.rule, relevance.match, relevance.found)
    assert relevance.criteria.qrels is plain.qrels


def test_grades_of_documents_are_kept() -> None:
    """A phrase adds grade 1 and lowers no grade; a document judged 0 that holds one gets 1."""
    gold = gold_of(
        {"q": Question(phrases=("18 percent ash",))}, {"q": {"rice": 3, "oat": 0, "rye": 0}}
    )

    assert {"oat": 0, "rice": 3, "rye": 1} == judged(gold).criteria.qrels.grades["q"]
    assert {"oat": 0, "rice": 3, "rye": 0} == judged(gold, "both").criteria.qrels.grades["q"]
    assert {"rice": 1, "rye": 1} == judged(gold, "evidence").criteria.qrels.grades["q"]


def test_both_wants_one_unit_that_is_both() -> None:
    """A document whose title stands on one unit and whose phrase on another is not both."""
    corpus = corpus_of(
        [
            Unit(unit_id="d#1", doc_id="d", title="Rice Straw", text="nothing"),
            Unit(unit_id="d#2", doc_id="d", title="Annex", text="18 percent ash"),
            Unit(unit_id="e", doc_id="e", title="Rice Straw", text="18 percent ash"),
        ]
    )
    judging = Judging(name="g", digest="0", relevance="both", match="", unit="document")

    assert {"e": 1} == judging.judge(ASH, corpus).criteria.qrels.grades["q"]


def test_both_leaves_a_question_with_one_side_without_relevant_units() -> None:
    """It is counted, and no error."""
    gold = gold_of(
        {
            "q": Question(titles=("Rice Straw",), phrases=("18 percent ash",)),
            "r": Question(titles=("Rye",)),
            "s": Question(phrases=("302,000 dry tons",)),
        }
    )
    relevance = judged(gold, "both")

    assert {"q": {"rice": 1}, "r": {}, "s": {}} == relevance.criteria.qrels.grades
    assert relevance.found is not None
    assert 2 == relevance.found.tally.one_sided


def test_judged_documents_are_reference_documents() -> None:
    """Qrels and phrases go together: in passages, a judged document is all of its units."""
    gold = gold_of({"q": Question(phrases=("18 percent ash",))}, {"q": {"rice": 1}})

    assert {"rice#1"} == set(judged(gold, "both", unit="passage").criteria.qrels.grades["q"])
    assert {"rice#1", "rice#2", "rye"} == set(
        judged(gold, "either", unit="passage").criteria.qrels.grades["q"]
    )


def test_a_judged_document_that_the_corpus_lacks_stays_missed() -> None:
    """Nothing can return it, so it counts against every ranking."""
    gold = gold_of({"q": Question(phrases=("18 percent ash",))}, {"q": {"gone": 1}})

    assert {"gone", "rice", "rye"} == set(judged(gold).criteria.qrels.grades["q"])


def test_criteria_apart() -> None:
    """Whatever the rule, either criterion alone is there, and so is what metrics look for."""
    criteria = judged(ASH, "both").criteria

    assert {"rice": 1} == criteria.alone["document"].grades["q"]
    assert {"rice": 1, "rye": 1} == criteria.alone["evidence"].grades["q"]
    assert criteria.sought is not None
    assert [(False, ("rice",)), (True, ("rice", "rye"))] == [
        (piece.is_phrase, piece.units) for piece in criteria.sought.pieces["q"]
    ]


def test_substring_finds_what_the_fold_does_not() -> None:
    """320 is in 1320 for the kit's rule; with the fold it needs to stand alone."""
    gold = gold_of({"q": Question(phrases=("132",)), "r": Question(phrases=("320",))})

    assert {"q": {}, "r": {"oat": 1}} == judged(gold).criteria.qrels.grades
    assert {"q": {"oat": 1}, "r": {"oat": 1}} == (
        judged(gold, match="substring").criteria.qrels.grades
    )


def test_short_and_repeated_phrases_do_not_count() -> None:
    """They are named with the reason, and are no part of what has to be found."""
    gold = gold_of({"q": Question(titles=("Rye", "RYE", ""), phrases=("18", "Ash", "ash", "wet"))})
    relevance = judged(gold)
    assert relevance.found is not None

    assert [
        ("Rye", ""),
        ("RYE", "the same as another one"),
        ("", "nothing to compare"),
        ("18", "under three characters"),
        ("Ash", ""),
        ("ash", "the same as another one"),
        ("wet", ""),
    ] == [(one.text, one.ignored) for one in relevance.found.topics["q"]]
    assert (4, 2) == (relevance.found.tally.phrases, relevance.found.tally.ignored)
    assert relevance.criteria.sought is not None
    assert 3 == len(relevance.criteria.sought.pieces["q"])


def test_a_title_of_several_documents_is_flagged() -> None:
    """All of them are relevant, and the title is counted as shared."""
    corpus = corpus_of(
        [Unit(unit_id=one, doc_id=one, title="Annual Report", text="") for one in ("a", "b")]
    )
    gold = gold_of({"q": Question(titles=("annual report", "Rye"))})
    judging = Judging(name="g", digest="0", relevance="", match="", unit="document")

    relevance = judging.judge(gold, corpus)

    assert relevance.found is not None
    assert (1, 1) == (
        relevance.found.tally.shared_titles,
        relevance.found.tally.unmatched_titles,
    )
    assert {"a": 1, "b": 1} == relevance.criteria.qrels.grades["q"]


def test_probes_are_not_judged() -> None:
    """A question that nothing answers has no place in the qrels."""
    gold = Gold(
        Topics.of_ids(["q"]),
        Qrels({}),
        probes=Topics.of_ids(["p"]),
        questions={"q": Question(phrases=("wet",)), "p": Question(phrases=("18 percent ash",))},
    )

    assert {"q": {"oat": 1}} == judged(gold).criteria.qrels.grades


@pytest.mark.parametrize(
    ("relevance", "match", "message"),
    [
        ("evidence", "", 'relevance = "evidence": no question of gold set .g. has'),
        ("either", "", 'relevance = "either"'),
        ("both", "", 'relevance = "both"'),
        ("", "substring", 'match = "substring"'),
        ("document", "fold", 'match = "fold"'),
    ],
)
def test_a_rule_that_has_nothing_to_apply_to_is_refused(
    relevance: str, match: str, message: str
) -> None:
    """A stated rule that would change nothing is a mistake."""
    with pytest.raises(UsageError, match=message):
        judged(gold_of({}, {"q": {"rice": 1}}), relevance, match)


def test_a_question_whose_phrases_are_all_ignored_is_refused() -> None:
    """It would silently become a question without phrases; documents alone do without them."""
    gold = gold_of({"q": Question(titles=("Rye",), phrases=("18", "5 "))})

    with pytest.raises(UsageError, match=r"question 'q': all its .* \('18', '5 ': under three"):
        judged(gold)

    assert {"rye": 1} == judged(gold, "document").criteria.qrels.grades["q"]


def test_a_corpus_of_something_else_is_refused() -> None:
    """Where nothing at all is relevant, 0 would say something about lanes that it does not."""
    gold = gold_of({"q": Question(titles=("Wheat",), phrases=("gluten",))})

    with pytest.raises(UsageError, match="`benchbook gold check g --against CORPUS`"):
        judged(gold)


@pytest.mark.parametrize("rule", ["document", "evidence", "either", "both"])
def test_titles_and_phrases_decide_of_every_unit(rule: str) -> None:
    """By each criterion and any rule: nothing is a hole."""
    assert frozenset(("", "document", "evidence")) == judged(ASH, rule).criteria.decided


@pytest.mark.parametrize(
    ("rule", "decided"),
    [
        ("document", {"evidence"}),
        ("evidence", {"", "evidence"}),
        ("either", {"evidence"}),
        ("both", {"evidence"}),
    ],
)
def test_judged_documents_leave_holes(rule: str, decided: set[str]) -> None:
    """Documents that nobody judged may be relevant too; by phrases alone they are decided."""
    gold = gold_of({"q": Question(phrases=("18 percent ash",))}, {"q": {"oat": 0, "rice": 1}})

    assert decided == judged(gold, rule).criteria.decided


def test_qrels_alone_decide_nothing() -> None:
    """Every unit that nobody judged is a hole."""
    assert frozenset() == judged(gold_of({}, {"q": {"rice": 2}})).criteria.decided
