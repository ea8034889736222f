"""The text for a terminal: what stands where, within 100 columns whatever it holds."""

from __future__ import annotations

import unicodedata

import attrs
import pytest

from benchbook import Report
from benchbook.plugins.reporters.table import WIDTH, TableReporter
from benchbook.testing import toy_report
from reports_made import ablation_report

REPORT = ablation_report()
LONG = "a-condition-with-a-name-of-sixty-four-characters-in-one-word-only"


def lines_of(report: Report) -> list[str]:
    """The lines of the text."""
    return TableReporter().render(report).decode().splitlines()


def table_under(title: str, report: Report) -> list[str]:
    """The lines of the last table of a section, its header and rule too."""
    lines = lines_of(report)
    start = next(at for at, line in enumerate(lines) if line.startswith(title))
    end = next(
        (at for at in range(start, len(lines)) if lines[at : at + 2] == ["", ""]), len(lines)
    )
    rule = max(at for at in range(start, end) if set(lines[at]) == {"─"})
    blank = max(at for at in range(start, rule) if not lines[at])
    return lines[
        blank + 1 : next(at for at in (*range(rule, end), end) if at == end or not lines[at])
    ]


def renamed(report: Report, name: str) -> Report:
    """The report whose second condition is called otherwise."""
    first, second, *others = report.conditions
    old = second.name
    return attrs.evolve(
        report,
        conditions=(first, attrs.evolve(second, name=name), *others),
        comparisons=tuple(
            attrs.evolve(one, condition=name) if one.condition == old else one
            for one in report.comparisons
        ),
    )


def test_it_opens_with_what_was_found() -> None:
    """Findings, then what nobody reviewed."""
    assert [
        "What was found",
        "",
        "- with_citations is better than full_deep: +0.0422 of nDCG@10 on 50 topics, Holm",
        "  p 0.0493.",
        "- vector_only, keyword_only and auto_routed are worse than full_deep.",
        "- no_graph is not distinguishable from full_deep on 50 questions.",
        "! 2 of 50 questions are drafted: no person has reviewed them.",
        "",
        "",
    ] == lines_of(REPORT)[:9]


def test_the_main_table_fits_the_page_in_one_piece() -> None:
    """Thirteen conditions with interval, difference, corrected p and verdict."""
    table = table_under("nDCG@10 against", REPORT)

    assert 2 + 13 == len(table)
    assert [
        "condition            nDCG@10                difference                Holm p  verdict",
        "─" * 85,
        "full_deep            0.6121 [0.54, 0.69]    baseline",
        "interactive          0.5793 [0.49, 0.67] ±  −0.0328 [−0.065, −0.001]  0.5257  ties decide",
    ] == table[:4]


def test_signs_hang_beside_a_column_of_numbers() -> None:
    """The decimal points of marked and unmarked values stand below each other."""
    rows = table_under("Other metrics", REPORT)[2:]

    assert 1 == len({row.index("0.") for row in rows})
    assert any("▽" in row for row in rows)
    assert any("▽" not in row for row in rows)


@pytest.mark.parametrize(
    "report",
    [
        REPORT,
        toy_report(),
        toy_report(hostile=False),
        renamed(REPORT, LONG),
        attrs.evolve(
            REPORT,
            buckets=tuple(
                attrs.evolve(bucket, name=name)
                for bucket, name in zip(
                    REPORT.buckets * 3,
                    ("数値の質問" * 4, LONG, "\uff46" * 30, "x\u0301" * 9) * 3,
                    strict=False,
                )
            ),
        ),
    ],
)
def test_no_line_is_wider_than_the_page(report: Report) -> None:
    """Long names, many buckets, wide characters: what does not fit goes on below."""
    widths = [
        sum(
            (not unicodedata.combining(char)) * (1 + (unicodedata.east_asian_width(char) in "WF"))
            for char in line
        )
        for line in lines_of(report)
    ]

    assert max(widths) <= WIDTH


def test_a_name_that_is_too_long_is_broken_and_not_cut() -> None:
    """Its pieces stand below each other."""
    table = table_under("nDCG@10 against", renamed(REPORT, LONG))

    assert ["a-condition-with-a-name-", "of-sixty-four-characters", "-in-one-word-only"] == [
        line[:24] for line in table[3:6]
    ]
    assert table[3].endswith("ties decide")


def test_a_wide_table_goes_on_below_under_the_same_names() -> None:
    """Twelve buckets take two tables, each with every condition."""
    buckets = tuple(attrs.evolve(REPORT.buckets[at % 5], name=f"bucket{at:03}") for at in range(12))
    lines = lines_of(attrs.evolve(REPORT, buckets=buckets))
    start = lines.index("nDCG@10 by bucket")
    section = lines[start : next(at for at in range(start, 999) if lines[at : at + 2] == ["", ""])]

    assert 2 == sum(line.startswith("full_deep ") for line in section)
    assert 2 == sum(line.startswith("widest interval ") for line in section)
    assert [f"bucket{at:03}" for at in range(12)] == [
        word for line in section for word in line.split() if word.startswith("bucket0")
    ]


def test_prose_without_room_stands_below_its_row() -> None:
    """Parameters of a lane take the whole width, and the next row begins a line of its own."""
    lane = attrs.evolve(
        REPORT.head.lanes[0], parameters=tuple(f"key{at} = {at}" for at in range(20))
    )
    head = attrs.evolve(REPORT.head, lanes=(lane, lane))
    table = table_under("Lanes", attrs.evolve(REPORT, head=head))

    assert ["keyword  local:keyword 1  0123456789ab  5–6", "  key0 = 0, key1 = 1,"] == [
        table[2],
        table[3][:22].rstrip(),
    ]
    assert table[2] == table[6]


def test_no_blank_stands_at_the_end_of_a_line() -> None:
    """A terminal, a diff and a mail show the same."""
    assert [] == [line for line in lines_of(REPORT) if line != line.rstrip()]
