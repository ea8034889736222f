"""The lane graph keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.lanes.graph import benchbook_plugins
from survival import LaneSurvival


class TestGraph(LaneSurvival):
    """With the parameters it has by default."""

    plugin = benchbook_plugins()[0]
    finds_words = False  # a word of one unit is no entity


class TestGraphByConfidence(LaneSurvival):
    """With edges weighted by confidence, a long walk and few seeds."""

    plugin = benchbook_plugins()[0]
    finds_words = False
    params: ClassVar[Mapping[str, object]] = {
        "confidence_weighted": True,
        "doubt": 1,
        "damping": 0.9,
        "seeds": 2,
        "neighbours": 3,
    }
