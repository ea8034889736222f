"""The lane whoosh keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.lanes.whoosh import benchbook_plugins
from survival import LaneSurvival


class TestWhoosh(LaneSurvival):
    """With the parameters it has by default."""

    plugin = benchbook_plugins()[0]


class TestWhooshPlain(LaneSurvival):
    """With neither stop words nor stems, and other constants."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "k1": 0,
        "b": 1,
        "stop_words": "none",
        "stemmer": "none",
    }
