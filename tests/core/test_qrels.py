"""Qrels keep grades by topic and document, each once."""

from __future__ import annotations

import pytest

from benchbook import Qrels, UsageError


def test_grades_are_sorted_by_topic_and_document() -> None:
    """The order of reading reaches nobody."""
    qrels = Qrels.of([("q2", "b", 1), ("q10", "a", 0), ("q2", "a", 2)])

    assert ["q10", "q2"] == list(qrels.grades) == list(qrels.topics)
    assert [("a", 2), ("b", 1)] == list(qrels.grades["q2"].items())
    assert len(qrels) == 3


def test_a_pair_judged_twice_is_refused() -> None:
    """Neither grade silently wins."""
    with pytest.raises(UsageError, match="document 'a' is judged twice for topic 'q'"):
        Qrels.of([("q", "a", 1), ("q", "a", 1)])


@pytest.mark.parametrize("grade", [2**31, -(2**31) - 1])
def test_a_grade_beyond_32_bits_is_refused(grade: int) -> None:
    """Grades live in 32-bit columns, and none is cut to fit."""
    with pytest.raises(UsageError, match="32 bits at most"):
        Qrels.of([("q", "a", grade)])


def test_equal_grades_are_equal_qrels() -> None:
    """What was kept for reuse, and how often a file repeated itself, is no part of the qrels."""
    left, right = (Qrels.of([("q", "a", 1)], twins=twins) for twins in (0, 3))
    left.judgments(("q",))

    assert left == right
