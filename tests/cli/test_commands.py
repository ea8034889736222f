"""The command line as a whole: its commands, help, exit codes, and one line for a mistake."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchbook.cli.main import COMMANDS, PIPE_CLOSED, main
from benchbook.cli.output import print_bytes

# What a person may type, command by command.
PATHS = {
    "compare",
    "corpus declare",
    "corpus list",
    "corpus merge",
    "corpus show",
    "corpus snapshot",
    "decide",
    "decisions",
    "demo",
    "eval credit",
    "eval diff",
    "eval modes",
    "eval profile",
    "eval retrieval",
    "eval sweep",
    "gate check",
    "gate declare",
    "gold check",
    "gold import",
    "gold list",
    "gold show",
    "ingest",
    "init",
    "ledger log",
    "ledger verify",
    "measure",
    "plugins doctor",
    "plugins list",
    "replay",
    "report list",
    "report render",
    "report show",
    "run export",
    "run list",
    "run qrels",
    "run show",
}


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with its path."""
    shell = click.Context(group)
    for name in group.list_commands(shell):
        command = group.get_command(shell, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


TREE = dict(commands(main))


def invoke(*arguments: str | Path) -> tuple[int, str, str]:
    """Run a command in this process: exit code, stdout, stderr."""
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    return done.exit_code, done.stdout, done.stderr


def test_the_tree_is_the_table() -> None:
    """No command is missing, and none is there that the table does not name."""
    assert set(TREE) == PATHS


@pytest.mark.parametrize("path", sorted(PATHS))
def test_every_command_has_help_with_an_example(path: str) -> None:
    """Whoever types --help sees a line that works."""
    code, shown, _ = invoke(*path.split(), "--help")

    assert code == 0
    assert f"benchbook {path}" in shown.split("Example:")[1]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_group_has_help_with_an_example_too(name: str) -> None:
    """Whoever types half a command sees a whole one that works."""
    _, shown, _ = invoke(name, "--help")

    assert f"benchbook {name}" in shown.split("Example:")[1]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_overview_says_what_the_command_says(name: str) -> None:
    """The table that --help prints without loading anything is the commands' own first line."""
    command = main.get_command(click.Context(main), name)

    assert command is not None
    assert command.help is not None
    assert COMMANDS[name][1] == command.help.partition("\n")[0]


@pytest.mark.parametrize(
    "path", ["corpus list", "gold list", "run list", "report list", "replay", "ledger verify"]
)
def test_without_a_workspace_the_next_step_is_named(path: str, tmp_path: Path) -> None:
    """Exit code 2 and one line that names `init`; nothing is made."""
    code, shown, said = invoke(*path.split(), "--dir", tmp_path)

    assert (2, "") == (code, shown)
    assert "benchbook init" in said
    assert len(said.splitlines()) == 1
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["replya"], "Did you mean 'replay'?"),
        (["run", "lsit"], "No such command 'lsit'"),
        (["measure", "--compat", "trec_eval-8"], "trec_eval-9"),
        (["ingest"], "Missing argument"),
        (["run", "list", "--nope"], "No such option"),
    ],
)
def test_a_mistyped_command_is_usage(arguments: list[str], says: str) -> None:
    """Exit code 2, and the nearest thing that exists."""
    code, _, said = invoke(*arguments)

    assert code == 2
    assert says in said


def test_a_second_init_says_that_there_is_a_ledger(tmp_path: Path) -> None:
    """An existing ledger is never made anew."""
    assert invoke("init", tmp_path)[0] == 0
    before = (tmp_path / "benchbook.ledger").read_bytes()
    code, _, said = invoke("init", tmp_path)

    assert code == 2
    assert len(said.splitlines()) == 1
    assert before == (tmp_path / "benchbook.ledger").read_bytes()


def test_init_writes_experiments_and_leaves_those_there_are(tmp_path: Path) -> None:
    """What a person has written stays."""
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "two_lanes.toml").write_text("mine")
    invoke("init", tmp_path)

    assert "mine" == (tmp_path / "experiments" / "two_lanes.toml").read_text()
    assert (tmp_path / "experiments" / "experiment.toml").exists()


@pytest.mark.parametrize("content", [b"", b"not a ledger" * 500, b"SQLite format 3\0" + b"\0" * 84])
def test_a_file_that_is_no_ledger_is_one_line(tmp_path: Path, content: bytes) -> None:
    """Exit code 4; the file stays as it was."""
    (tmp_path / "benchbook.ledger").write_bytes(content)
    for path in ("run list", "replay", "eval retrieval"):
        code, _, said = invoke(*path.split(), "--dir", tmp_path)

        assert code == 4, said
        assert len(said.splitlines()) == 1
    assert content == (tmp_path / "benchbook.ledger").read_bytes()


def test_the_workspace_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BENCHBOOK_DIR stands where --dir does not."""
    monkeypatch.setenv("BENCHBOOK_DIR", str(tmp_path))
    assert invoke("init")[0] == 0

    assert invoke("run", "list")[0] == 0
    assert (tmp_path / "benchbook.ledger").exists()
    assert invoke("run", "list", "--dir", tmp_path / "none")[0] == 2


def test_an_experiment_is_found_under_experiments(tmp_path: Path) -> None:
    """A bare name is looked for where `init` wrote it; without one, the only one is meant."""
    invoke("init", tmp_path)
    code, _, said = invoke("eval", "retrieval", "two_lanes.toml", "--dir", tmp_path)

    assert code == 2
    assert "experiment.corpus is not named" in said
    code, _, said = invoke("eval", "retrieval", "--dir", tmp_path)
    assert code == 2
    assert "experiment.toml, two_lanes.toml" in said


def test_a_mistyped_experiment_names_those_there_are(tmp_path: Path) -> None:
    """A second `init` would be refused, so it is not what to do next."""
    invoke("init", tmp_path)
    code, _, said = invoke("eval", "retrieval", "two_lanes", "--dir", tmp_path)

    assert (2, "benchbook: no experiment file 'two_lanes'; under experiments/ there are ") == (
        code,
        said.removesuffix("ablation.toml, experiment.toml, two_lanes.toml\n"),
    )


def test_init_makes_no_ledger_where_its_experiments_cannot_stand(tmp_path: Path) -> None:
    """A workspace is made whole or not at all."""
    (tmp_path / "experiments").write_text("a file")
    code, _, said = invoke("init", tmp_path)

    assert (4, 1) == (code, len(said.splitlines()))
    assert [tmp_path / "experiments"] == list(tmp_path.iterdir())


def test_whoever_wants_no_more_of_the_output_sees_no_crash() -> None:
    """`benchbook … | head` ends as a shell shows SIGPIPE, without a word; 1 would mean a crash."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "benchbook.cli.main", "plugins", "list"]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)

    assert (PIPE_CLOSED, b"") == (ended.returncode, ended.stderr)


def test_a_rendering_for_a_closed_stdout_goes_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no stdout where the shell closed it."""
    monkeypatch.setattr(sys, "stdout", None)

    print_bytes(b"x")


def test_init_takes_its_folder_as_every_other_command_does(tmp_path: Path) -> None:
    """`--dir` names the workspace here too, and the folder that was used is printed."""
    code, shown, _ = invoke("init", "--dir", tmp_path / "book")

    assert code == 0
    assert str(tmp_path / "book" / "benchbook.ledger") in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "render", "latest", "--out"],
        ["run", "export", "latest", "--condition", "full_deep", "--out"],
    ],
)
def test_a_mistyped_folder_is_not_made(tmp_path: Path, arguments: list[str]) -> None:
    """A copy into a folder that is not there is refused, and nothing is recorded."""
    assert invoke("demo", "--dir", tmp_path / "book")[0] == 0
    before = (tmp_path / "book" / "benchbook.ledger").read_bytes()
    code, _, said = invoke(*arguments, tmp_path / "none" / "x", "--dir", tmp_path / "book")

    assert code == 2
    assert "there is no folder" in said
    assert not (tmp_path / "none").exists()
    assert before == (tmp_path / "book" / "benchbook.ledger").read_bytes()


@pytest.mark.slow
def test_a_shell_can_complete_commands(tmp_path: Path) -> None:
    """What the README says to type makes a shell offer the commands."""
    done = subprocess.run(
        [Path(sys.executable).with_name("benchbook")],
        cwd=tmp_path,
        env={
            **os.environ,
            "_BENCHBOOK_COMPLETE": "bash_complete",
            "COMP_WORDS": "benchbook re",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    offered = {line.partition(",")[2] for line in done.stdout.splitlines()}

    assert {"replay", "report"} == offered
