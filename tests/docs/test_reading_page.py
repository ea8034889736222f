"""The page about reading: the words and the sections that it explains are those of a report."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction

import pytest

from benchbook.core.comparing.verdicts import FEWEST, MOST_APART, VERDICTS
from benchbook.core.reports.cautions import BELOW_TREC, FEW, UNSTABLE
from benchbook.core.reports.findings import MOST_ALONE, findings_of
from benchbook.plugins.reporters.html.dots import MARKS
from benchbook.plugins.reporters.html.page import HtmlReporter
from benchbook.plugins.reporters.table import TableReporter
from house import ROOT
from reports_made import ablation_report

PAGE = (ROOT / "docs" / "reading_a_report.md").read_text("utf-8")
SECTIONS = PAGE.partition("## Where to find it")[2]
NUMBERS = {3: "three"}
SIGNS = {
    "up": "▲",
    "down": "▼",
    "higher": "△",
    "lower": "▽",
    "ring": "○",
    "diamond": "◇",
    "square": "□",
    "more": "✚",
    "less": "━",
}


def test_every_verdict_is_explained() -> None:
    """In the table, with what it does not say."""
    words = PAGE.partition("## What the words say")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z, ]+) \| .+ \| .+ \|$", words, re.MULTILINE)

    assert set(VERDICTS) == {word for row in rows for word in row.split(", ")} - {"word"}


def test_every_rule_of_a_sentence_has_its_row() -> None:
    """As many as make sentences; another one is to be explained here."""
    rows = PAGE.partition("| sentence | stands there |\n|---|---|\n")[2].partition("\n\n")[0]

    assert inspect.getsource(findings_of).count("(found),") == len(rows.splitlines())


def test_every_mark_of_the_page_is_explained() -> None:
    """By the verdict that it stands for."""
    text = " ".join(PAGE.split())

    assert [] == [
        f"{SIGNS[shape]} {word}"
        for word, shape in MARKS.items()
        if f"{SIGNS[shape]} {word}" not in text
    ]


def test_its_limits_are_those_of_the_code() -> None:
    """Fewest questions, the share of judged rows, and sentences that are put into one."""
    assert FEWEST == FEW
    assert f"fewer than {FEWEST} questions" in PAGE
    assert f"over {MOST_APART * 100:.0f} points more are judged" in PAGE
    assert f"more than {NUMBERS[MOST_ALONE]} are put into one sentence" in PAGE
    for limit in (FEW, UNSTABLE, BELOW_TREC):
        assert re.search(rf"\bunder {limit}\b", PAGE, re.IGNORECASE)


def test_the_chance_of_five_that_speak_for_one_side() -> None:
    """Both sides count, since the test is two-sided."""
    assert Fraction(1, 16) == Fraction(2, 2**5)
    assert "0.0625" in PAGE


@pytest.mark.parametrize(("column", "reporter"), [(0, HtmlReporter()), (1, TableReporter())])
def test_every_section_that_it_names_is_there(
    column: int, reporter: HtmlReporter | TableReporter
) -> None:
    """On the page and in the text, with the report's metric in the place of the demo's."""
    report = ablation_report()
    rendered = reporter.render(report).decode()
    rows = re.findall(r"^\| (.*?) \| ?(.*?) ?\| .*\|$", SECTIONS, re.MULTILINE)[1:]
    named = [title for row in rows for title in row[column].split("; ") if title]
    titles = [title.replace("nDCG@10", report.primary) for title in named if title != "---"]

    assert len(titles) > 8
    assert [] == [title for title in titles if title not in rendered]
