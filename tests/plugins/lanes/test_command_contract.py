"""The lane command keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import toy_engine
from benchbook.plugins.lanes.command import benchbook_plugins
from benchbook.testing import LaneContract, toy_corpus
from collections_made import write_lines
from survival import LaneSurvival

FOLDER = TemporaryDirectory()
atexit.register(FOLDER.cleanup)


def written_corpus() -> str:
    """The path of the toy corpus as the lane writes it; each process writes its own."""
    rows = [{"unit": unit.unit_id, "title": unit.title, "text": unit.text} for unit in toy_corpus()]
    return str(write_lines(Path(FOLDER.name, "toy.jsonl"), rows))


class TestCommandOnItsOwn(LaneContract):
    """The same program, which has a corpus of its own."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "command": [sys.executable, "-I", "-S", toy_engine.__file__, written_corpus()]
    }


class TestCommand(LaneSurvival):
    """A search program in the standard library, which is handed the corpus."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "command": [sys.executable, "-I", "-S", toy_engine.__file__, "{corpus}"],
        "corpus_file": True,
    }
