"""The Markdown page: nothing in it formats or links but what the reporter means."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from benchbook import Report
from benchbook.plugins.reporters.markdown import MarkdownReporter
from benchbook.testing import toy_report
from reports_made import ablation_report

REPORT = ablation_report()


def page(report: Report = REPORT) -> str:
    """The page of a report."""
    return MarkdownReporter().render(report).decode()


def test_it_opens_with_the_warning_and_what_was_found() -> None:
    """Who reads a pull request sees first that nobody reviewed the questions."""
    lines = page().splitlines()

    assert [
        f"# Report {REPORT.id}",
        "",
        "## What was found",
        "",
        "> **Warning:** 2 of 50 questions are drafted: no person has reviewed them.",
        "",
    ] == lines[:6]
    assert lines[6].startswith(r"- with\_citations is better than full\_deep:")


def test_only_numbers_stand_to_the_right() -> None:
    """Values are aligned by their last place; names and intervals begin at the left."""
    rules = [line for line in page().splitlines() if line.startswith("| --- ")]

    assert [
        "| --- | --- | --- | --- | --- | --- |",
        "| --- | --- | --- | ---: | --- |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ] == rules[:3]


def test_missed_questions_are_listed() -> None:
    """By condition, counted."""
    assert r"| interactive | 2 of 50 | q006, q031 |" in page().splitlines()


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        ("see https://x.example/", r"- see https:/\/x.example/"),
        ("see www.x.example", r"- see www\.x.example"),
        ("a & b &lt;", r"- a \& b \&lt;"),
        ("1. first", r"- 1\. first"),
        ("- dash", r"- \- dash"),
        ("= equals", r"- \= equals"),
        ("@somebody #1", r"- \@somebody \#1"),
        ("two\nlines", r"- two\\nlines"),
    ],
)
def test_what_others_wrote_stays_text(finding: str, line: str) -> None:
    """No link, no reference, no list, no mention comes of it."""
    assert line == page(attrs.evolve(REPORT, findings=(finding,))).splitlines()[6]


def test_a_name_cannot_end_the_picture() -> None:
    """Inside `pre` what others wrote is escaped as HTML."""
    comparisons = tuple(
        attrs.evolve(one, condition="</pre><b>x ```") for one in REPORT.comparisons[:6]
    )
    shown = page(attrs.evolve(REPORT, comparisons=comparisons))

    assert "&lt;/pre&gt;&lt;b&gt;x ```  " in shown
    assert 1 == shown.count("</pre>")


def test_every_block_is_parted_by_an_empty_line() -> None:
    """A list or a table that follows a paragraph at once would be part of it."""
    lines = page(toy_report()).splitlines()
    kinds = [line[:1] if line[:1] in ("|", "-", "#", ">", "<", "") else "text" for line in lines]

    assert [] == [
        (lines[at], lines[at + 1])
        for at, (kind, following) in enumerate(pairwise(kinds))
        if kind in ("|", "-", "#", ">") and following not in (kind, "")
    ]
