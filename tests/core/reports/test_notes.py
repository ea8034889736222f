"""The notes of a report, made by rule."""

from __future__ import annotations

import pytest

from benchbook.core.reports import notes


def written(**changes: object) -> tuple[str, ...]:
    """The notes of a large, clean collection, with some facts changed."""
    facts: dict[str, object] = {
        "topics": 100,
        "states": {"as published": 100},
        "unknown_documents": 0,
        "unknown_topics": 0,
        "metrics": ["nDCG@10"],
        "depth": 10,
        "asked": 10,
    }
    return notes.write(**{**facts, **changes})  # type: ignore[arg-type]  # one fact at a time


def test_a_large_clean_collection_needs_no_note() -> None:
    """A note stands for something that a reader must know, and only for that."""
    assert () == written()


@pytest.mark.parametrize(
    ("topics", "says"),
    [
        (1, "any comparison"),
        (9, "any comparison"),
        (10, "unstable"),
        (24, "unstable"),
        (25, "TREC"),
        (49, "TREC"),
    ],
)
def test_a_small_number_of_topics_has_its_text(topics: int, says: str) -> None:
    """Under 10, under 25 and under 50 topics: three texts."""
    assert says in " ".join(written(topics=topics))


def test_fifty_topics_have_no_such_text() -> None:
    """From 50 on nothing is said about their number."""
    assert written() == written(topics=50)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"states": {"drafted": 7, "as published": 93}}, "7 of 100 questions are drafted"),
        ({"asked": 9}, "A lane was asked for 9, not 10"),
        ({"unknown_documents": 1}, "1 judged document is not in the corpus"),
        ({"unknown_documents": 2}, "2 judged documents are not in the corpus"),
        ({"unknown_topics": 3}, "3 judged topics are without a question"),
        (
            {"metrics": ["AP", "RR(rel=2)", "P@5", "AP@5"]},
            "AP, RR(rel=2): over at most the first 10",
        ),
    ],
)
def test_a_fact_that_limits_the_numbers_is_said(change: dict[str, object], says: str) -> None:
    """Each limit is one sentence with its count."""
    assert says in " ".join(written(**change))
