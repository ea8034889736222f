"""Where rankings have the documents that are relevant."""

from __future__ import annotations

import random

import pytest

from benchbook import Topics
from scoring import Grades, qrels_of, rankings_of

GRADES: Grades = {"p": {"a": 1, "b": 2, "n": 0}, "q": {"a": 1, "m": -1, "z": 3}, "r": {"n": 0}}
TOPICS = ("p", "q", "r", "s")


def test_pairs_are_the_relevant_ones() -> None:
    """Of grade 1 or more, by topic and document, in whatever order they are told."""
    pairs = qrels_of(GRADES).judgments(TOPICS).relevant

    assert ([0, 0, 1, 1], ("a", "b", "a", "z")) == (pairs.topics.tolist(), pairs.documents)


@pytest.mark.parametrize("seed", range(20))
def test_ranks_are_the_places_in_the_ranking(seed: int) -> None:
    """Of each pair in its own topic, and 0 where another topic alone has the document."""
    draw = random.Random(seed)  # noqa: S311 - made data, no secret
    rows = {topic: draw.sample("abcmnz", draw.randrange(7)) for topic in TOPICS}
    pairs = qrels_of(GRADES).judgments(TOPICS).relevant

    expected = [
        rows[topic].index(document) + 1 if document in rows[topic] else 0
        for topic, document in (("p", "a"), ("p", "b"), ("q", "a"), ("q", "z"))
    ]

    assert expected == pairs.ranks(rankings_of(rows)).tolist()


def test_another_table_is_looked_up_anew() -> None:
    """The same documents have other codes there."""
    pairs = qrels_of({"p": {"c": 1}}).judgments(("p",)).relevant

    ranks = [pairs.ranks(rankings_of({"p": row})).tolist() for row in (["a", "c"], ["c"], ["a"])]

    assert [[2], [1], [0]] == ranks


def test_nothing_relevant_has_no_ranks() -> None:
    """No pair, no rank."""
    pairs = qrels_of({"p": {"a": 0}}).judgments(Topics.of_ids(["p"]).ids).relevant

    assert [] == pairs.ranks(rankings_of({"p": ["a"]})).tolist()
