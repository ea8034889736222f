"""The lane dense keeps the contract of lanes, and survives what lanes must."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import ClassVar

import pytest

from benchbook.plugins.embedders import hash as hash_module
from benchbook.plugins.embedders import lsa
from benchbook.plugins.lanes.dense import benchbook_plugins
from survival import LaneSurvival


class TestDenseToy(LaneSurvival):
    """With an embedder that knows 25 words and gives zeros to an empty text."""

    plugin = benchbook_plugins()[0]
    finds_words = False


class TestDenseHash(LaneSurvival):
    """With hashed features, in any script."""

    plugin = benchbook_plugins()[0]
    embedder = hash_module.benchbook_plugins()[0]


@pytest.mark.slow
class TestDenseLsa(LaneSurvival):
    """With vectors fitted on each corpus."""

    plugin = benchbook_plugins()[0]
    embedder = lsa.benchbook_plugins()[0]
    finds_words = False  # a text in another script is an axis that may be among those left out


@pytest.mark.skipif(find_spec("hnswlib") is None, reason="the extra hnsw is not installed")
class TestDenseHnsw(LaneSurvival):
    """Through a graph."""

    plugin = benchbook_plugins()[0]
    embedder = hash_module.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"index": "hnsw"}
