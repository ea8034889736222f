"""The lane run-file keeps the contract of lanes, over a run of the toy corpus."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from benchbook.plugins.lanes.run_file import benchbook_plugins
from benchbook.testing import LaneContract, toy_rankings

FOLDER = TemporaryDirectory()
atexit.register(FOLDER.cleanup)


def written_run() -> str:
    """The path of a TREC run with the toy rankings; each process writes its own."""
    path = Path(FOLDER.name, "toy.run")
    lines = (
        f"{topic} Q0 {unit} 0 {score!r} toy\n"
        for topic, row in toy_rankings()
        for unit, score in row
    )
    path.write_text("".join(lines), "utf-8")
    return str(path)


class TestRunFile(LaneContract):
    """A run whose documents the corpus holds; over another corpus it refuses to be built."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"path": written_run()}


class TestRunFileDropping(LaneContract):
    """The same, leaving out the documents that a corpus does not hold."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"path": written_run(), "unknown": "drop"}
