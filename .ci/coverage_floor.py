"""Fail when the tests leave too much of core or ledger untouched; statements and branches apart."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

AT_LEAST = 90.0
FOLDERS = ("core", "ledger")


def totals(folder: str) -> dict[str, Any]:
    """Give coverage's own totals for the files of a folder."""
    with TemporaryDirectory() as place:
        report = Path(place, "coverage.json")
        command = ["coverage", "json", "-q", f"--include={folder}/*", "-o", str(report)]
        subprocess.run([sys.executable, "-m", *command], check=True)  # noqa: S603 - our own words
        figures: dict[str, Any] = json.loads(report.read_text())["totals"]
    return figures


def share(covered: int, of: int) -> float:
    """Give a percentage; of nothing, all is covered."""
    return 100.0 * covered / of if of else 100.0


def main() -> int:
    """Print both shares of each folder, then say whether all are high enough."""
    low = False
    for folder in FOLDERS:
        figures = totals(folder)
        lines = share(figures["covered_lines"], figures["num_statements"])
        branches = share(figures["covered_branches"], figures["num_branches"])
        print(f"{folder}: statements {lines:.1f} %, branches {branches:.1f} %")
        low = low or min(lines, branches) < AT_LEAST
    if low:
        print(f"expected at least {AT_LEAST:.0f} % of each; `coverage report` names the lines")
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
