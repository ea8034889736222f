"""The built-in reporters keep the contract of reporters."""

from __future__ import annotations

from benchbook.plugins.reporters import json_file, markdown, table
from benchbook.testing import ReporterContract, toy_report


class TestJson(ReporterContract):
    """The canonical JSON as a file."""

    plugin = json_file.benchbook_plugins()[0]


class TestMarkdown(ReporterContract):
    """A page of Markdown."""

    plugin = markdown.benchbook_plugins()[0]


class TestTable(ReporterContract):
    """Text for a terminal."""

    plugin = table.benchbook_plugins()[0]


def test_only_numbers_stand_to_the_right_in_markdown() -> None:
    """Values are aligned by their last place; names and parameters begin at the left."""
    page = markdown.MarkdownReporter().render(toy_report()).decode()
    rules = [set(line.split(" | ")) for line in page.splitlines() if line.startswith("| --- ")]

    assert [True, False, False] == [any("---:" in cell for cell in rule) for rule in rules]
