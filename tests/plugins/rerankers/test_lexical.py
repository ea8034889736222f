"""The lexical reranker: shared words, and how close they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from benchbook import Rankings, Topics, UsageError
from benchbook.plugins.rerankers.lexical import LexicalReranker, benchbook_plugins
from benchbook.testing import RerankerContract

QUERY = Topics.of([("t", "river delta")])


class TestLexical(RerankerContract):
    """It keeps the contract."""

    plugin = benchbook_plugins()[0]


class TestUnstemmed(RerankerContract):
    """And with other parameters."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "stemmer": "none",
        "stop_words": "none",
        "first": 100,
    }


def order(texts: dict[str, str], topics: Topics = QUERY) -> tuple[str, ...]:
    """The units in their new order; they are given by id."""
    given = Rankings.of(topics, [[(unit, 0.0) for unit in sorted(texts)]])
    return LexicalReranker().rerank(topics, given, texts).units("t")


def test_more_of_the_topic_comes_first() -> None:
    """Both words beat one, one beats none."""
    assert ("c", "b", "a") == order({"a": "moss", "b": "a river", "c": "the delta of a river"})


def test_closer_words_come_first() -> None:
    """The same words nearer to each other."""
    far = "river moss moss moss moss moss moss delta"
    near = "moss moss moss river delta moss moss moss"

    assert ("b", "a") == order({"a": far, "b": near})


def test_a_word_that_every_text_has_counts_less() -> None:
    """Frequency is that of the pool."""
    texts = {"a": "river moss", "b": "delta moss", "c": "river fern", "d": "river heron"}

    assert "b" == order(texts)[0]


def test_equal_texts_keep_the_order_that_they_came_in() -> None:
    """A tie is left to what ranked them before."""
    assert ("a", "b", "c") == order({"a": "moss", "b": "moss", "c": "moss"})


def test_a_topic_without_words_changes_nothing() -> None:
    """Nothing is known, nothing is moved."""
    topics = Topics.of([("t", "the ?")])

    assert ("a", "b") == order({"a": "river", "b": "the river ?"}, topics)


def test_the_score_is_the_stated_formula() -> None:
    """Two texts, one term each: idf ln(1 + 1.5/1.5), tf 1/2, a window of one word doubles it."""
    given = Rankings.of(QUERY, [[("a", 0.0), ("b", 0.0)]])
    made = LexicalReranker().rerank(QUERY, given, {"a": "river", "b": "delta"})

    assert [0.693147181, 0.693147181] == made.scores.tolist()


def test_nothing_of_a_text_is_refused() -> None:
    """At least one character is read."""
    with pytest.raises(UsageError, match="first = 0"):
        LexicalReranker(first=0)
