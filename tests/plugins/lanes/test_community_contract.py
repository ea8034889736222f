"""The lane community keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.lanes.community import benchbook_plugins
from survival import LaneSurvival

IDS = "units are visited in the order of their ids, and equal likeness goes by it"


class TestCommunity(LaneSurvival):
    """With the parameters it has by default."""

    plugin = benchbook_plugins()[0]
    finds_words = False  # a word of one unit is no entity
    ids_matter = IDS


class TestSmallCommunities(LaneSurvival):
    """With small communities, few of them, and their summaries alone."""

    plugin = benchbook_plugins()[0]
    finds_words = False
    ids_matter = IDS
    params: ClassVar[Mapping[str, object]] = {
        "communities": 2,
        "neighbours": 3,
        "largest": 4,
        "resolution": 2,
        "summary_share": 1,
    }
