"""The published schema of a report is what its classes say, and real reports keep it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchbook import Report
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.reports.schema import schema_text
from benchbook.testing import toy_report
from book import make_store, open_store, run
from reports_made import ablation_report

TEXT = files("benchbook.specs").joinpath("report.schema.json").read_text("utf-8")
VALIDATOR = Draft202012Validator(json.loads(TEXT))


def plain(report: Report) -> dict[str, Any]:
    """The report as a program reads it."""
    content: dict[str, Any] = json.loads(report.as_json())
    return content


def faults(content: object) -> list[str]:
    """Where a report breaks the schema, and how."""
    return [f"{fault.json_path}: {fault.message[:120]}" for fault in VALIDATOR.iter_errors(content)]


def test_the_file_is_what_the_classes_give() -> None:
    """A field that joins a class joins the schema: python -m benchbook.core.reports.schema."""
    assert schema_text() == TEXT


def test_it_is_a_schema() -> None:
    """Of the draft that it names."""
    Draft202012Validator.check_schema(VALIDATOR.schema)


@pytest.mark.parametrize("report", [toy_report(), toy_report(hostile=False), ablation_report()])
def test_reports_keep_it(report: Report) -> None:
    """Every state that a report can have, hostile text, and a whole ablation."""
    assert [] == faults(plain(report))


def test_a_report_of_a_real_run_keeps_it(tmp_path: Path) -> None:
    """Built from a ledger, read back from its recorded bytes."""
    with open_store(make_store(tmp_path)) as store:
        run(store)
        report = load_report(store, find_report(store, "latest"))

    assert [] == faults(plain(report))


def set_at(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Something that puts a value where a path leads."""

    def change(content: dict[str, Any]) -> None:
        *folders, name = path.split("/")
        inside: Any = content
        for folder in folders:
            inside = inside[int(folder) if folder.isdigit() else folder]
        inside[name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        set_at("metrics", "nDCG@10"),
        set_at("kind", "retrieval/2"),
        set_at("unknown", 1),
        set_at("head/documents", "43"),
        set_at("head/documents", 43.5),
        set_at("head/documents", None),
        set_at("head/extra", ""),
        set_at("head/instrument/alpha", 0.05),
        set_at("conditions/0/numbers/0/value", 0.6),
        set_at("conditions/0/numbers/0/value", "NaN"),
        set_at("conditions/0/numbers/0/value", "6e-1"),
        set_at("conditions/0/numbers/0/n", "2"),
        set_at("conditions/0/state", "fine"),
        set_at("conditions/0/choices", [["a"]]),
        set_at("conditions/0/choices", [["a", 1, 2]]),
        set_at("comparisons/0/verdict", "significant"),
        set_at("comparisons/0/bounds/low", 0),
        set_at("gates/0/verdict", "passed"),
        set_at("topics/0/values", [[0.5]]),
        set_at("topics/0/documents/0/ranks", ["1"]),
        lambda content: content.pop("findings"),
        lambda content: content["head"].pop("notes"),
        lambda content: content["conditions"][0]["numbers"][0].pop("tied"),
    ],
)
def test_what_is_no_report_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    """A wrong type, a number for a decimal, an unknown word, a field too many or too few."""
    content = plain(toy_report())
    change(content)

    assert faults(content)
