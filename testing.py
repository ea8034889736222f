"""Tests that a plugin author runs: one contract per kind, and small values to try a plugin on.

Subclass a contract in a test file, name the plugin's record, and pytest finds the rules:

    from benchbook.testing import LaneContract
    from my_lanes import benchbook_plugins

    class TestMyLane(LaneContract):
        plugin = benchbook_plugins()[0]

A rule that fails raises `PluginFault`, which says the rule, what was found and what was expected.
Benchbook's own plugins are tested by the same contracts, and a run checks the same rules.
"""

from __future__ import annotations

from .core.plugging.contracts import PluginFault
from .core.testing.embedder import EmbedderContract
from .core.testing.fakes import (
    corpus_of,
    toy_corpus,
    toy_evidence,
    toy_judged,
    toy_lanes,
    toy_qrels,
    toy_rankings,
    toy_topics,
)
from .core.testing.fuser import FuserContract
from .core.testing.gates import assert_gate
from .core.testing.lane import LaneContract
from .core.testing.metric import MetricContract
from .core.testing.reader import ReaderContract
from .core.testing.reporter import ReporterContract
from .core.testing.reranker import RerankerContract
from .core.testing.toy_embedder import ToyEmbedder, toy_expansions
from .core.testing.toy_page import toy_page
from .core.testing.toy_report import HOSTILE, toy_report

__all__ = [
    "HOSTILE",
    "EmbedderContract",
    "FuserContract",
    "LaneContract",
    "MetricContract",
    "PluginFault",
    "ReaderContract",
    "ReporterContract",
    "RerankerContract",
    "ToyEmbedder",
    "assert_gate",
    "corpus_of",
    "toy_corpus",
    "toy_evidence",
    "toy_expansions",
    "toy_judged",
    "toy_lanes",
    "toy_page",
    "toy_qrels",
    "toy_rankings",
    "toy_report",
    "toy_topics",
]
