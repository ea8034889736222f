"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from house import ROOT

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(
    r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL
)
# Digests, ids, positions of time, and what depends on the machine.
VARIES = re.compile(
    r"\b[0-9a-f]{12,64}\b|\d+ bytes unpacked|^made with.*$|CPython \S+", re.MULTILINE
)


def benchbook(*arguments: str | Path, folder: Path) -> str:
    """Run a command in a folder and give what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "benchbook.cli.main", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def shown_after(marker: str) -> str:
    """The first code block that holds a text."""
    return next(text for _, text in BLOCKS if marker in text)


def masked(text: str) -> list[str]:
    """Lines without what differs from run to run, and without blank or elided ones."""
    lines = VARIES.sub("…", text).splitlines()
    return [line.rstrip() for line in lines if line.strip() not in ("", "…")]


@pytest.mark.slow
def test_the_demo_prints_what_the_readme_shows(tmp_path: Path) -> None:
    """Every line of the shown report is a line of a real one, digests aside."""
    printed = masked(benchbook("demo", folder=tmp_path))

    shown = masked(shown_after("59 questions are drafted"))
    assert [] == [line for line in shown if line not in printed]


@pytest.mark.slow
def test_the_lane_of_the_readme_runs(tmp_path: Path) -> None:
    """The plugin file, copied as it stands, is loaded and measured."""
    (tmp_path / "shortest.py").write_text(shown_after("class ShortestFirst"))
    (tmp_path / "mine.toml").write_text(shown_after("[lanes.short]"))
    benchbook("demo", "--dir", ".", folder=tmp_path)
    table = benchbook("eval", "retrieval", "mine.toml", "--plugin", "shortest.py", folder=tmp_path)

    assert "Loaded from single files, which no distribution pins: local:shortest." in table


@pytest.mark.slow
def test_the_commands_on_scifact_print_what_the_readme_shows(
    tmp_path: Path, shared_data: Path
) -> None:
    """All of them, on the collection itself: table, replay, verification, and measuring a run."""
    (tmp_path / "scifact").symlink_to(shared_data / "scifact")
    printed = []
    for line in shown_after("--corpus scifact").splitlines():
        for command in line.split(" && "):
            printed += masked(benchbook(*command.split()[1:], folder=tmp_path))
    for marker in ("300 of 300", "rendering benchbook:table", "level 0"):
        lines = masked(shown_after(marker))

        assert [] == [line for line in lines if line not in printed]

    export, measure, *shown = shown_after("$ benchbook measure").splitlines()
    benchbook(*export.split()[2:], folder=tmp_path)
    assert shown == benchbook(*measure.split()[2:], folder=tmp_path).splitlines()


@pytest.mark.slow
def test_runs_of_the_demo_compare_as_the_readme_shows(tmp_path: Path) -> None:
    """The commands as they are typed, and the table."""
    benchbook("demo", "--dir", ".", folder=tmp_path)
    *before, compare = shown_after("$ benchbook run qrels").splitlines()
    for line in before:
        benchbook(*line.split()[2:], folder=tmp_path)
    runs = sorted(path.name for path in tmp_path.glob("*.run"))
    words = [word for one in compare.split()[2:] for word in (runs if one == "*.run" else [one])]

    printed = masked(benchbook(*words, folder=tmp_path))

    shown = masked(shown_after("W/T/L"))
    assert [] == [line for line in shown if line not in printed]
