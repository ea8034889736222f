"""`benchbook gate check --base`: what a change relaxes is told first, wherever CI looks."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from gate_book import check, make_gate_book, typed, write


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run of an experiment that declares no gate."""
    return make_gate_book(tmp_path_factory.mktemp("made"))


@pytest.fixture
def book(made: Path, tmp_path: Path) -> Path:
    """A copy of it, with a file of gates that the run passes."""
    shutil.copytree(made, tmp_path / "book")
    write(tmp_path / "book")
    return tmp_path / "book"


def commit(folder: Path) -> None:
    """Make a repository of the folder, with the file of gates as it is now."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    person = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    calls: Sequence[list[str]] = (
        ["init", "-q"],
        ["add", "gates.toml"],
        [*person, "commit", "-q", "-m", "gates"],
    )
    for words in calls:
        subprocess.run(["git", "-C", str(folder), *words], check=True)


def test_a_relaxed_gate_is_told_first_everywhere(book: Path) -> None:
    """On the screen, in JUnit, in the summary and in JSON; alone it does not stop."""
    commit(book)
    write(book, hits="0.4", margin="-0.95")
    junit, summary = book / "gates.xml", book / "summary.md"
    words = ["--base", "HEAD", "--junit", str(junit), "--github-summary", str(summary)]
    done = check(book, *words)
    first = "hits: the threshold is weaker: at least 0.4, was at least 0.5"
    second = "no-worse: the margin is wider"

    assert 0 == done.exit_code, done.output
    assert " ".join(done.stdout.split()).startswith(
        f"Against HEAD ! relaxed in this change: {first} ! relaxed in this change: {second}"
    )
    cases = list(ET.parse(junit).iter("testcase"))  # noqa: S314 - our own file
    assert f"relaxed in this change: {first}" == cases[0].get("name")
    assert ["skipped", "skipped"] == [one[-1].tag for one in cases[:2]]
    assert ["hits", "no-worse"] == [one.get("name") for one in cases[2:]]
    text = summary.read_text("utf-8")
    assert text.index(second) < text.index("| gate |")
    assert [first] == json.loads(check(book, "--base", "HEAD", "--json").stdout)["relaxed"][:1]


def test_a_relaxed_gate_stops_where_that_is_asked_for(book: Path) -> None:
    """Code 10, and a failure in JUnit."""
    commit(book)
    write(book, hits="0.4")
    junit = book / "gates.xml"
    done = check(book, "--base", "HEAD", "--strict", "--junit", str(junit))
    root = ET.parse(junit).getroot()  # noqa: S314 - our own file

    assert 10 == done.exit_code
    assert "1" == root.get("failures")


def test_a_stricter_gate_is_no_relaxation(book: Path) -> None:
    """It says that nothing is relaxed."""
    commit(book)
    write(book, hits="0.6", margin="-0.8")
    done = check(book, "--base", "HEAD", "--strict")

    assert 0 == done.exit_code, done.output
    assert "Nothing is relaxed: no gate asks for less than at HEAD" in done.stdout


def test_a_file_that_is_new_cannot_be_compared(book: Path) -> None:
    """It says so, and does not claim that nothing was relaxed."""
    commit(book)
    new = book / "new.toml"
    new.write_text((book / "gates.toml").read_text())
    done = typed(book, "check", "--gates", str(new), "--base", "HEAD")

    assert "new.toml is not there at HEAD: nothing tells whether it asks for less" in done.stdout
    assert "Nothing is relaxed" not in done.stdout


@pytest.mark.parametrize("ref", ["nowhere", "--help", "HEAD~99"])
def test_a_commit_that_git_does_not_know_is_refused(book: Path, ref: str) -> None:
    """Nothing is compared in silence with nothing; a name cannot become an option of git."""
    commit(book)
    done = check(book, f"--base={ref}")

    assert 2 == done.exit_code
    assert "git knows no such commit here" in done.stderr


def test_outside_a_repository_there_is_no_base(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what is missing."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(book.parent))
    done = check(book, "--base", "HEAD")

    assert 2 == done.exit_code
    assert "is in no git repository" in done.stderr


def test_strictly_what_could_not_be_compared_is_no_pass(book: Path) -> None:
    """Nobody knows what a file that was renamed asked for."""
    commit(book)
    (book / "gates.toml").rename(book / "renamed.toml")
    words = ["check", "--gates", str(book / "renamed.toml"), "--base", "HEAD"]

    assert (0, 13) == (typed(book, *words).exit_code, typed(book, *words, "--strict").exit_code)
