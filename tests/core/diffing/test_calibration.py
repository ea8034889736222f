"""K51: calibrations of the kit side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from benchbook.core.diffing.calibration import Calibration
from benchbook.core.diffing.files import read_file
from benchbook.core.errors import BadData


def dimension(matrix: list[list[int]], kappa: float, exact: float, band: str) -> dict[str, Any]:
    """One dimension as the kit writes it."""
    n = sum(map(sum, matrix))
    return {"kappa": kappa, "n": n, "exact_agreement": exact, "band": band, "matrix": matrix}


PUBLISHED = {
    "matched_n": 10,
    "unmatched_label_ids": ["q-late"],
    "dimensions": {
        "groundedness": dimension([[0, 0, 0], [0, 0, 0], [0, 0, 10]], 1.0, 1.0, "almost perfect"),
        "correctness": dimension([[0, 0, 0], [0, 0, 0], [1, 1, 8]], 0.0, 0.8, "slight"),
    },
}
LATER = {
    "matched_n": 12,
    "unmatched_label_ids": [],
    "dimensions": {
        "correctness": dimension([[2, 0, 0], [0, 3, 1], [1, 1, 4]], 0.62, 0.75, "substantial")
    },
}


def write(folder: Path, content: object) -> Path:
    """A run's folder of the kit."""
    folder.mkdir()
    (folder / "calibration.json").write_text(json.dumps(content))
    return folder


def diff(*arguments: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["eval", "diff", *map(str, arguments)])


def test_k51_agreement_stands_side_by_side(tmp_path: Path) -> None:
    """Kappa, exact agreement and n of each dimension; what one side lacks is a dash."""
    before, after = write(tmp_path / "a", PUBLISHED), write(tmp_path / "b", LATER)

    shown = diff(before, after)
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]

    assert 0 == shown.exit_code
    assert "correctness 10 12 0.8000 0.7500 0.0000 slight † 0.6200 substantial" in lines
    assert "groundedness 10 – 1.0000 – 1.0000 almost perfect † –" in lines
    assert "without an answer in A q-late" in lines


def test_k51_no_test_is_claimed(tmp_path: Path) -> None:
    """The files hold no labels by question, and few labels are called unstable."""
    before, after = write(tmp_path / "a", PUBLISHED), write(tmp_path / "b", LATER)

    text = " ".join(diff(before, after).stdout.split())
    told = json.loads(diff(before, after, "--json").stdout)

    assert "nothing is tested" in text
    assert "A: fewer than 30 labels of groundedness, correctness: unstable" in text
    assert not told["tested"]
    assert ("1.0", "0.0") == tuple(one["kappa"] for one in told["a"]["dimensions"].values())


@pytest.mark.parametrize(
    ("matrix", "constant"),
    [
        ([[0, 0, 0], [0, 0, 0], [0, 0, 10]], "both"),
        ([[0, 0, 0], [0, 0, 0], [1, 1, 8]], "person"),
        ([[0, 0, 1], [0, 0, 1], [0, 0, 8]], "judge"),
        ([[1, 0, 0], [0, 0, 0], [0, 0, 9]], ""),
    ],
)
def test_a_constant_rater_is_told(tmp_path: Path, matrix: list[list[int]], constant: str) -> None:
    """Cohen's kappa of two constants is 0/0, which the kit calls 1."""
    one = dimension(matrix, 0.0, 0.8, "slight")
    content = {"matched_n": 10, "unmatched_label_ids": [], "dimensions": {"correctness": one}}

    held = read_file(write(tmp_path / "a", content) / "calibration.json")

    assert isinstance(held, Calibration)
    assert constant == held.dimensions["correctness"].constant


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"n": 11}, "11 labels, and 10 in its matrix"),
        ({"kappa": "high"}, "'high' for a number"),
        ({"matrix": [[-1, 11]]}, "-1 for a count"),
    ],
)
def test_what_does_not_add_up_is_refused(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    """Counts and numbers are read strictly."""
    one = {**PUBLISHED["dimensions"]["correctness"], **change}  # type: ignore[index]  # a literal
    content = {"matched_n": 10, "unmatched_label_ids": [], "dimensions": {"correctness": one}}

    with pytest.raises(BadData, match=told):
        read_file(write(tmp_path / "a", content) / "calibration.json")


def test_a_calibration_is_held_against_a_calibration(tmp_path: Path) -> None:
    """A report of answers is something else."""
    answers = tmp_path / "report.json"
    answers.write_text(json.dumps({"kind": "answers", "records": []}))

    shown = diff(write(tmp_path / "a", PUBLISHED), answers)

    assert 2 == shown.exit_code
    assert "only two calibrations are put side by side" in shown.output
