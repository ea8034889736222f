"""A run that is killed at any moment goes on, and ends as an unbroken one."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import book
from book import EXPERIMENT, write_collection

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

# Ids, times and roots differ between two runs, and what is derived from them.
MASKED = (
    "id",
    "ts",
    "log",
    "prev",
    "env",
    "cause",
    "basis",
    "run",
    "report",
    "content",
    "rendering",
)
BUILT_IN = EXPERIMENT.replace('"forward"', '"bm25"\nk1 = 0.5').replace(
    '"backward"', '"bm25"\nstemmer = "none"'
)


def prepare(benchbook: Benchbook, folder: Path) -> None:
    """A workspace with a corpus, a gold set and an experiment."""
    write_collection(folder / "small")
    (folder / "exp.toml").write_text(BUILT_IN)
    benchbook("init", folder=folder)
    benchbook("ingest", "small", "--corpus", "small", "--reader", "beir", folder=folder)
    benchbook("gold", "import", "small", "--gold", "small", "--reader", "beir", folder=folder)


def masked(path: Path) -> list[dict[str, Any]]:
    """The events of a ledger without what may differ."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT body FROM event ORDER BY seq").fetchall()
    connection.close()
    return [_without(json.loads(body)) for (body,) in rows]


def _without(value: Any) -> Any:  # noqa: ANN401 - JSON holds anything
    """A value with every masked key and every run and report stream taken out."""
    if isinstance(value, dict):
        kept = {key: _without(inner) for key, inner in value.items() if key not in MASKED}
        if str(kept.get("stream", "")).startswith(("run/", "report/")):
            kept["stream"] = kept["stream"].partition("/")[0]
        if value.get("type", "").startswith("report-"):
            kept.pop("objects", None)
        return kept
    return [_without(inner) for inner in value] if isinstance(value, list) else value


CHILD = """
import os, signal, sys
from pathlib import Path
from book import built_in, quiet_progress
from benchbook.core.commands.retrieve import RunOptions, run_retrieval
from benchbook.core.event_store import EventStore
from benchbook.core.running.experiment import read_experiment

left = int(sys.argv[1])


def counted(name):
    original = getattr(EventStore, name)

    def call(*arguments, **keywords):
        global left
        answer = original(*arguments, **keywords)
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    setattr(EventStore, name, call)


for name in ("put", "put_all", "append"):
    counted(name)
with EventStore.open(Path("benchbook.ledger")) as store:
    run_retrieval(
        store,
        read_experiment(Path("exp.toml")),
        built_in(),
        entropy=os.urandom,
        progress=quiet_progress,
        options=RunOptions(group_seconds=0.0),
    )
"""


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
        if _runs_to_the_end(folder, writes):
            break
        begun += _finish(benchbook, folder)

        assert expected == masked(folder / "benchbook.ledger"), f"killed after {writes} writes"
        benchbook("ledger", "verify", folder=folder)
        assert "identical" in benchbook("replay", "latest", folder=folder).stdout
    assert begun > 3, "hardly any kill hit a run that had begun: the sweep proved nothing"


def _runs_to_the_end(folder: Path, writes: int) -> bool:
    """Run in a process that kills itself after so many writes; whether it ended before."""
    support = Path(book.__file__).parent
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, str(writes)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(support)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    return ended.returncode == 0


def _finish(benchbook: Benchbook, folder: Path) -> bool:
    """Bring the run to its end; says whether it had been declared and was not finished."""
    runs = json.loads(benchbook("run", "list", "--json", folder=folder).stdout)
    if not runs:
        benchbook("eval", "retrieval", "exp.toml", folder=folder)
        return False
    if runs[0]["state"] == "completed" and runs[0]["reports"]:
        # Killed after the report was built: only its rendering may be missing.
        benchbook("report", "render", "latest", "--format", "table", folder=folder)
        return False
    benchbook("eval", "retrieval", "exp.toml", "--resume", folder=folder)
    return True
