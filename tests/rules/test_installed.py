"""What a user gets: the wheel alone in an environment, used from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from house import ROOT
from shell import run

pytestmark = pytest.mark.slow

THIRD_PARTY = """\
from benchbook import Rankings, Topics


def topics_of(rankings: Rankings) -> Topics:
    return rankings.topics


def wrong(rankings: Rankings) -> int:
    return rankings.topics
"""
REFUSED = 'plugin.py:9: error: Incompatible return value type (got "Topics", expected "int")'


def mypy(folder: Path, python: str | Path, path: str) -> str:
    """Check the code of a third party, strictly, with the libraries of an environment."""
    (folder / "plugin.py").write_text(THIRD_PARTY, "utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "plugin.py"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.stdout


def test_the_command_answers_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    """`benchbook --help` needs nothing of the checkout."""
    assert "Usage: benchbook" in run(installed / "benchbook", "--help", folder=tmp_path)


def test_nothing_is_missing_or_in_conflict(installed: Path, tmp_path: Path) -> None:
    """What the wheel asks for is all that it needs to load each of its modules."""
    walk = (
        "import benchbook, importlib, pkgutil\n"
        "for module in pkgutil.walk_packages(benchbook.__path__, 'benchbook.'):\n"
        "    if module.name != 'benchbook.testing':\n"  # it needs pytest; users do not
        "        importlib.import_module(module.name)\n"
    )

    run(installed / "python", "-W", "error", "-c", walk, folder=tmp_path)
    run(installed / "python", "-m", "pip", "check", folder=tmp_path)


def test_demo_replay_and_verify_work_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """The demo makes a book whose newest report is rebuilt to the same bytes; its log holds."""
    benchbook = installed / "benchbook"

    run(benchbook, "demo", "--dir", "book", folder=tmp_path)

    assert "identical" in run(benchbook, "replay", "latest", "--dir", "book", folder=tmp_path)
    run(benchbook, "ledger", "verify", "--dir", "book", folder=tmp_path)
    assert [tmp_path / "book"] == list(tmp_path.iterdir())


def test_a_third_party_is_typed_by_the_wheel(installed: Path, tmp_path: Path) -> None:
    """`from benchbook import Rankings` gives a type that a strict checker holds one to."""
    assert REFUSED in mypy(tmp_path, installed / "python", "")


def test_a_third_party_is_typed_by_an_editable_install(tmp_path: Path) -> None:
    """The same for who works on a plugin beside a checkout, with `.src` on the checker's path."""
    assert REFUSED in mypy(tmp_path, sys.executable, str(ROOT / ".src"))
