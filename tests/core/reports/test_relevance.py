"""What a report says of relevance."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from benchbook.core.reports.relevance import relevance_notes, relevance_text
from benchbook.core.reports.report import RelevanceRow

NOTHING = RelevanceRow(
    units_sought=None,
    rule="document",
    match="",
    evidence_digest="",
    titles=0,
    phrases=0,
    ignored_phrases=0,
    unmatched_titles=0,
    unmatched_phrases=0,
    shared_titles=0,
    one_sided=0,
    without_relevant=0,
)


def test_judgments_alone_have_one_short_line_and_no_note() -> None:
    """A gold set without evidence is told from others, and nothing is said that it is not."""
    assert "document: a reference document" == relevance_text(NOTHING)
    assert () == relevance_notes(NOTHING, 9)


def test_the_rules_and_counts_stand_in_one_line() -> None:
    """Which rule, how much was named, what does not count, matched how."""
    row = attrs.evolve(
        NOTHING, rule="both", match="substring/1", titles=3, phrases=7, ignored_phrases=2
    )

    assert (
        "both: a reference document, and an evidence phrase held in it; 3 titles, 7 phrases, 2 of "
        "them ignored, matched by substring/1"
    ) == relevance_text(row)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"match": "fold/1"}, "every unit is decided and Judged is 1"),
        ({"phrases": 7, "ignored_phrases": 2}, "2 of 7 evidence phrases do not count"),
        ({"phrases": 7, "unmatched_phrases": 2}, "2 of 7 evidence phrases are in no unit"),
        ({"titles": 3, "unmatched_titles": 1}, "1 of 3 reference titles name no document"),
        ({"titles": 3, "shared_titles": 1}, "1 of 3 reference titles name several documents"),
        ({"rule": "both", "one_sided": 4}, "4 of 9 questions lack phrases or reference documents"),
        ({"without_relevant": 4}, "4 of 9 questions have no relevant unit"),
    ],
)
def test_each_count_has_its_note(changes: dict[str, Any], says: str) -> None:
    """One sentence for each, and no other."""
    (only,) = relevance_notes(attrs.evolve(NOTHING, **changes), 9)

    assert says in only


def test_one_sided_questions_matter_where_both_are_wanted() -> None:
    """By either criterion one side is enough."""
    assert () == relevance_notes(attrs.evolve(NOTHING, rule="either", one_sided=4), 9)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "were sought in the 7 units that lanes returned"),
        ({}, "no recall is measured"),
        ({"unmatched_phrases": 2, "phrases": 5}, "2 of 5 evidence phrases are in no unit that was"),
        ({"unmatched_titles": 1, "titles": 5}, "1 of 5 reference titles name no document that"),
        ({"without_relevant": 4}, "4 of 9 questions got no relevant unit from any lane"),
    ],
)
def test_what_was_sought_in_returned_units_is_said_otherwise(
    changes: dict[str, Any], says: str
) -> None:
    """Nothing is said of what the corpus has or lacks: that is not known."""
    notes = relevance_notes(attrs.evolve(NOTHING, units_sought=7, match="fold/1", **changes), 9)

    assert says in " ".join(notes)
    assert "no lane can return" not in " ".join(notes)
