"""A report opened in Python says what the report says."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchbook
from benchbook import BadData, OpenReport, UsageError
from book import make_store, open_store, run


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run."""
    folder = tmp_path_factory.mktemp("book")
    with open_store(make_store(folder)) as store:
        run(store)
    return folder


@pytest.fixture
def opened(book: Path) -> OpenReport:
    """Its report."""
    return benchbook.open("latest", dir=book)


def test_means_are_those_of_the_report(opened: OpenReport) -> None:
    """Each with its denominators and its interval."""
    told = {(row["condition"], row["metric"]): row for row in opened.means()}

    for row in opened.report.conditions:
        for metric, number in zip(opened.report.metrics, row.numbers, strict=True):
            found = told[row.name, metric]
            assert (number.n, number.of) == (found["n"], found["of"])
            assert (None if number.value is None else float(number.value)) == found["value"]


def test_every_value_of_a_topic_is_a_row(opened: OpenReport) -> None:
    """Topics × conditions × metrics."""
    report = opened.report
    expected = len(report.topics) * len(report.conditions) * len(report.metrics)

    assert expected == len(opened.scores())


def test_comparisons_have_their_verdicts(opened: OpenReport) -> None:
    """One row each, in the report's order."""
    assert [one.verdict for one in opened.report.comparisons] == list(
        opened.comparisons()["verdict"]
    )


def test_rankings_come_from_the_ledger(opened: OpenReport) -> None:
    """Ranks from 1, of one condition or of all."""
    condition = opened.report.conditions[0].name
    one = opened.rankings(condition)

    assert {condition} == set(one["condition"])
    assert 1 == min(rank for rank in one["rank"] if isinstance(rank, int))
    assert len(opened.rankings()) > len(one)


def test_a_notebook_shows_the_report(opened: OpenReport) -> None:
    """As a terminal does, and as Markdown."""
    assert repr(opened).startswith("What was found")
    assert opened._repr_markdown_().startswith(f"# Report {opened.report.id}")
    assert opened.to_html().startswith("\n<!doctype html>") or "<html" in opened.to_html()


def test_a_report_of_a_file_is_opened(opened: OpenReport, tmp_path: Path) -> None:
    """All but its rankings, which the file does not hold."""
    path = tmp_path / "report.json"
    path.write_bytes(opened.report.as_json())

    again = benchbook.open(path)

    assert opened.report == again.report
    with pytest.raises(UsageError, match="holds no rankings"):
        again.rankings()


def test_nothing_is_left_open(opened: OpenReport, book: Path) -> None:
    """The ledger can be written while a report is held."""
    with open_store(book / "benchbook.ledger") as store:
        assert list(store.events())


def test_what_is_no_report_is_refused(book: Path, tmp_path: Path) -> None:
    """By name, by folder and by content."""
    path = tmp_path / "other.json"
    path.write_text('{"a": 1}')

    with pytest.raises(UsageError, match=r"no benchbook\.ledger"):
        benchbook.open("latest", dir=tmp_path)
    with pytest.raises(UsageError, match="report"):
        benchbook.open("ffffffffffff", dir=book)
    with pytest.raises(BadData):
        benchbook.open(path)
