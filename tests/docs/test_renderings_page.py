"""The page about the forms of a report names what there is, and its Python reads its CSV."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchbook import ReporterPlugin
from benchbook.core.plugging.loading import load_registry
from benchbook.core.reports.layout.cells import EXPLORATORY, HIGHER, LOWER, NOTED, TIED
from benchbook.plugins.reporters.csv_file import CsvReporter
from benchbook.testing import toy_report
from house import ROOT

PAGE = (ROOT / "docs" / "renderings.md").read_text("utf-8")


def test_every_reporter_has_its_row() -> None:
    """With the ending of its files."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(\.\w+)` \|$", PAGE, re.MULTILINE)
    found = [one.record for one in load_registry(()).all("reporter")]
    there = [(one.name, one.suffix) for one in found if isinstance(one, ReporterPlugin)]

    assert sorted(there) == sorted(rows)


@pytest.mark.parametrize("sign", [TIED, NOTED, EXPLORATORY, HIGHER, LOWER])
def test_every_sign_is_explained(sign: str) -> None:
    """Those of the tables that all renderings share."""
    assert f"`{sign}`" in PAGE


def test_its_python_reads_the_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands on the page."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "report.csv").write_bytes(CsvReporter().render(toy_report()))
    monkeypatch.chdir(tmp_path)
    names: dict[str, list[dict[str, str]]] = {}

    exec(code, names)  # noqa: S102 - the page's own code

    assert {"all", "bucket", "topic"} == {row["scope"] for row in names["rows"]}
