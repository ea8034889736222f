"""A report opened in Python says what the report says."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchbook
from benchbook import BadData, OpenReport, UsageError
from benchbook.testing import toy_report
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

    scores = opened.scores()
    assert expected == len(scores)
    assert all(row["defined"] == (row["value"] is not None) for row in scores)


def test_a_report_is_found_by_its_id_or_its_run(opened: OpenReport, book: Path) -> None:
    """The first digits of either."""
    for name in (opened.report.id[:6], opened.report.run[:6], opened.report.id):
        assert opened.report == benchbook.open(name, dir=book).report


def test_what_is_not_measured_is_no_number(book: Path) -> None:
    """None with its reason: of a number, a value of a topic, and in a frame's place for it."""
    report = toy_report(hostile=False)
    path = book / "toy.json"
    path.write_bytes(report.as_json())
    opened = benchbook.open(path)

    told = {(row["condition"], row["metric"]): row for row in opened.means()}
    missing = told["vector", report.metrics[0]]
    assert (None, "a plain text") == (missing["value"], missing["reason"])
    assert None is opened.mean("vector", report.metrics[0])
    assert {None} == {row["value"] for row in opened.scores() if row["condition"] == "vector"}


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
    assert opened.to_html().lstrip().startswith("<!doctype html>")
    assert opened._repr_html_().startswith("<h4>What was found</h4>")


def test_a_report_of_a_file_is_opened(opened: OpenReport, tmp_path: Path) -> None:
    """All but its rankings, which the file does not hold."""
    path = tmp_path / "report.json"
    path.write_bytes(opened.report.as_json())

    again = benchbook.open(path)

    assert opened.report == again.report
    with pytest.raises(UsageError, match="holds no rankings"):
        again.rankings()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system lists no open files")
def test_nothing_is_left_open(book: Path) -> None:
    """No file is, and the ledger can be written while a report is held."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    opened = benchbook.open("latest", dir=book)
    opened.rankings()
    repr(opened)

    assert before == len(list(Path("/proc/self/fd").iterdir()))
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
    with pytest.raises(UsageError, match=r"cannot read report 'none\.json': No such file"):
        benchbook.open("none.json", dir=book)
    with pytest.raises(BadData):
        benchbook.open(path)
