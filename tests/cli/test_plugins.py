"""`benchbook plugins`: what a person sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from benchbook.cli.plugins import PLUGIN_KINDS
from benchbook.core.hookspec import KINDS
from distributions import GOOD


def typed(*words: str, disable: str = "") -> Result:
    """Type a command of the group."""
    environment = {"BENCHBOOK_DISABLE_PLUGINS": disable}
    return CliRunner(env=environment).invoke(main, ["plugins", *words])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A plugin file that loads."""
    path = tmp_path / "my_lane.py"
    path.write_text(GOOD, "utf-8")
    return path


def test_kinds_are_those_of_the_hook() -> None:
    """The kinds that may be typed are those that there are."""
    assert tuple(kind.kind for kind in KINDS) == PLUGIN_KINDS


def test_list_aligns_its_columns() -> None:
    """Every row starts its columns where the head does."""
    head, *rows = typed("list").stdout.splitlines()

    starts = [head.index(name) for name in ("name", "version", "from", "summary")]
    assert ["kind", "name", "version", "from", "summary"] == head.split()
    assert all(row[start - 1] == " " != row[start] for row in rows for start in starts)


def test_list_may_be_of_one_kind() -> None:
    """`--kind` leaves the other kinds out."""
    listed = json.loads(typed("list", "--kind", "reporter", "--json").stdout)

    assert {"reporter"} == {one["kind"] for one in listed}


def test_json_holds_the_parameters() -> None:
    """A program sees what a plugin takes, needs and requires."""
    listed = json.loads(typed("list", "--kind", "lane", "--json").stdout)

    (bm25,) = (one for one in listed if one["qualified"] == "benchbook:bm25")
    assert "k1: float = 1.2" in bm25["parameters"]
    assert any(one.startswith("bm25s==") for one in bm25["requires"])


def test_file_is_listed_as_local(file: Path) -> None:
    """`--plugin` adds the plugins of a file."""
    listed = json.loads(typed("list", "--plugin", str(file), "--json").stdout)

    assert ["local:nothing"] == [one["qualified"] for one in listed if one["local"]]


def test_unusable_file_is_one_line(tmp_path: Path) -> None:
    """A file that cannot be used ends with exit code 2 and one line, nothing on stdout."""
    ended = typed("list", "--plugin", str(tmp_path / "none.py"))

    assert (2, "") == (ended.exit_code, ended.stdout)
    assert ended.stderr.startswith("benchbook: the plugin file")
    assert 1 == len(ended.stderr.splitlines())


def test_doctor_is_content() -> None:
    """An installation without faults ends with 0 and says so."""
    ended = typed("doctor")

    assert 0 == ended.exit_code
    assert ended.stdout.endswith("plugins loaded: all is well\n")


def test_doctor_tells_problem_and_step() -> None:
    """Each finding says what it is about, what is wrong, and what to do next."""
    ended = typed("doctor", disable="lane-bm25")

    assert (
        "notice: benchbook:lane-bm25\n"
        "  left out by BENCHBOOK_DISABLE_PLUGINS\n"
        "  next: clear BENCHBOOK_DISABLE_PLUGINS to have it back\n"
    ) in ended.stdout
    assert 0 == ended.exit_code


def test_list_tells_that_something_is_missing() -> None:
    """A list that is not complete says so on stderr."""
    ended = typed("list", disable="lane-bm25")

    assert "1 entry point disabled; see `benchbook plugins doctor`" in ended.stderr


def test_unknown_name_to_disable_is_one_line() -> None:
    """A misspelt name in the variable ends with exit code 2."""
    ended = typed("list", disable="benchbok")

    assert 2 == ended.exit_code
    assert "names 'benchbok', which is not installed" in ended.stderr


@pytest.mark.parametrize("words", [[], ["list"], ["doctor"]])
def test_help_has_an_example(words: list[str]) -> None:
    """Every help page shows what to type."""
    shown = typed(*words, "--help").stdout

    assert "Example:" in shown
    assert f"benchbook {' '.join(['plugins', *words])}" in shown
