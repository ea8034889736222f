"""Dense search is exact, or says what its graph misses; what it finds in real collections."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from benchbook import Corpus, Embedder, Inapplicable, Rankings, Topics, Unit, UsageError
from benchbook.plugins.embedders.hash import HashEmbedder
from benchbook.plugins.embedders.lsa import LsaEmbedder
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.lanes.dense import DenseLane
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import ToyEmbedder, corpus_of, toy_corpus, toy_topics

needs_hnswlib = pytest.mark.skipif(
    find_spec("hnswlib") is None, reason="the extra hnsw is not installed"
)


def documents(**texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in texts.items())


def found(lane: DenseLane, text: str, depth: int = 10) -> dict[str, float]:
    """Give the scores for one text, best first."""
    ((_, rows),) = lane.retrieve(Topics(("t",), (text,)), depth)
    return dict(rows)


def test_scores_are_cosines_of_title_and_text() -> None:
    """Every unit is ranked by the cosine of its vector with the topic's."""
    corpus, embedder = toy_corpus(), ToyEmbedder()
    units = embedder.embed([f"{unit.title}\n{unit.text}" for unit in corpus]).astype(np.float64)
    asked = embedder.embed(["otter river"]).astype(np.float64)[0]
    made = found(DenseLane(corpus, embedder=embedder), "otter river", len(corpus))

    expected = dict(zip(corpus.unit_ids, (units @ asked).tolist(), strict=True))
    assert expected == pytest.approx(made, abs=2e-7)
    assert sorted(made.values(), reverse=True) == list(made.values())


def test_titles_count() -> None:
    """A word of the title is found."""
    corpus = corpus_of([Unit(unit_id="a", doc_id="a", title="Otter", text="")])

    assert {"a": 1.0} == found(DenseLane(corpus, embedder=ToyEmbedder()), "otter")


def test_units_and_topics_without_a_vector_are_not_ranked() -> None:
    """An empty text has no place with this embedder: no rank is made up for it."""
    lane = DenseLane(documents(a="otter", b="", c="moss"), embedder=ToyEmbedder())

    assert {"a", "c"} == set(found(lane, "otter"))
    assert {} == found(lane, "")


def test_notes_name_embedder_and_vectors() -> None:
    """Id, revision, dimension and the digest of the vectors."""
    (note,) = DenseLane(documents(a="otter"), embedder=ToyEmbedder()).notes
    (other,) = DenseLane(documents(a="moss"), embedder=ToyEmbedder()).notes

    assert note.startswith("vectors by toy, revision 1, 26 dimensions; sha256 of those of 1 unit ")
    assert note != other


@needs_hnswlib
def test_the_graph_finds_what_exact_search_does_and_says_so() -> None:
    """Where the graph proposes every unit it misses none, and the note counts that."""
    corpus, topics = toy_corpus(), toy_topics()
    exact = DenseLane(corpus, embedder=HashEmbedder())
    graph = DenseLane(corpus, embedder=HashEmbedder(), index="hnsw")

    assert list(exact.retrieve(topics, 10)) == list(graph.retrieve(topics, 10))
    assert "found 440 of the 440 units of exact search at depth 10, with 44 units" in graph.notes[1]


@needs_hnswlib
def test_the_graph_says_what_it_misses() -> None:
    """A graph of few links that looks at few units loses some; the loss is counted, not hidden."""
    drawn = np.random.default_rng(2)
    words = [f"word{number}" for number in range(400)]
    texts = {f"d{at:04}": " ".join(drawn.choice(words, 12)) for at in range(1500)}
    poor = DenseLane(
        documents(**texts), embedder=HashEmbedder(), index="hnsw", m=4, ef_construction=10, ef=10
    )
    poor.retrieve(Topics(("t",), ("word1 word2",)), 10)
    both, of_all = poor.notes[1].split("found ")[1].split(" units")[0].split(" of the ")

    assert "1,000" == of_all
    assert 0 < int(both.replace(",", "")) < 1000


@needs_hnswlib
def test_many_equal_units_do_not_break_the_graph() -> None:
    """Equal vectors stand in it once, and all units that have them are ranked."""
    texts = dict.fromkeys((f"d{number:04}" for number in range(600)), "otter")
    lane = DenseLane(documents(**texts, odd="moss"), embedder=ToyEmbedder(), index="hnsw")

    assert 601 == len(found(lane, "otter moss", 1000))


@needs_hnswlib
def test_a_graph_that_does_not_reach_enough_units_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message says what to raise."""
    lane = DenseLane(toy_corpus(), embedder=ToyEmbedder(), index="hnsw")

    class Torn:
        def set_ef(self, ef: int) -> None: ...

        def knn_query(self, *_: object, **__: object) -> None:
            message = "Cannot return the results in a contiguous 2D array"
            raise RuntimeError(message)

    monkeypatch.setattr(lane._graph, "_graph", Torn())  # noqa: SLF001 - no corpus tears it for sure

    with pytest.raises(UsageError, match="the graph does not reach"):
        found(lane, "otter")


def test_a_missing_library_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any text is embedded; exact search needs nothing."""
    monkeypatch.setitem(sys.modules, "hnswlib", None)
    corpus = documents(a="otter")

    with pytest.raises(UsageError, match=r"pip install 'benchbook\[hnsw\]'"):
        DenseLane(corpus, embedder=ToyEmbedder(), index="hnsw")
    assert {"a": 1.0} == found(DenseLane(corpus, embedder=ToyEmbedder()), "otter")


@pytest.mark.parametrize("values", [{"m": 1}, {"m": 101}, {"ef": 0}, {"ef_construction": 0}])
def test_a_parameter_out_of_range_is_refused(values: dict[str, int]) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match="expected"):
        DenseLane(documents(a="otter"), embedder=ToyEmbedder(), **values)  # type: ignore[arg-type]  # drawn


def test_a_corpus_that_cannot_be_fitted_is_skipped() -> None:
    """The embedder's reason is the lane's."""
    with pytest.raises(Inapplicable, match="no unit of the corpus has a word"):
        LsaEmbedder(corpus=documents(a=""))


def recall(rankings: Rankings, relevant: Mapping[str, set[str]]) -> float:
    """Give the mean share of relevant documents in the rankings, over topics that have some."""
    shares = [
        len(units & {*rankings.units(topic)}) / len(units) for topic, units in relevant.items()
    ]
    return sum(shares) / len(shares)


def alone(rankings: Rankings, other: Rankings, relevant: Mapping[str, set[str]]) -> int:
    """Count the relevant documents in one set of rankings that another lacks."""
    return sum(
        len(units & ({*rankings.units(topic)} - {*other.units(topic)}))
        for topic, units in relevant.items()
    )


# R@100, and relevant documents in the top 100 that bm25's top 100 lacks, of all relevant ones.
MEASURED = {
    ("cranfield", "hash"): (0.5119, 80, 1612),
    ("cranfield", "lsa"): (0.8141, 182, 1612),
    ("scifact", "hash"): (0.6752, 4, 339),
    ("scifact", "lsa"): (0.9133, 12, 339),
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "embedder"), list(MEASURED))
def test_what_it_finds_in_real_collections(shared_data: Path, name: str, embedder: str) -> None:
    """The recall that the documentation states, and what bm25 does not find."""
    reader = BeirReader()
    gold = reader.gold(shared_data / name)
    corpus = corpus_of(unit for _, unit in reader.corpus(shared_data / name))
    relevant = {
        topic: units
        for topic, row in gold.qrels.grades.items()
        if (units := {unit for unit, grade in row.items() if grade > 0})
    }
    made: Embedder = HashEmbedder() if embedder == "hash" else LsaEmbedder(corpus=corpus)
    rankings = DenseLane(corpus, embedder=made).retrieve(gold.topics, 100)
    lexical = Bm25Lane(corpus).retrieve(gold.topics, 100)

    assert MEASURED[name, embedder] == (
        round(recall(rankings, relevant), 4),
        alone(rankings, lexical, relevant),
        sum(map(len, relevant.values())),
    )
