"""The page about fusers: its table is complete, and its experiments are run and planned."""

from __future__ import annotations

import inspect
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook import read_routes
from benchbook.cli.main import main
from benchbook.core.plugging.loading import load_registry
from house import ROOT

PAGE = (ROOT / "docs" / "fusers.md").read_text("utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \|.*\|([^|]*)\|$", re.MULTILINE)
TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ benchbook (.*)$", re.MULTILINE)
PREDICATE = re.compile(r"^\| (`[^|]*`) \| [^|]* \|$", re.MULTILINE)


def test_the_table_has_every_fuser_with_its_parameters() -> None:
    """As their `build` takes them."""
    stated = {
        name: sorted([*re.findall(r"`(\w+)`", cell), *re.findall(r"weights", cell)])
        for name, cell in ROW.findall(PAGE)
    }
    taken = {
        one.record.name: sorted(inspect.signature(one.record.build).parameters)
        for one in load_registry(()).all("fuser")
        if one.distribution == "benchbook"
    }

    assert taken == stated


def test_the_example_uses_every_fuser() -> None:
    """One condition at least for each."""
    used = {
        condition["fuser"]
        for block in map(tomllib.loads, TOML.findall(PAGE))
        for condition in block["conditions"].values()
        if "fuser" in condition
    }

    assert {name for name, _ in ROW.findall(PAGE)} == used


@pytest.mark.slow
def test_the_example_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the commands below it; the report shows parameters, and how often each rule decided."""
    experiment = next(block for block in TOML.findall(PAGE) if "[experiment]" in block)
    (tmp_path / "fusers.toml").write_text(experiment, "utf-8")
    monkeypatch.chdir(tmp_path)
    ended = [CliRunner().invoke(main, shlex.split(command)) for command in COMMAND.findall(PAGE)]
    assert [0, 0] == [one.exit_code for one in ended], ended[-1].output
    report = " ".join(ended[-1].stdout.split())

    for name in tomllib.loads(experiment)["conditions"]:
        assert re.search(rf"{name}\b[ a-z()*]* 0\.\d{{4}} ", report), name
    assert 'combsum(floor = 0.0, normalise = "none", ties = "neutral") over' in report
    assert re.search(r"routed chose by its rule \S.* -> all: \d+ topics", report)


def test_every_predicate_of_the_page_is_one() -> None:
    """And rules that stand in its examples are rules."""
    predicates = [one for cell in PREDICATE.findall(PAGE) for one in re.findall("`(.*?)`", cell)]
    blocks = [tomllib.loads(block)["conditions"].values() for block in TOML.findall(PAGE)]
    stated = [one["rules"] for block in blocks for one in block if "rules" in one]

    assert 9 == len(predicates)
    for predicate in predicates:
        rules = [f"{predicate} -> all"]
        read_routes(rules if predicate == "otherwise" else [*rules, "otherwise -> all"])
    assert 2 == len(stated)
    for rules in stated:
        read_routes(rules)
