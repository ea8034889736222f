"""The lane hyde keeps the contract of lanes, and survives what lanes must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook import Expansions
from benchbook.plugins.embedders import hash as hash_module
from benchbook.plugins.lanes.hyde import benchbook_plugins
from benchbook.testing import toy_expansions
from survival import TOPICS, LaneSurvival

PASSAGES = Expansions(
    {
        **toy_expansions().passages,
        **{topic.id: (topic.text, f"{topic.text} again") for topic in TOPICS if topic.text},
    },
    ("hand",),
)


class TestHyde(LaneSurvival):
    """With passages for most topics."""

    plugin = benchbook_plugins()[0]
    embedder = hash_module.benchbook_plugins()[0]
    passed: ClassVar[Mapping[str, object]] = {"expansions": PASSAGES}


class TestHydeWithTopic(LaneSurvival):
    """With the topic's own vector in the mean, and an embedder that gives zeros."""

    plugin = benchbook_plugins()[0]
    passed: ClassVar[Mapping[str, object]] = {"expansions": PASSAGES}
    params: ClassVar[Mapping[str, object]] = {"with_topic": True}
    finds_words = False
