"""A run that is killed at any moment goes on, and ends as an unbroken one."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

import toy_engine
from book import EXPERIMENT, write_collection
from killing import Benchbook, finish, masked, runs_to_the_end

BUILT_IN = EXPERIMENT.replace('"forward"', '"bm25"\nk1 = 0.5').replace(
    '"backward"', '"bm25"\nstemmer = "none"'
)


DECLARED = """\
[experiment]
name = "small"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "R@10", "RR@10"]
[lanes.engine]
plugin = "command"
command = COMMAND
revision = "1"
[lanes.theirs]
plugin = "run-file"
path = "their.run"
[conditions.all]
fuser = "rrf"
[conditions.theirs]
fuser = "single"
lanes = ["theirs"]
"""


def prepare(benchbook: Benchbook, folder: Path) -> None:
    """A workspace with a corpus, a gold set and an experiment."""
    write_collection(folder / "small")
    (folder / "exp.toml").write_text(BUILT_IN)
    benchbook("init", folder=folder)
    benchbook("ingest", "small", "--corpus", "small", "--reader", "beir", folder=folder)
    benchbook("gold", "import", "small", "--gold", "small", "--reader", "beir", folder=folder)


@pytest.mark.slow
def test_killed_after_any_write_a_resumed_run_ends_in_the_same_events(
    benchbook: Benchbook, tmp_path: Path
) -> None:
    """SIGKILL after a write, for a spread of them, then --resume: the same events, ids aside."""
    prepared, whole = tmp_path / "prepared", tmp_path / "whole"
    prepared.mkdir()
    prepare(benchbook, prepared)
    shutil.copytree(prepared, whole)
    benchbook("eval", "retrieval", "exp.toml", folder=whole)
    expected = masked(whole / "benchbook.ledger")
    begun = 0
    for writes in range(2, 60, 4):
        folder = tmp_path / f"killed-{writes}"
        shutil.copytree(prepared, folder)
        if runs_to_the_end(folder, writes):
            break
        begun += finish(benchbook, folder)

        assert expected == masked(folder / "benchbook.ledger"), f"killed after {writes} writes"
        benchbook("ledger", "verify", folder=folder)
        assert "identical" in benchbook("replay", "latest", folder=folder).stdout
    assert begun > 3, "hardly any kill hit a run that had begun: the sweep proved nothing"


@pytest.mark.slow
def test_killed_on_a_declared_corpus_it_ends_in_the_same_events_too(
    benchbook: Benchbook, tmp_path: Path
) -> None:
    """A program as a lane, its texts with the rankings, and a TREC run beside it."""
    prepared, whole = tmp_path / "prepared", tmp_path / "whole"
    prepared.mkdir()
    prepare_declared(benchbook, prepared)
    shutil.copytree(prepared, whole)
    benchbook("eval", "retrieval", "exp.toml", folder=whole)
    expected = masked(whole / "benchbook.ledger")
    assert any(event["data"].get("texts") for event in expected)
    begun = 0
    for writes in (5, 8, 11, 14, 17):
        folder = tmp_path / f"killed-{writes}"
        shutil.copytree(prepared, folder)
        assert not runs_to_the_end(folder, writes)
        begun += finish(benchbook, folder)

        assert expected == masked(folder / "benchbook.ledger"), f"killed after {writes} writes"
        benchbook("ledger", "verify", folder=folder)
        assert "identical" in benchbook("replay", "latest", folder=folder).stdout
    assert begun > 3, "hardly any kill hit a run that had begun"


def prepare_declared(benchbook: Benchbook, folder: Path) -> None:
    """A workspace with a declared corpus, a gold set, and an experiment of two lanes."""
    write_collection(folder / "small")
    lines = (folder / "small" / "corpus.jsonl").read_text().splitlines()
    rows = [{**json.loads(line), "unit": json.loads(line)["_id"]} for line in lines]
    (folder / "units.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (folder / "their.run").write_text(
        "".join(f"q{n:03} Q0 d{n % 60:03} 1 1.0 them\n" for n in range(150))
    )
    command = [sys.executable, "-I", "-S", toy_engine.__file__, "units.jsonl"]
    (folder / "exp.toml").write_text(DECLARED.replace("COMMAND", json.dumps(command)))
    benchbook("init", folder=folder)
    said = ("--engine", "toy", "--version", "1", "--documents", "60")
    benchbook("corpus", "declare", "small", *said, folder=folder)
    benchbook("gold", "import", "small", "--gold", "small", "--reader", "beir", folder=folder)
