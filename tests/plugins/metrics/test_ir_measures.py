"""Metrics against the expected values of ir-measures' own tests, to their stated decimals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchbook import Judged, join, read_qrels, read_trec_run
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in

# Metrics of the file that Benchbook does not have, and why.
NOT_MEASURED = {
    "NumRet": "a count, no metric: `measure` prints the rows and topics of the files",
    "NumRel": "a count, no metric: `measure` prints the rows and topics of the files",
    "NumRet(rel=1)": "a count, no metric; SetP and SetR are its shares",
    "RBP": "the file has no value: no provider of ir-measures computes RBP without rel",
    "RBP(p=0.5)": "the file has no value: no provider of ir-measures computes RBP without rel",
}
# gdeval.pl prints five decimals; everything else of the inline case is a double.
PRINTED = {"nDCG(dcg='exp-log2')@10": 5e-6, "ERR@10": 5e-6}


def cases(data: Path) -> dict[str, dict[str, Any]]:
    """The cases by name."""
    known: dict[str, dict[str, Any]] = json.loads(
        (data / "expected/ir_measures_cases.json").read_text()
    )
    return known


def compare(judged: Judged, metric: str, expected: dict[str, float], close: float) -> None:
    """Every topic has its value."""
    (made,) = measure(judged, ready_metrics([metric], built_in()), undefined_as_zero=True)

    found = dict(zip(judged.topics.ids, made.values.values.tolist(), strict=True))
    assert pytest.approx(expected, rel=0, abs=close) == {topic: found[topic] for topic in expected}


@pytest.mark.parametrize(
    ("case", "files", "close", "count"),
    [("cwl_case", "cwl", 5e-5, 18), ("compat_case", "compat", 1e-12, 3)],
)
def test_every_published_value_is_met(
    shared_data: Path, case: str, files: str, close: float, count: int
) -> None:
    """Each metric of the cwl and compat cases, none left out, on each topic."""
    folder = shared_data / "ir_measures"
    judged = join(read_trec_run(folder / f"{files}.run"), read_qrels(folder / f"{files}.qrels"))
    published = cases(shared_data)[case]["published_in_test"]

    assert count == len(published)
    for metric, expected in published.items():
        compare(judged, metric, expected, close)


def test_every_value_of_the_inline_case_is_met(shared_data: Path, tmp_path: Path) -> None:
    """Each metric that ir-measures gives a value for, but its counts."""
    case = cases(shared_data)["inline_case"]
    (tmp_path / "qrels").write_text(case["qrels"])
    (tmp_path / "run").write_text(case["run"])
    judged = join(read_trec_run(tmp_path / "run"), read_qrels(tmp_path / "qrels"))

    compared = [name for name in case["values"] if name not in NOT_MEASURED]

    assert 29 == len(compared) == len(case["values"]) - len(NOT_MEASURED)
    for metric in compared:
        expected = case["values"][metric]["per_query"]
        compare(judged, metric, expected, PRINTED.get(metric, 1e-12))
