"""The warnings and notes of a report, made by rule."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from benchbook.core.reports import cautions, notes
from benchbook.core.testing.toy_report import toy_report

TOY = toy_report(hostile=False)
PUBLISHED = {"as published": 100}


def warned(
    topics: int = 100,
    states: Mapping[str, int] = PUBLISHED,
    unknown_documents: int | None = 0,
    unknown_topics: int = 0,
) -> str:
    """The warnings of a large, clean gold set, with some facts changed."""
    return " ".join(cautions.of_gold(topics, states, unknown_documents, unknown_topics))


def test_a_large_clean_collection_needs_no_warning_and_no_note() -> None:
    """A sentence stands for something that a reader must know, and only for that."""
    assert warned() == warned(topics=50) == ""
    assert [] == list(notes.of_depths(["nDCG@10"], 10, 10))
    assert [] == list(cautions.of_instrument((), TOY.gates[:1]))
    assert [] == list(cautions.of_conditions(TOY.conditions[:1]))


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
    assert says in warned(topics=topics)


def test_what_limits_the_gold_set_is_said_with_its_count() -> None:
    """Drafted questions, and judgments that nothing can match, each in one sentence."""
    drafted = {"drafted": 7, "as published": 93}
    assert "7 of 100 questions are drafted: no person has reviewed them." == warned(states=drafted)
    assert "1 judged document is not in the corpus" in warned(unknown_documents=1)
    assert "2 judged documents are not in the corpus" in warned(unknown_documents=2)
    assert "3 judged topics are without a question" in warned(unknown_topics=3)
    assert "" == warned(unknown_documents=None)


def test_late_gates_and_local_plugins_are_said() -> None:
    """A threshold that followed a number, and code that no distribution pins."""
    gates = [attrs.evolve(TOY.gates[0], is_post_hoc=True), TOY.gates[0]]

    assert [
        "Loaded from single files, which no distribution pins: local:mine.",
        f"Gates changed after a run on this gold set: {TOY.gates[0].name}.",
    ] == list(cautions.of_instrument(["local:mine"], gates))


def test_conditions_without_a_number_share_a_reason() -> None:
    """What broke them is told once, with all their names."""
    gone = TOY.conditions[2]
    other = attrs.evolve(gone, name="other")

    assert [f"Not measured: vector, other: {gone.reason}."] == list(
        cautions.of_conditions([*TOY.conditions, other])
    )


def test_depths_that_cut_are_said() -> None:
    """A metric without a cut-off ends at the depth; a lane ends where it was asked to."""
    metrics = ["AP", "RR(rel=2)", "P@5", "AP@5"]

    assert [
        "AP, RR(rel=2): over at most the first 10 of each ranking.",
        "A lane was asked for 9, not 10: alone it returns no more.",
    ] == list(notes.of_depths(metrics, 10, 9))
