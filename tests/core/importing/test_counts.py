"""What an import is told by."""

from __future__ import annotations

from benchbook import Gold, Qrels, Question, Topics
from benchbook.core.importing.counts import QuestionCounts, count_fields, count_questions


def test_a_gold_set_that_names_nothing_counts_nothing() -> None:
    """Texts and grades alone leave every count at 0."""
    gold = Gold(topics=Topics(("a",), ("?",)), qrels=Qrels.of([("a", "d", 1)]))

    assert QuestionCounts(
        with_evidence=0,
        titles=0,
        phrases=0,
        with_axes=0,
        axes=0,
        covering=0,
        excluded=0,
        answers=0,
        drafted=0,
        without_relevant=0,
        buckets={},
        fields={},
    ) == count_questions(gold)


def test_a_topic_without_anything_relevant_is_counted() -> None:
    """A judgment of 0 is no answer; a title or phrase is one; a probe is no topic."""
    gold = Gold(
        topics=Topics.of((id_, "?") for id_ in "abcd"),
        qrels=Qrels({"a": {"d": 0}, "b": {"d": 1}}),
        probes=Topics(("e",), ("?",)),
        questions={"c": Question(phrases=("p",))},
    )

    assert 2 == count_questions(gold).without_relevant


def test_axes_and_what_is_left_out_are_counted() -> None:
    """Axes as often as they are named, documents as often as they cover any or are excluded."""
    gold = Gold(
        topics=Topics.of((id_, "?") for id_ in "ab"),
        qrels=Qrels.of([("a", "d", 1), ("a", "e", 1)]),
        questions={
            "a": Question(axes=("x", "y"), covers={"d": ("x",), "e": ("x", "y")}),
            "b": Question(axes=("x",), exclude=("b", "c")),
        },
    )

    found = count_questions(gold)

    assert (2, 3, 2, 2) == (found.with_axes, found.axes, found.covering, found.excluded)


def test_probes_are_questions_too() -> None:
    """Their answers, buckets and drafts are counted with the others."""
    gold = Gold(
        topics=Topics(("a",), ("?",)),
        qrels=Qrels({}),
        tags={"e": ("drafted",)},
        probes=Topics(("e",), ("?",)),
        questions={id_: Question(answer="no", bucket="x") for id_ in "ae"},
    )
    counts = count_questions(gold)

    assert (2, 1, {"x": 2}) == (counts.answers, counts.drafted, counts.buckets)


def test_fields_are_counted_by_name_in_their_order() -> None:
    """The order does not hang on which unit came first."""
    assert [("a", 1), ("b", 2)] == list(count_fields([{"b": 1}, {"b": 2, "a": 0}]).items())
