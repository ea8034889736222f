"""What a reader says of questions is checked before the ledger keeps it for ever."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from benchbook import BadData, Gold, Qrels, Question, Topics
from benchbook.core.importing.question_checks import checked_questions
from benchbook.core.plugging.contracts import PluginFault

ACCENT, COMPOSED = "e\u0301", "\u00e9"


def gold(questions: Any) -> Gold:  # noqa: ANN401 - a reader may give anything
    """Give a gold set of a topic and a probe."""
    return Gold(
        topics=Topics(("a",), ("?",)),
        qrels=Qrels({}),
        probes=Topics(("b",), ("?",)),
        questions=questions,
    )


def test_texts_of_questions_are_composed() -> None:
    """Titles, phrases, answer and bucket are in the one form that the ledger keeps."""
    question = Question(titles=(ACCENT,), phrases=(ACCENT,), answer=ACCENT, bucket=ACCENT)

    assert {
        "a": Question(titles=(COMPOSED,), phrases=(COMPOSED,), answer=COMPOSED, bucket=COMPOSED)
    } == checked_questions(gold({"a": question}), "acme:odd", "here")


def test_a_probe_may_have_an_answer_and_an_empty_question_is_left_out() -> None:
    """What says nothing has no place in the digest."""
    known = Question(answer="not there")

    assert {"b": known} == checked_questions(gold({"b": known, "a": Question()}), "x", "here")


@pytest.mark.parametrize(
    ("questions", "found"),
    [
        ({"c": Question(answer="x")}, "a Question for 'c'"),
        ({"a": {"answer": "x"}}, "a dict for 'a'"),
        ({"a": Question(titles=["x"])}, "titles of 'a' as a list"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(phrases="x")}, "phrases of 'a' as a str"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(phrases=(7,))}, "7 in phrases of 'a'"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(answer=7)}, "7 in answer of 'a'"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(bucket=None)}, "None in bucket of 'a'"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(axes=["x"])}, "axes of 'a' as a list"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(exclude=(7,))}, "7 in exclude of 'a'"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(covers=["x"])}, "covers of 'a' as a list"),  # type: ignore[arg-type]  # wrong on purpose
        ({"a": Question(covers={7: ("x",)})}, "7 in covers of 'a'"),  # type: ignore[dict-item]  # wrong on purpose
        ({"a": Question(covers={"d": "x"})}, "covers of 'd' of 'a' as a str"),  # type: ignore[dict-item]  # wrong on purpose
        ({"a": Question(metadata=[])}, "metadata of 'a' as a list"),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_a_reader_that_gives_other_questions_is_named(questions: object, found: str) -> None:
    """The fault is the plugin's, not the file's."""
    with pytest.raises(PluginFault) as caught:
        checked_questions(gold(questions), "acme:odd", "here")

    assert ("acme:odd", found) == (caught.value.plugin, caught.value.found)


def test_metadata_that_has_no_one_spelling_is_refused() -> None:
    """As for units: a float would be written in more than one way."""
    with pytest.raises(BadData, match="in the metadata of question 'a'"):
        checked_questions(gold({"a": Question(metadata={"x": 1.5})}), "acme:odd", "here")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (Question(axes=("x", "x")), "axis 'x' twice in question 'a'"),
        (Question(axes=("e\u0301", "\u00e9")), "axis '\u00e9' twice in question 'a'"),
        (Question(axes=(" ",)), "axis ' ' in question 'a'"),
        (
            Question(axes=("x",), covers={"d": ("y",)}),
            "axis 'y' of 'd' in 'covers' of question 'a'",
        ),
        (
            Question(axes=("x",), covers={"z": ("x",)}),
            "'z' in 'covers' of question 'a', which nobody judged",
        ),
        (Question(exclude=("d",)), "'d' in 'exclude' of question 'a', which is judged relevant"),
    ],
)
def test_what_documents_cover_and_which_are_left_out_must_make_sense(
    question: Question, found: str
) -> None:
    """Axes that were asked for, documents that were judged, and none both wanted and left out."""
    judged = attrs.evolve(gold({"a": question}), qrels=Qrels.of([("a", "d", 1), ("a", "e", 0)]))

    with pytest.raises(BadData) as caught:
        checked_questions(judged, "acme:odd", "here")

    assert found == caught.value.found


def test_sound_axes_are_kept() -> None:
    """A judged document of grade 0 may cover an axis, and may be left out of rankings."""
    question = Question(axes=("x", "y"), covers={"e": ("y",)}, exclude=("e", "f"))
    judged = attrs.evolve(gold({"a": question}), qrels=Qrels.of([("a", "e", 0)]))

    assert {"a": question} == checked_questions(judged, "acme:odd", "here")
