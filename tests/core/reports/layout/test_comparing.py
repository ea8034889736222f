"""The table of the primary metric, and what stands below it."""

from __future__ import annotations

import attrs
import pytest

from benchbook import Number
from benchbook.core.objects.comparisons import Bounds, TieBounds
from benchbook.core.reports.layout.comparing import (
    Primary,
    comparison_section,
    instrument_text,
    primary_section,
)
from benchbook.core.reports.layout.tables import Section, Table
from benchbook.core.reports.report import Report
from benchbook.testing import toy_report
from reports_made import ablation_report

REPORT = ablation_report()


def table_of(section: Section) -> Table:
    """The table that a section must have."""
    assert section.table is not None
    return section.table


def rows_of(report: Report) -> dict[str, tuple[str, ...]]:
    """The rows by condition, without its name."""
    return {name: cells for name, *cells in table_of(comparison_section(report)).rows}  # type: ignore[misc]  # a starred target is a list


def corrected(report: Report, correction: str) -> Report:
    """The report with its family corrected otherwise."""
    used = attrs.evolve(report.head.instrument, correction=correction)
    return attrs.evolve(report, head=attrs.evolve(report.head, instrument=used))


def test_every_condition_has_its_row_in_the_order_of_the_experiment() -> None:
    """Those that are not measured too."""
    assert [row.name for row in REPORT.conditions] == list(rows_of(REPORT))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("full_deep", ["0.6121 [0.54, 0.69]", "baseline", "", ""]),
        ("keyword_only", ["0.4635 [0.39, 0.54]", "−0.1486 [−0.182, −0.115]", "0.0001", "worse"]),
        (
            "no_rerank",
            ["0.6121 [0.54, 0.69]", " 0.0000 [0.000, 0.000]", "1.0000", "not distinguished"],
        ),
        ("no_retracted", ["not measured", "–", "–", "not compared"]),
    ],
)
def test_a_row_holds_mean_difference_p_and_verdict(condition: str, expected: list[str]) -> None:
    """The p is the corrected one, which the word follows."""
    assert expected == list(rows_of(REPORT)[condition])


def test_the_title_says_what_is_compared_and_over_how_many_topics() -> None:
    """The baseline, the confidence of the intervals, n of N."""
    assert (
        "nDCG@10 against full_deep, with 95 % intervals, over 50 of 50 questions"
        == comparison_section(REPORT).title
    )


def test_one_condition_is_compared_with_nothing() -> None:
    """No empty columns, and no word about a test."""
    alone = attrs.evolve(REPORT, conditions=REPORT.conditions[:1], comparisons=())
    section = comparison_section(alone)

    assert ("condition", "nDCG@10") == table_of(section).header
    assert ((), ()) == (section.picture, section.below)
    assert "nDCG@10, with 95 % intervals, over 50 of 50 questions" == section.title


@pytest.mark.parametrize(
    ("correction", "head", "p"),
    [
        ("holm", "Holm p", "0.0493"),
        ("bonferroni", "Bonferroni p", "0.0493"),
        ("none", "p", "0.0041"),
    ],
)
def test_the_p_of_the_table_is_the_one_that_decides(correction: str, head: str, p: str) -> None:
    """Corrected as declared, or the only one there is."""
    report = corrected(REPORT, correction)

    assert head == table_of(comparison_section(report)).header[3]
    assert p == rows_of(report)["with_citations"][2]
    assert f"The words follow the {head};" in instrument_text(report.head.instrument)


def test_a_comparison_outside_the_declared_family_is_marked() -> None:
    """It has no corrected p, and its word bears the sign that is explained below."""
    comparisons = tuple(
        attrs.evolve(
            one,
            declared=False,
            corrected=None,
            verdict={"better": "higher", "worse": "lower"}.get(one.verdict, one.verdict),
        )
        for one in REPORT.comparisons
    )
    report = attrs.evolve(REPORT, comparisons=comparisons)

    assert ["–", "higher (hint)°"] == list(rows_of(report)["with_citations"][2:])
    assert any(line.startswith("° exploratory") for line in comparison_section(report).below)
    assert not any(line.startswith("°") for line in comparison_section(REPORT).below)


def test_what_the_signs_mean_stands_below() -> None:
    """Ties with their range, notes of intervals with all whom they concern, each once."""
    below = comparison_section(toy_report(hostile=False)).below

    assert (
        "± with equal scores in another order: both 0.1000 to 0.9000, keyword 0.1000 to 0.9000"
    ) == below[0]
    assert "† interval of the mean of both, keyword: covers 87 % at n = 2" == below[2]


def test_a_range_that_four_places_do_not_show_says_so() -> None:
    """0.17850001 to 0.17854999 would stand as a range from 0.1785 to 0.1785."""
    span = TieBounds(low="0.17850001", high="0.17854999", topics=1, open=0, expected="0.17852")
    number = Number(value="0.1785", n=12, of=12, positions=(), bounds=None, tied=span)
    shown = Primary(
        metric="AP",
        baseline="one",
        instrument=REPORT.head.instrument,
        numbers={"one": number},
        against={},
        of=12,
    )

    assert "± with equal scores in another order: one 0.1785 still, in four places" in (
        primary_section(shown).below
    )


def test_ties_that_may_go_on_below_the_depth_are_told() -> None:
    """The range is then a least one; where none goes on, nothing is said."""
    tied = TieBounds(low="0.6", high="0.7", topics=2, open=0)
    first, *others = REPORT.conditions
    numbers = tuple(attrs.evolve(number, tied=tied) for number in first.numbers)
    row = attrs.evolve(first, numbers=numbers)
    below = comparison_section(attrs.evolve(REPORT, conditions=(row, *others))).below

    assert (
        "± interactive: 1 question has equal scores at the cut-off: its value could differ"
        == below[1]
    )


def test_a_range_of_one_value_is_not_shown_as_a_range() -> None:
    """Where only what lies below the depth is open, nothing else is said."""
    tied = TieBounds(low="0.6", high="0.6", topics=0, open=1)
    row = attrs.evolve(
        REPORT.conditions[0],
        numbers=tuple(attrs.evolve(one, tied=tied) for one in REPORT.conditions[0].numbers),
    )
    below = comparison_section(attrs.evolve(REPORT, conditions=(row,))).below

    assert (
        "± full_deep: 1 question has equal scores at the cut-off: its value could differ"
        == below[0]
    )


def test_why_nothing_was_concluded_is_said() -> None:
    """A reason stands once, with all conditions that it holds for; p says why the others."""
    reasons = [line for line in comparison_section(REPORT).below if line.startswith("not compared")]

    assert 1 == len(reasons)
    assert reasons[0].startswith("not compared: no_retracted: lane hyde skipped")


def test_a_note_of_a_difference_names_it() -> None:
    """It is another interval than that of the mean."""
    noted = Bounds(low="-0.1", high="0.1", method="sign-flip inversion", note="is degenerate")
    primary = next(at for at, one in enumerate(REPORT.comparisons) if one.metric == REPORT.primary)
    comparisons = list(REPORT.comparisons)
    comparisons[primary] = attrs.evolve(comparisons[primary], bounds=noted)
    below = comparison_section(attrs.evolve(REPORT, comparisons=tuple(comparisons))).below

    assert "† interval of the difference of interactive: is degenerate" in below


def test_no_control_character_leaves_the_layout() -> None:
    """Whatever a corpus, a plugin or a person named: titles, cells and lines are printable."""
    section = comparison_section(toy_report())
    texts = [section.title, *section.below, *section.picture]
    texts += [cell for row in table_of(section).rows for cell in row]

    assert [] == [text for text in texts if not text.isprintable()]
