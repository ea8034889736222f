"""The list of runs: what it says of those without an end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from book import Stop, make_store, open_store, run


def listed(folder: Path, *words: str) -> Result:
    """The list as a person gets it."""
    return CliRunner().invoke(main, ["run", "list", *words, "--dir", str(folder)])


def abandon(folder: Path, identity: bytes) -> None:
    """Start a run that stops after its start."""
    with open_store(folder / "benchbook.ledger", appends=4) as store, pytest.raises(Stop):
        run(store, entropy=lambda count: identity * count)


def test_whoever_has_an_abandoned_run_is_told_how_to_go_on(tmp_path: Path) -> None:
    """On stderr, so that the list stays a list; with several, that one is to be named."""
    make_store(tmp_path, topics=5)
    abandon(tmp_path, b"a")
    one = listed(tmp_path)
    abandon(tmp_path, b"b")
    two = listed(tmp_path)

    assert [0, 0] == [one.exit_code, two.exit_code]
    assert " abandoned " in one.stdout
    assert "--resume" not in one.stdout
    assert (
        "benchbook: 1 run without an end or a report: `benchbook eval retrieval EXPERIMENT "
        "--resume` goes on with it where data and code are the same\n"
    ) == one.stderr
    assert "2 runs without an end or a report" in two.stderr
    assert "goes on with one of them, named with --run, where" in two.stderr


def test_where_all_runs_have_ended_nothing_is_said(tmp_path: Path) -> None:
    """Nor to a program, which reads the state."""
    with open_store(make_store(tmp_path, topics=5)) as store:
        run(store, entropy=lambda count: b"c" * count)
    ended = listed(tmp_path)
    abandon(tmp_path, b"d")
    told = listed(tmp_path, "--json")

    assert (0, "") == (ended.exit_code, ended.stderr)
    assert "" == told.stderr
    assert ["completed", "abandoned"] == [one["state"] for one in json.loads(told.stdout)]
