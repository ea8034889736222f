"""What every rendering shows, in its order."""

from __future__ import annotations

import re

import attrs
import pytest

from benchbook.core.reports.layout import Section, report_sections
from benchbook.core.reports.report import Report, report_of
from benchbook.testing import toy_report
from reports_made import ablation_report

REPORT = ablation_report()


def section(title: str, report: Report = REPORT) -> Section:
    """The one section whose title begins so."""
    (found,) = (one for one in report_sections(report) if one.title.startswith(title))
    return found


def rows(title: str, report: Report = REPORT) -> tuple[tuple[str, ...], ...]:
    """The rows of its table."""
    table = section(title, report).table
    return table.rows if table else ()


def texts_of(one: Section) -> list[str]:
    """All that a section shows."""
    texts = [one.title, *one.lines, *one.warnings, *one.picture, *one.below]
    texts += [text for fact in one.facts for text in fact]
    return texts + [cell for row in (one.table.rows if one.table else ()) for cell in row]


def test_findings_come_first_and_the_head_last() -> None:
    """A reader meets what was found, then how sure it is, then what it was made of."""
    titles = [re.split(r"[,:]", one.title)[0] for one in report_sections(REPORT)]

    assert [
        "What was found",
        "Gates",
        "nDCG@10 against full_deep",
        "Other metrics",
        "nDCG@10 by bucket",
        "What the lanes brought",
        "Missed",
        "What unjudged documents could change",
        "Not measured",
        "Conditions",
        "Lanes",
        "This report",
        "Notes",
    ] == titles


def test_a_section_without_content_is_left_out() -> None:
    """No title stands over nothing."""
    bare = attrs.evolve(
        REPORT,
        metrics=(REPORT.primary,),
        conditions=tuple(
            attrs.evolve(row, numbers=row.numbers[3:4]) for row in REPORT.conditions[:1]
        ),
        gates=(),
        decision=None,
        comparisons=(),
        buckets=(),
        shares=(),
        holes=(),
        topics=(),
    )
    titles = [one.title for one in report_sections(bare)]

    assert [
        "What was found",
        "nDCG@10, with 95 % intervals, over 50 of 50 questions",
        "Conditions",
        "Lanes",
        "This report",
        "Notes",
    ] == titles


@pytest.mark.parametrize("report", [REPORT, toy_report()])
def test_rows_are_as_long_as_their_header_and_printable(report: Report) -> None:
    """No rendering has to check it again."""
    for one in report_sections(report):
        assert [] == [text for text in texts_of(one) if not text.isprintable()]
        if one.table:
            lengths = {len(one.table.header), len(one.table.align), *map(len, one.table.rows)}
            assert 1 == len(lengths), one.title


def test_warnings_stand_with_the_findings_and_notes_at_the_end() -> None:
    """What nobody should overlook is told once, before the first number."""
    head = attrs.evolve(REPORT.head, warnings=("careful",), notes=("other",))
    report = attrs.evolve(REPORT, head=head)

    assert ("careful",) == section("What was found", report).warnings
    assert ("other", REPORT.head.disclaimer) == section("Notes", report).lines


def test_gates_say_what_was_measured_and_when_they_were_declared() -> None:
    """A gate that was changed after a run says so."""
    below = section("Gates").below[1]

    assert (
        ("smoke", "full_deep", "Success@10", "mean at least 0.65", "0.9800 [0.94, 1.00]", "pass")
    ) == rows("Gates")[0]
    assert below.startswith("release: declared at position 12, after 2 completed runs on this gold")
    assert below.endswith(
        "post hoc: changed after one of them; inconclusive: the interval holds 0.9"
    )


def test_a_gate_without_a_number_has_a_dash() -> None:
    """Its outcome and the reason say why."""
    *_, last = rows("Gates", toy_report(hostile=False))

    assert ("–", "not measured") == last[-2:]


def test_other_metrics_are_marked_where_their_own_test_found_something() -> None:
    """Hollow signs, called a hint below; only measured conditions have a row."""
    found = {name: cells for name, *cells in rows("Other metrics")}
    below = section("Other metrics").below

    assert ["0.6000▽", "0.9000▽", "0.4620▽", "0.6267▽", "0.4854▽"] == found["keyword_only"]
    assert "no_retracted" not in found
    assert below[0].startswith("△ higher and ▽ lower than full_deep by that metric's own test")
    assert below[1].startswith("Judged@10: the share of the first rows that")


def test_signs_that_do_not_occur_are_not_explained() -> None:
    """Nothing but what stands in the table is told below it."""
    alone = attrs.evolve(REPORT, conditions=REPORT.conditions[:1])

    assert 1 == len(section("Other metrics", alone).below)


def test_buckets_show_their_number_of_topics_and_how_little_it_says() -> None:
    """The widest interval of each column stands in its last row."""
    one = section("nDCG@10 by bucket")
    assert one.table is not None

    assert ("condition", "single fact n=10", "numeric n=10") == one.table.header[:3]
    assert ("full_deep", "0.6364", "0.6517") == one.table.rows[0][:3]
    assert ("widest interval", "0.41", "0.42") == one.table.rows[-1][:3]


def test_notes_of_intervals_in_buckets_are_told_with_their_buckets() -> None:
    """A width of 0 is no certainty where the interval is degenerate."""
    one = section("nDCG@10 by bucket", toy_report(hostile=False))
    assert one.table is not None

    assert ("widest interval", "0.95 †", "0.95 †") == one.table.rows[-1]
    assert "† intervals of numeric, a plain text: covers 87 % at n = 2" == one.below[1]


def test_a_lane_is_looked_at_where_it_has_others_beside_it() -> None:
    """A baseline of one lane cannot say what another lane would add."""
    plain = attrs.evolve(REPORT.shares[0], condition="full_deep", lane="vector")
    fused = [
        attrs.evolve(plain, condition="interactive", lane=lane) for lane in ("vector", "keyword")
    ]
    alone = attrs.evolve(plain, condition="keyword_only", lane="keyword")
    report = attrs.evolve(REPORT, shares=(plain, alone, *fused))
    single = attrs.evolve(REPORT, shares=(plain, alone))

    assert [("vector", "interactive"), ("keyword", "interactive")] == [
        row[:2] for row in rows("What the lanes", report)
    ]
    assert {("–", "–")} == {row[-2:] for row in rows("What the lanes", single)}


def test_lanes_of_the_baseline_come_first_then_those_that_it_lacks() -> None:
    """Each lane has a row, however many conditions share it."""
    assert ["vector", "keyword", "graph", "citations"] == [lane for lane, *_ in rows("What the l")]
    assert ("citations", "with_citations", "30 of 131", "21 of 30", "7", "3") == rows("What the")[3]


def test_missed_topics_are_counted_and_at_most_ten_are_named() -> None:
    """A condition that missed nothing has no row; one that is not measured missed nothing."""
    none = tuple(
        attrs.evolve(topic, found=tuple(0 if one is not None else None for one in topic.found))
        for topic in REPORT.topics
    )
    shown = {name: (count, ids) for name, count, ids in rows("Missed")}
    every = rows("Missed", attrs.evolve(REPORT, topics=none))

    assert ("2 of 50", "q006, q031") == shown["interactive"]
    assert "no_retracted" not in {name for name, *_ in every}
    assert "50 of 50" == every[0][1]
    assert every[0][2].endswith("q009, q010 and 40 more")


def test_topics_that_nothing_answers_cannot_be_missed() -> None:
    """They are no part of the count."""
    topics = tuple(attrs.evolve(one, relevant=0) for one in REPORT.topics[:10])
    report = attrs.evolve(REPORT, topics=(*topics, *REPORT.topics[10:]))

    assert "1 of 40" == rows("Missed", report)[0][1]


def test_holes_show_three_values_beside_each_other() -> None:
    """As not relevant, taken out, at most."""
    assert ("full_deep", "nDCG@10", "0.61", "0.6121", "0.7012", "0.9700") == rows("What unj")[0]


def test_conditions_that_are_not_measured_say_why() -> None:
    """Each with its reason."""
    ((name, why),) = section("Not measured").facts

    assert "no_retracted" == name
    assert why.startswith("lane hyde skipped")


def test_what_a_condition_is_made_of_names_weights_where_there_are_any() -> None:
    """And the positions of its numbers."""
    assert (
        "full_deep",
        "13, 16–17",
        "rrf(k = 60) over vector × 1.5, keyword × 1.0, graph × 0.8",
    ) == (rows("Conditions")[0])
    assert "rrf (k = 60) over keyword × 1.0, vector" == rows("Conditions", toy_report())[0][2]


def test_the_table_of_lanes_stays_narrow() -> None:
    """A reason, told with the conditions, and a whole digest, kept in the JSON, are not in it."""
    report = toy_report(hostile=False)
    path = f'path = "a.run" sha256:{"0123456789abcdef" * 4}'
    lane = attrs.evolve(report.head.lanes[1], parameters=(path,))
    changed = attrs.evolve(report, head=attrs.evolve(report.head, lanes=(lane,)))

    ((name, *_, parameters),) = rows("Lanes", changed)

    assert ["vector (failed)", 'path = "a.run" sha256:0123456789ab'] == [name, parameters]


@pytest.mark.parametrize("report", [REPORT, toy_report()])
def test_a_report_survives_its_json(report: Report) -> None:
    """Every state that a report can have reads back equal."""
    assert report == report_of(report.as_json(), "here")
