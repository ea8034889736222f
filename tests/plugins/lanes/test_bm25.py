"""BM25 is the published formula, and ranks real collections as well as others do."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
import pytrec_eval

from benchbook import Corpus, Rankings, Tokenizer, Topics, Unit, UsageError
from benchbook.core.ranking.ties import hash_ids, splitmix64
from benchbook.plugins.lanes.bm25 import DECIMALS, Bm25Lane
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import corpus_of, toy_corpus, toy_topics


def documents(**texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in texts.items())


def found(corpus: Corpus, text: str, depth: int = 10) -> dict[str, float]:
    """Give the scores for one text, best first."""
    ((_, rows),) = Bm25Lane(corpus).retrieve(Topics(("t",), (text,)), depth)
    return dict(rows)


def by_the_formula(corpus: Corpus, text: str, k1: float, b: float) -> dict[str, float]:
    """Give the scores as the docstring of the lane defines them."""
    terms = Tokenizer()
    counts = [Counter(terms(f"{unit.title}\n{unit.text}")) for unit in corpus]
    average = sum(map(Counter.total, counts)) / len(counts)
    scores: dict[str, float] = {}
    for term in terms(text):
        holding = sum(term in count for count in counts)
        weight = math.log(1 + (len(counts) - holding + 0.5) / (holding + 0.5))
        for unit, count in zip(corpus, counts, strict=True):
            if term in count:
                norm = k1 * (1 - b + b * count.total() / average)
                scores.setdefault(unit.unit_id, 0.0)
                scores[unit.unit_id] += weight * count[term] / (count[term] + norm)
    return scores


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.9, 0.4), (0, 0), (3, 1)])
def test_scores_are_those_of_the_formula(k1: float, b: float) -> None:
    """Every unit with a term is scored as published, and no other unit is ranked."""
    corpus, topics = toy_corpus(), toy_topics()
    made = dict(Bm25Lane(corpus, k1=k1, b=b).retrieve(topics, len(corpus)))

    for topic in topics:
        expected = by_the_formula(corpus, topic.text, k1, b)
        assert expected == pytest.approx(dict(made[topic.id]), abs=10**-DECIMALS)


def test_titles_count() -> None:
    """A word of the title is found."""
    corpus = corpus_of([Unit(unit_id="a", doc_id="a", title="Heron", text="")])

    assert ["a"] == list(found(corpus, "herons"))


def test_a_word_that_is_asked_twice_counts_twice() -> None:
    """The topic's own repetitions are its weights."""
    corpus = documents(a="river", b="delta")

    assert found(corpus, "river river")["a"] == pytest.approx(2 * found(corpus, "river")["a"])


def test_equal_scores_go_by_the_neutral_key_at_the_cut_too() -> None:
    """Which of many equal units are kept hangs on no order of the corpus."""
    ids = [f"d{number}" for number in range(50)]
    topic = hash_ids(["t"])
    neutral = sorted(ids, key=lambda id_: int(splitmix64(topic ^ hash_ids([id_]))[0]))

    assert neutral[:7] == list(found(documents(**dict.fromkeys(ids, "river")), "river", depth=7))


@pytest.mark.parametrize("text", ["", "the of", "zebra"])
def test_a_topic_without_a_known_word_has_an_empty_ranking(text: str) -> None:
    """No unit is made up."""
    assert {} == found(documents(a="river"), text)


def test_a_corpus_without_words_has_empty_rankings() -> None:
    """Empty texts are no error."""
    assert {} == found(documents(a="", b="the"), "river")


@pytest.mark.parametrize("values", [{"k1": -1}, {"k1": math.inf}, {"b": 1.1}, {"b": math.nan}])
def test_a_parameter_out_of_range_is_refused(values: dict[str, float]) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match="expected 0"):
        Bm25Lane(documents(a="river"), **values)  # type: ignore[arg-type]  # drawn


def collection(folder: Path) -> tuple[Corpus, Topics, dict[str, dict[str, int]]]:
    """Read a collection: its corpus, its judged topics, its grades."""
    reader = BeirReader()
    gold = reader.gold(folder)
    grades = {topic: dict(row) for topic, row in gold.qrels.grades.items()}
    return corpus_of(unit for _, unit in reader.corpus(folder)), gold.topics, grades


def means(rankings: Rankings, grades: dict[str, dict[str, int]], *names: str) -> list[float]:
    """Give the reference program's means over all judged topics."""
    run = {
        topic: {unit: 1 / rank for rank, (unit, _) in enumerate(rows, 1)}
        for topic, rows in rankings
    }
    values = pytrec_eval.RelevanceEvaluator(grades, set(names)).evaluate(run)
    return [sum(one[name] for one in values.values()) / len(grades) for name in names]


@pytest.mark.slow
def test_scifact_is_ranked_as_well_as_published(shared_data: Path) -> None:
    """At 100 documents nDCG@10 is 0.67 or more and R@100 0.90 or more."""
    corpus, topics, grades = collection(shared_data / "scifact")
    rankings = Bm25Lane(corpus).retrieve(topics, 100)

    ndcg, recall = means(rankings, grades, "ndcg_cut_10", "recall_100")

    assert (0.6791, 0.9127) == (round(ndcg, 4), round(recall, 4))


@pytest.mark.slow
def test_cranfield_is_ranked_as_well_as_published(shared_data: Path) -> None:
    """At 1,000 documents AP is 0.28 or more."""
    corpus, topics, grades = collection(shared_data / "cranfield")

    assert [0.3062] == [
        round(value, 4) for value in means(Bm25Lane(corpus).retrieve(topics, 1000), grades, "map")
    ]


@pytest.mark.slow
def test_the_values_measured_elsewhere_come_out(shared_data: Path) -> None:
    """With k1 0.9 and b 0.4, CISI has the AP that bm25s with its own tokenizer was measured at."""
    corpus, topics, grades = collection(shared_data / "cisi")
    lane = Bm25Lane(corpus, k1=0.9, b=0.4)

    (ap,) = means(lane.retrieve(topics, 1000), grades, "map")

    assert 0.2067 == pytest.approx(ap, abs=0.002)
