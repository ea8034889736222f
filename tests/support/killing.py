"""Runs that are killed at a write and gone on with, and ledgers compared without their ids."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def runs_to_the_end(folder: Path, writes: int) -> bool:
    """Run in a process that kills itself after so many writes; whether it ended before."""
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, str(writes)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    return ended.returncode == 0


def finish(benchbook: Benchbook, folder: Path) -> bool:
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
