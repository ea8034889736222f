"""`benchbook ledger`: what a person and a program see of the log, and of damage to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from ledgers import STREAM, draft, new_ledger, unguarded

HOSTILE = "\x1b]0;title\x07 \u202e\n end"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with six events, one of which holds text that would steer a terminal."""
    with new_ledger(tmp_path / "benchbook.ledger", 3) as ledger:
        ledger.put_object(b"an object", "text/plain")
        other = draft(0, "run/b", type="thing-undone")
        ledger.append([other], stream="run/b", expected_version=0)
        hostile = draft(3, data={"number": 3, "text": HOSTILE})
        ledger.append([hostile], stream=STREAM, expected_version=3)
    return tmp_path


def typed(workspace: Path, *words: str) -> Result:
    """Type a command of the group."""
    return CliRunner().invoke(main, ["ledger", *words, "--dir", str(workspace)])


def test_verify_says_what_was_shown(workspace: Path) -> None:
    """Counts, root and level are printed, and the claim is no larger than the proof."""
    ended = typed(workspace, "verify")

    assert 0 == ended.exit_code
    assert "events   6" in ended.stdout
    assert "objects  1 (9 bytes unpacked)" in ended.stdout
    assert "level 0: internally consistent; nothing here proves" in ended.stdout
    assert "guarantee" not in ended.output


def test_verify_names_damage_and_ends_with_4(workspace: Path) -> None:
    """Each fault stands on its line with its position."""
    with unguarded(workspace / "benchbook.ledger") as connection:
        connection.execute("UPDATE event SET type = 'other' WHERE seq = 2")
    ended = typed(workspace, "verify")

    assert 4 == ended.exit_code
    assert "  event 2: column: found column type 'other'; expected 'thing-done'" in ended.stdout
    assert "damaged: 1 faults; no level reached" in ended.stdout


def test_verify_as_json(workspace: Path) -> None:
    """A program gets the same, and each fault in its parts."""
    with unguarded(workspace / "benchbook.ledger") as connection:
        connection.execute("DELETE FROM object")
        connection.execute("UPDATE event SET stream = 'run/z' WHERE seq = 2")
    ended = typed(workspace, "verify", "--json")
    verdict = json.loads(ended.stdout)

    assert 4 == ended.exit_code
    assert (6, 0, None, 1) == tuple(
        verdict[name] for name in ("events", "objects", "level", "fault_count")
    )
    assert ["column", "event 2"] == [verdict["faults"][0][name] for name in ("kind", "where")]


def test_verify_counts_what_it_does_not_print(tmp_path: Path) -> None:
    """Beyond a hundred faults the number of the others is printed."""
    new_ledger(tmp_path / "benchbook.ledger", 150).close()
    with unguarded(tmp_path / "benchbook.ledger") as connection:
        connection.execute("UPDATE event SET type = 'other'")

    assert "  and 51 more" in typed(tmp_path, "verify").stdout


def test_a_file_that_is_no_ledger(tmp_path: Path) -> None:
    """It is refused in one line, with the code for a bad file."""
    (tmp_path / "benchbook.ledger").write_text("something else")
    ended = typed(tmp_path, "verify")

    assert 4 == ended.exit_code
    assert 1 == len(ended.stderr.splitlines())
    assert "is not a ledger" in ended.stderr


@pytest.mark.parametrize("name", ["verify", "log"])
def test_no_workspace(tmp_path: Path, name: str) -> None:
    """Without a workspace the next step is named, and nothing is made."""
    ended = typed(tmp_path, name)

    assert 2 == ended.exit_code
    assert "benchbook init" in ended.stderr
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), [0, 1, 2, 3, 4, 5]),
        (("--last", "2"), [4, 5]),
        (("--last", "99"), [0, 1, 2, 3, 4, 5]),
        (("--stream", STREAM), [1, 2, 3, 5]),
        (("--stream", STREAM, "--last", "2"), [3, 5]),
        (("--type", "thing-undone"), [4]),
        (("--type", "thing-undone", "--type", "ledger-opened"), [0, 4]),
        (("--stream", "run/none"), []),
    ],
)
def test_log_lists_what_is_asked_for(
    workspace: Path, words: tuple[str, ...], expected: list[int]
) -> None:
    """A stream, types and the newest can be asked for, for people and programs alike."""
    shown = typed(workspace, "log", *words).stdout.splitlines()[1:]
    told = json.loads(typed(workspace, "log", *words, "--json").stdout)

    assert expected == [int(line.split()[0]) for line in shown]
    assert expected == [event["seq"] for event in told]


def test_log_shows_who_and_when(workspace: Path) -> None:
    """A line holds position, time, type, stream, actor and the payload."""
    line = typed(workspace, "log", "--last", "2").stdout.splitlines()[1]

    assert [
        "4",
        "2023-11-14T22:13:23Z",
        "thing-undone",
        "run/b",
        "tool:tests/1",
        '{"number":',
        "0}",
    ] == line.split()


def test_log_prints_nothing_that_steers_a_terminal(workspace: Path) -> None:
    """Control characters and reordering marks from a payload are escaped."""
    shown = typed(workspace, "log").stdout

    assert all(char.isprintable() for line in shown.splitlines() for char in line)
    assert 7 == len(shown.splitlines())
    assert HOSTILE == json.loads(typed(workspace, "log", "--json").stdout)[5]["data"]["text"]


def test_log_of_a_damaged_event(workspace: Path) -> None:
    """A changed event is not shown as if nothing were wrong."""
    with unguarded(workspace / "benchbook.ledger") as connection:
        connection.execute("UPDATE event SET body = CAST('{}' AS BLOB) WHERE seq = 2")
    ended = typed(workspace, "log", "--stream", STREAM)

    assert 4 == ended.exit_code
    assert "event 2" in ended.stderr


@pytest.mark.parametrize("name", ["verify", "log"])
def test_help_holds_an_example(name: str) -> None:
    """Each command shows how it is typed."""
    shown = CliRunner().invoke(main, ["ledger", name, "--help"]).stdout

    assert f"benchbook ledger {name}" in shown.split("Example:")[1]


def test_nothing_is_left_beside_the_ledger(workspace: Path) -> None:
    """Looking leaves no file."""
    before = sorted(workspace.iterdir())
    typed(workspace, "verify")
    typed(workspace, "log")

    assert before == sorted(workspace.iterdir())
