"""The lane fts5 keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.lanes.fts5 import benchbook_plugins
from survival import LaneSurvival


class TestFts5(LaneSurvival):
    """With the parameters it has by default."""

    plugin = benchbook_plugins()[0]


class TestFts5WithWordsOfSqlite(LaneSurvival):
    """With SQLite's own words, and titles that count twice."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "tokenizer": "unicode61",
        "title_weight": 2.0,
        "stop_words": "none",
        "stemmer": "none",
    }
