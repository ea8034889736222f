"""The demo is small and honest: nobody reviewed its questions, and it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import Corpus, Gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.importing.reader_checks import read_corpus, read_gold
from benchbook.core.matching.relevance import Judging
from benchbook.core.plugging.loading import load_registry
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.readers.jsonl import JsonLinesReader
from benchbook.testing import corpus_of
from collections_made import new_store, silent
from house import ROOT

DEMO = ROOT / "gold" / "demo"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Give the demo's documents."""
    return corpus_of(read_corpus(JsonLinesReader(), DEMO / "corpus.jsonl", "jsonl"))


@pytest.fixture(scope="module")
def gold() -> Gold:
    """Give the demo's questions."""
    return read_gold(JsonLinesReader(), DEMO / "questions.jsonl", "jsonl")


def test_the_questions_are_not_made_for_a_lane(corpus: Corpus, gold: Gold) -> None:
    """Words alone do not find everything: a lane that matches words misses some answers."""
    judging = Judging(name="demo", digest="", relevance="either", match="fold", unit="document")
    grades = judging.judge(gold, corpus).criteria.qrels.grades
    lane = Bm25Lane(corpus)
    first = [
        grades[topic].get(rows[0][0], 0) if rows else 0
        for topic, rows in lane.retrieve(gold.topics, 1)
    ]

    assert 0 < first.count(1) < len(first)


def test_the_page_beside_says_what_it_is() -> None:
    """Made up, not reviewed, and under which terms."""
    page = (DEMO / "README.md").read_text("utf-8")

    assert all(word in page for word in ("not a source of facts", "`drafted`", "CC0"))


def test_the_demo_is_ingested_as_a_person_would(tmp_path: Path) -> None:
    """The shipped file is what the reader of JSON lines takes."""
    with new_store(tmp_path) as store:
        done = ingest(store, load_registry(()), DEMO / "corpus.jsonl", "demo", progress=silent)

    assert (94, 94) == (done.event.units, done.event.documents)
