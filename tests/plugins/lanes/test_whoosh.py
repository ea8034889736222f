"""The lane whoosh scores as Whoosh does, whatever a topic says and wherever it is imported."""

from __future__ import annotations

import math
import multiprocessing
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchbook import Corpus, Tokenizer, Topics, Unit, UsageError
from benchbook.core.ranking.ties import hash_ids, splitmix64
from benchbook.plugins.lanes.whoosh import WhooshLane
from benchbook.testing import corpus_of, toy_corpus, toy_topics

DECIMALS = 9
IMPORT_IT = """
from benchbook.plugins.lanes.whoosh import WhooshLane
from benchbook.testing import toy_corpus, toy_topics

print(len(WhooshLane(toy_corpus()).retrieve(toy_topics(), 10).codes))
"""


def documents(**texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in texts.items())


def found(corpus: Corpus, text: str, depth: int = 10) -> dict[str, float]:
    """Give the scores for one text, best first."""
    ((_, rows),) = WhooshLane(corpus).retrieve(Topics(("t",), (text,)), depth)
    return dict(rows)


def by_the_formula(corpus: Corpus, text: str, k1: float, b: float) -> dict[str, float]:
    """Give the scores as the docstring of the lane defines them, for units of few terms."""
    terms = Tokenizer()
    counts = [Counter(terms(f"{unit.title}\n{unit.text}")) for unit in corpus]
    average = sum(map(Counter.total, counts)) / len(counts)
    scores: dict[str, float] = {}
    for term in terms(text):
        holding = sum(term in count for count in counts)
        weight = math.log(len(counts) / (holding + 1)) + 1
        for unit, count in zip(corpus, counts, strict=True):
            if term in count:
                norm = k1 * (1 - b + b * count.total() / average)
                scores.setdefault(unit.unit_id, 0.0)
                scores[unit.unit_id] += weight * count[term] * (k1 + 1) / (count[term] + norm)
    return scores


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.9, 0.4), (0, 0), (3, 1)])
def test_scores_are_those_of_the_formula(k1: float, b: float) -> None:
    """Every unit with a term is scored as documented, and no other unit is ranked."""
    short = [unit for unit in toy_corpus() if len(unit.text.split()) < 9]
    corpus, topics = corpus_of(short), toy_topics()
    made = dict(WhooshLane(corpus, k1=k1, b=b).retrieve(topics, len(corpus)))

    for topic in topics:
        expected = by_the_formula(corpus, topic.text, k1, b)
        assert expected == pytest.approx(dict(made[topic.id]), abs=10**-DECIMALS)


def test_lengths_are_kept_in_one_byte() -> None:
    """Texts of 101 and 106 terms have one length, 107 another: no exact BM25."""
    texts = {f"d{length}": "river " + "stone " * (length - 1) for length in (101, 102, 106, 107)}
    scores = found(documents(**texts), "river")

    assert scores["d102"] == scores["d106"]
    assert scores["d101"] > scores["d102"]
    assert scores["d106"] > scores["d107"]


@pytest.mark.parametrize(
    "text", ["otter AND NOT river", "otter*", "text:otter", "[otter TO z]", '"otter', "(otter^9"]
)
def test_a_topic_is_words_and_no_query(text: str) -> None:
    """Operators, fields, ranges and quotes mean nothing; stop words among them are dropped."""
    corpus = documents(a="an otter", b="ottery", c="zebra")

    assert list(found(corpus, "otter")) == list(found(corpus, text))


def test_a_word_that_is_asked_twice_counts_twice() -> None:
    """The topic's own repetitions are its weights."""
    corpus = documents(a="river", b="delta")

    assert found(corpus, "river river")["a"] == pytest.approx(2 * found(corpus, "river")["a"])


def test_equal_scores_go_by_the_neutral_key_at_the_cut_too() -> None:
    """Which of many equal units are kept hangs on no document number."""
    ids = [f"d{number}" for number in range(300)]
    topic = hash_ids(["t"])
    neutral = sorted(ids, key=lambda id_: int(splitmix64(topic ^ hash_ids([id_]))[0]))

    assert neutral[:7] == list(found(documents(**dict.fromkeys(ids, "river")), "river", depth=7))


def test_every_hit_is_scored() -> None:
    """Among 6,000 units, many blocks of postings, no hit is passed over."""
    corpus = documents(**{f"d{n}": "river " * (1 + n % 7) + "moss" for n in range(6_000)})

    assert 6_000 == len(found(corpus, "river moss", depth=6_000))


@pytest.mark.parametrize("text", ["", "the of", "zebra", "a"])
def test_a_topic_without_a_known_word_has_an_empty_ranking(text: str) -> None:
    """No unit is made up."""
    assert {} == found(documents(a="river"), text)


@pytest.mark.parametrize("values", [{"k1": -1}, {"k1": math.inf}, {"b": 1.1}, {"b": math.nan}])
def test_a_parameter_out_of_range_is_refused(values: dict[str, float]) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match=r"whoosh: .* expected 0"):
        WhooshLane(documents(a="river"), **values)  # type: ignore[arg-type]  # drawn


def test_two_at_a_time_do_not_break_each_other() -> None:
    """Indexes that are built at one time in several processes have nothing in common."""
    with multiprocessing.get_context("fork").Pool(2) as pool:
        made = pool.map(built, range(12))

    assert 1 == len(set(made))


def built(_: int) -> str:
    """Build the lane on the toy corpus and give its rankings as text."""
    return repr(list(WhooshLane(toy_corpus()).retrieve(toy_topics(), 10)))


@pytest.mark.slow
def test_warnings_as_errors_do_not_stop_it(tmp_path: Path) -> None:
    """Whoosh's files, compiled anew by an interpreter that makes each warning an error, work."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", IMPORT_IT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (ran.returncode, ran.stderr)
    assert int(ran.stdout) > 0
