"""The lane fts5 scores as SQLite documents it, and a topic is never a query of it."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter

import pytest

from benchbook import Corpus, Inapplicable, Rankings, Tokenizer, Topics, Unit, UsageError
from benchbook.core.ranking.ties import hash_ids, splitmix64
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.lanes.fts5 import DECIMALS, Fts5Lane
from benchbook.testing import corpus_of, toy_corpus, toy_topics

K1, B = 1.2, 0.75


def documents(**texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in texts.items())


def rows(made: Rankings) -> dict[str, float]:
    """Give the scores of a ranking of one topic, best first."""
    ((_, ranked),) = made
    return dict(ranked)


def found(corpus: Corpus, text: str, depth: int = 10) -> dict[str, float]:
    """Give the scores for one text, best first."""
    return rows(Fts5Lane(corpus).retrieve(Topics(("t",), (text,)), depth))


def found_by_sqlite(corpus: Corpus, text: str) -> dict[str, float]:
    """Give the scores for one text by SQLite's own words."""
    lane = Fts5Lane(corpus, tokenizer="unicode61", stop_words="none", stemmer="none")
    return rows(lane.retrieve(Topics(("t",), (text,)), 10))


def by_the_formula(corpus: Corpus, text: str, title_weight: float) -> dict[str, float]:
    """Give the scores as the docstring of the lane defines them."""
    terms = Tokenizer()
    titles = [Counter(terms(unit.title)) for unit in corpus]
    texts = [Counter(terms(unit.text)) for unit in corpus]
    lengths = [title.total() + text.total() for title, text in zip(titles, texts, strict=True)]
    average = sum(lengths) / len(lengths)
    scores: Counter[str] = Counter()
    for term in terms(text):
        holding = sum(term in one or term in two for one, two in zip(titles, texts, strict=True))
        weight = math.log((len(lengths) - holding + 0.5) / (holding + 0.5)) if holding else 0
        for at, unit in enumerate(corpus):
            times = titles[at][term] * title_weight + texts[at][term]
            norm = K1 * (1 - B + B * lengths[at] / average)
            scores[unit.unit_id] += max(weight, 1e-6) * times * (K1 + 1) / (times + norm)  # type: ignore[assignment]  # a counter of doubles
    return {unit: score for unit, score in scores.items() if score}


@pytest.mark.parametrize("title_weight", [1.0, 2.5, 0.0])
def test_scores_are_those_of_the_formula(title_weight: float) -> None:
    """Every unit with a term is scored as documented, and no other unit is ranked."""
    corpus, topics = toy_corpus(), toy_topics()
    made = dict(Fts5Lane(corpus, title_weight=title_weight).retrieve(topics, len(corpus)))

    for topic in topics:
        expected = by_the_formula(corpus, topic.text, title_weight)
        assert expected == pytest.approx(dict(made[topic.id]), abs=10**-DECIMALS)


def test_it_finds_what_bm25_finds() -> None:
    """The words are those of bm25: the same units are found, whatever their order."""
    corpus, topics = toy_corpus(), toy_topics()
    ours = Fts5Lane(corpus).retrieve(topics, len(corpus))
    other = Bm25Lane(corpus).retrieve(topics, len(corpus))

    assert {id_: set(dict(row)) for id_, row in other} == {id_: set(dict(row)) for id_, row in ours}


def test_a_word_of_most_units_still_ranks() -> None:
    """A term that all units have weighs little and is not lost: more of it stands first."""
    assert ["b", "a"] == list(found(documents(a="river moss", b="river river moss"), "river"))


@pytest.mark.parametrize(
    "text", ["otter NOT otter", "otter*", "text:otter", "NEAR(otter, 2)", '"otter', "otter -"]
)
def test_a_topic_is_words_and_no_query(text: str) -> None:
    """Operators, columns, prefixes and quotes mean nothing, in either tokenizer."""
    corpus = documents(a="an otter", b="otterhound", c="zebra")

    assert ["a"] == list(found(corpus, text))
    assert ["a"] == list(found_by_sqlite(corpus, text))


def test_words_of_sqlite_are_short_plain_and_without_accents() -> None:
    """With unicode61 a letter is a word, accents do not count, and nothing is stemmed."""
    corpus = documents(a="vitamin é 5", b="river", c="rivers of x", d="moss", e="moss", f="moss")

    assert ["a"] == list(found_by_sqlite(corpus, "E"))
    assert ["c"] == list(found_by_sqlite(corpus, "rivers"))


def test_words_asked_twice_count_twice_in_either_tokenizer() -> None:
    """The topic's own repetitions are its weights."""
    corpus = documents(a="river", b="delta", c="moss")

    for search in (found, found_by_sqlite):
        once = search(corpus, "river")["a"]
        assert 3 * once == pytest.approx(search(corpus, "river delta River river")["a"])


def test_a_topic_of_many_parts_is_the_sum_of_its_words() -> None:
    """A topic of more words than are asked at once has the scores of its words, added."""
    words = [f"word{number}" for number in range(200)]
    corpus = documents(a=" ".join(words), b=" ".join(words[:150]), c="moss", d="moss", e="moss")
    alone = [found(corpus, word) for word in words]

    for unit in ("a", "b"):
        expected = sum(scores.get(unit, 0) for scores in alone)
        assert expected == pytest.approx(found(corpus, " ".join(words))[unit])


def test_equal_scores_go_by_the_neutral_key_at_the_cut_too() -> None:
    """Which of many equal units are kept hangs on no row number."""
    ids = [f"d{number}" for number in range(50)]
    topic = hash_ids(["t"])
    neutral = sorted(ids, key=lambda id_: int(splitmix64(topic ^ hash_ids([id_]))[0]))

    assert neutral[:7] == list(found(documents(**dict.fromkeys(ids, "river")), "river", depth=7))


def test_without_fts5_it_is_skipped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SQLite without FTS5 is named, and so is what to do."""

    class Without(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            if "fts5" in sql:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(sql, *values)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr(sqlite3, "connect", Without)

    with pytest.raises(Inapplicable, match=r"no FTS5 \(no such module: fts5\); use a Python"):
        Fts5Lane(documents(a="river"))


@pytest.mark.parametrize("weight", [-1.0, math.inf, math.nan])
def test_a_weight_out_of_range_is_refused(weight: float) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match=r"title_weight = .*; expected 0 or more"):
        Fts5Lane(documents(a="river"), title_weight=weight)


def test_stems_are_refused_with_words_of_sqlite() -> None:
    """What is recorded of a run is what was done: unicode61 has no stems to record."""
    with pytest.raises(UsageError, match="say stop_words = 'none', stemmer = 'none', cjk = 'runs'"):
        Fts5Lane(documents(a="river"), tokenizer="unicode61")
