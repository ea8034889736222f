"""The notes and rows of a report, made by rule."""

from __future__ import annotations

import attrs
import pytest

from benchbook.core.reports import notes
from benchbook.core.reports.layout import condition_table, lane_table, ranges, report_facts
from benchbook.core.reports.report import Number, report_of
from benchbook.testing import toy_report


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


def test_what_is_not_measured_is_always_said() -> None:
    """A report without intervals and tests says so, even when nothing else is to be said."""
    (only,) = written()

    assert "not measured" in only


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


@pytest.mark.parametrize(
    ("positions", "expected"),
    [([], ""), ([3], "3"), ([4, 3], "3–4"), ([1, 2, 3, 7, 9, 10], "1–3, 7, 9–10")],
)
def test_positions_are_shown_as_ranges(positions: list[int], expected: str) -> None:
    """Long runs of positions stay readable."""
    assert expected == ranges(positions)


def test_a_value_over_other_topics_shows_how_many() -> None:
    """Where a value's number of topics differs from the row's, it stands beside the value."""
    report = toy_report()
    row = next(row for row in report.conditions if row.state == "measured")
    one = Number(value="0.5", n=3, of=9, positions=(1,))
    other = Number(value="0.25", n=2, of=9, positions=(1,))
    changed = attrs.evolve(
        report,
        metrics=("A", "B"),
        primary="A",
        conditions=(attrs.evolve(row, numbers=(one, other)),),
    )
    header, (shown,) = condition_table(changed)

    assert ["A *", "B", "topics"] == header[1:]
    assert ["0.5000", "0.2500 (n 2)", "3 of 9"] == shown[1:]


def test_no_control_character_leaves_the_layout() -> None:
    """Whatever a corpus, a plugin or a person named: the rows are printable."""
    report = toy_report()
    cells = [text for _, text in report_facts(report)]
    for _, rows in (condition_table(report), lane_table(report)):
        cells += [cell for row in rows for cell in row]

    assert [] == [cell for cell in cells if not cell.isprintable()]


def test_the_table_of_lanes_stays_narrow() -> None:
    """A reason, told with the conditions, and a whole digest, kept in the JSON, are not in it."""
    report = toy_report(hostile=False)
    path = f'path = "a.run" sha256:{"0123456789abcdef" * 4}'
    lane = attrs.evolve(report.head.lanes[1], parameters=(path,))
    _, rows = lane_table(attrs.evolve(report, head=attrs.evolve(report.head, lanes=(lane,))))

    assert ["vector (failed)", 'path = "a.run" sha256:0123456789ab'] == [rows[0][0], rows[0][-1]]


def test_a_report_survives_its_json() -> None:
    """Every state that a report can have reads back equal."""
    report = toy_report()

    assert report == report_of(report.as_json(), "here")
