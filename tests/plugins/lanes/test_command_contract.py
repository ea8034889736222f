"""The lane command keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import ClassVar

import toy_engine
from benchbook.plugins.lanes.command import benchbook_plugins
from survival import LaneSurvival


class TestCommand(LaneSurvival):
    """A search program in the standard library, which is handed the corpus."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "command": [sys.executable, "-I", "-S", toy_engine.__file__, "{corpus}"],
        "corpus_file": True,
    }
