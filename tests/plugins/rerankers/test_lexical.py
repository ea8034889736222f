"""The lexical reranker: shared words, and how close they stand."""

from __future__ import annotations

import math
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


def test_neighbours_in_their_order_come_first() -> None:
    """The pair at once beats the pair turned round, that beats the words far apart."""
    far = "river moss moss moss moss moss moss moss moss moss delta"
    turned = "moss moss moss moss delta river moss moss moss moss moss"
    together = "moss moss moss moss river delta moss moss moss moss moss"

    assert ("c", "b", "a") == order({"a": far, "b": turned, "c": together})


def test_words_within_the_window_count() -> None:
    """Seven terms apart is near, eight is not."""
    near = "river " + "moss " * 6 + "delta"
    far = "river " + "moss " * 7 + "delta"

    assert ("b", "a") == order({"a": far, "b": near})


def test_a_pair_that_every_text_has_counts_less() -> None:
    """Frequency is that of the pool."""
    topics = Topics.of([("t", "river delta moss")])
    texts = {"a": "river delta", "b": "delta moss", "c": "river delta", "d": "river delta"}

    assert ("b", "a", "c", "d") == order(texts, topics)


def test_equal_texts_keep_the_order_that_they_came_in() -> None:
    """A tie is left to what ranked them before."""
    assert ("a", "b", "c") == order({"a": "moss", "b": "moss", "c": "moss"})


@pytest.mark.parametrize("text", ["the ?", "river", ""])
def test_a_topic_without_a_pair_changes_nothing(text: str) -> None:
    """Single words were counted before."""
    topics = Topics.of([("t", text)])

    assert ("a", "b") == order({"a": "moss", "b": "the river ?"}, topics)


def test_the_score_is_the_stated_formula() -> None:
    """Two texts of two terms, the pair in one of them: idf ln 2, f 1, length the mean."""
    given = Rankings.of(QUERY, [[("a", 0.0), ("b", 0.0)]])
    made = LexicalReranker(unordered=0).rerank(QUERY, given, {"a": "moss fern", "b": "river delta"})

    pair = math.log(2) * 1 / (1 + 1.2)
    assert [round(10 / 11 + 0.5 * pair, 9), 1.0] == sorted(made.scores.tolist(), reverse=True)


def test_a_word_twice_in_the_topic_is_a_pair_with_itself() -> None:
    """It needs two places in the text."""
    topics = Topics.of([("t", "river river")])

    assert ("b", "a") == order({"a": "a river", "b": "river river"}, topics)


@pytest.mark.parametrize("wrong", [{"first": 0}, {"window": 1}, {"ordered": -1.0}])
def test_a_number_that_means_nothing_is_refused(wrong: dict[str, float]) -> None:
    """When it is built, before any work."""
    with pytest.raises(UsageError, match="lexical"):
        LexicalReranker(**wrong)  # type: ignore[arg-type]  # a row of the table
