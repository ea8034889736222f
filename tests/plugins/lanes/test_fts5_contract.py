"""The lane fts5 keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook import Topics
from benchbook.plugins.lanes.fts5 import benchbook_plugins
from benchbook.testing import corpus_of, toy_corpus
from survival import LaneSurvival, foreign_units


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


class TestFts5OnPairsOfCharacters(LaneSurvival):
    """With Chinese and Japanese runs taken as pairs of neighbours."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"cjk": "bigrams"}

    def test_finds_a_part_of_a_run(self) -> None:
        """A topic of words within a run of characters finds the text."""
        corpus = corpus_of([*foreign_units(), *toy_corpus()])
        made = self.build(corpus).retrieve(Topics.of([("zh", "沉积物")]), 10)

        assert ("zh",) == made.units("zh")
