"""The built-in reporters keep the contract of reporters."""

from __future__ import annotations

from benchbook.plugins.reporters import csv_file, json_file, junit, latex, markdown, table
from benchbook.testing import ReporterContract


class TestCsv(ReporterContract):
    """Rows for a spreadsheet."""

    plugin = csv_file.benchbook_plugins()[0]


class TestJson(ReporterContract):
    """The canonical JSON as a file."""

    plugin = json_file.benchbook_plugins()[0]


class TestJunit(ReporterContract):
    """Test cases for a CI service."""

    plugin = junit.benchbook_plugins()[0]


class TestLatex(ReporterContract):
    """A table for a paper."""

    plugin = latex.benchbook_plugins()[0]


class TestMarkdown(ReporterContract):
    """A page of Markdown."""

    plugin = markdown.benchbook_plugins()[0]


class TestTable(ReporterContract):
    """Text for a terminal."""

    plugin = table.benchbook_plugins()[0]
