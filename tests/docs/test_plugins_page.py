"""The page about plugins: its files and commands are run as a reader would run them."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

import benchbook
from benchbook.core.plugging.admission import CONDITION_KEYS
from house import ROOT
from shell import run

PAGE = ROOT / "docs" / "plugins.md"
FILE = re.compile(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
BENCHBOOK = (sys.executable, "-c", "from benchbook.cli.main import main; main()")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page."""
    place = tmp_path_factory.mktemp("author")
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        (place / name).write_text(text, "utf-8")
    return place


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, str]:
    """What each command of the page printed, in the order of the page.

    Installing goes to a folder on the path in place of the environment that runs these tests.
    """
    site = folder / "site"
    environment = {**os.environ, "PYTHONPATH": str(site), "BENCHBOOK_DISABLE_PLUGINS": ""}
    answers = {}
    for command in COMMAND.findall(PAGE.read_text("utf-8")):
        words = shlex.split(command.replace("pip install .", f"pip install --no-deps -t {site} ."))
        program = BENCHBOOK if words[0] == "benchbook" else (sys.executable,)
        answers[command] = run(*program, *words[1:], folder=folder, environment=environment)
    return answers


@pytest.mark.slow
def test_page_holds_its_files(folder: Path) -> None:
    """The page gives plugins, experiments, tests and the metadata of a distribution."""
    expected = [
        "best_rank.py",
        "fused.toml",
        "mine.toml",
        "pyproject.toml",
        "shared_words.py",
        "test_best_rank.py",
        "test_shared_words.py",
        "words_covered.py",
    ]
    assert expected == sorted(path.name for path in folder.iterdir() if path.is_file())


@pytest.mark.slow
def test_lane_of_the_page_is_listed_as_local(said: dict[str, str]) -> None:
    """The single file is found by `--plugin`."""
    listed = said["benchbook plugins list --kind lane --plugin shared_words.py"]

    assert re.search(r"^lane +shared-words +1 +local +words in common", listed, re.MULTILINE)


@pytest.mark.slow
def test_experiment_of_the_page_measures_three_conditions(said: dict[str, str]) -> None:
    """The experiment runs on the demo, and every condition has its numbers."""
    report = said["benchbook eval retrieval mine.toml --dir demo --plugin shared_words.py"]

    for condition in ("keyword", "words", "both"):
        assert re.search(rf"^{condition}\b.* 0\.\d{{4}} ", report, re.MULTILINE)
    assert "local:shared-words" in report


@pytest.mark.slow
def test_lane_of_the_page_keeps_its_contract(said: dict[str, str]) -> None:
    """The test file of the page passes: twice the whole contract."""
    assert re.search(r"\b3\d passed", said["python -m pytest test_shared_words.py"])


@pytest.mark.slow
def test_fuser_and_reranker_of_the_page_keep_their_contracts(said: dict[str, str]) -> None:
    """Their test file passes: the fuser with and without weights, and the reranker."""
    assert re.search(r"\b\d\d passed", said["python -m pytest test_best_rank.py"])


@pytest.mark.slow
def test_fuser_and_reranker_of_the_page_are_measured(said: dict[str, str]) -> None:
    """Both conditions have numbers, and the report names what made them."""
    (report,) = (told for command, told in said.items() if "fused.toml" in command)

    for condition in ("fused", "reranked"):
        assert re.search(rf"^{condition}\b.* 0\.\d{{4}} ", report, re.MULTILINE)
    assert "local:best-rank" in report
    assert "local:words-covered" in report


def test_names_of_the_page_are_on_the_face() -> None:
    """The table of what the face offers names nothing else."""
    table = PAGE.read_text("utf-8").partition("## What the face offers")[2]
    rows = "\n".join(line for line in table.splitlines() if line.startswith("|"))

    assert set() == set(re.findall(r"`(\w+)`", rows)) - set(benchbook.__all__)


def test_keys_of_a_condition_on_the_page_are_those_reserved() -> None:
    """The names that no fuser's parameter may have are listed, all of them."""
    listed = PAGE.read_text("utf-8").partition("the keys of a condition:")[2].partition(";")[0]

    assert CONDITION_KEYS == set(re.findall(r"`(\w+)`", listed))


@pytest.mark.slow
def test_distribution_of_the_page_is_found_once_installed(said: dict[str, str]) -> None:
    """After installing, the lane is listed by its distribution, without `--plugin`."""
    listed = said["benchbook plugins list --kind lane"]

    assert re.search(r"^lane +shared-words +1 +shared-words 1\.0 ", listed, re.MULTILINE)


@pytest.mark.slow
def test_doctor_of_the_page_is_content(said: dict[str, str]) -> None:
    """The doctor finds no fault with the lane of the page."""
    assert said["benchbook plugins doctor"].endswith("all is well\n")
