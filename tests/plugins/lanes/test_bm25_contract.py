"""The lane bm25 keeps the contract of lanes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.lanes.bm25 import benchbook_plugins
from benchbook.testing import LaneContract


class TestBm25(LaneContract):
    """With the parameters it has by default."""

    plugin = benchbook_plugins()[0]


class TestBm25Plain(LaneContract):
    """With neither stop words nor stems, and other constants."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "k1": 0,
        "b": 1,
        "stop_words": "none",
        "stemmer": "none",
    }
