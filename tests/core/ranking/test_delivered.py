"""Rows of another program are taken in their order, or refused by name."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import BadData, Topics, Unit
from benchbook.core.files.json_lines import parse_json
from benchbook.core.ranking.delivered import Delivered

TOPICS = Topics.of([("t1", "moss"), ("t2", "otter")])


def row(text: str) -> Any:  # noqa: ANN401 - JSON holds anything
    """Give a row as it is read from JSON."""
    return parse_json("the output", 1, text)


def delivered(*rows: str, known: frozenset[str] | None = None) -> Delivered:
    """Take rows for the first topic."""
    made = Delivered(TOPICS, "the output", known=known)
    for line, text in enumerate(rows, 1):
        made.add("t1", row(text), line)
    return made


def test_the_order_delivered_is_the_ranking() -> None:
    """Scores need not fall; a topic without a row has an empty ranking."""
    made = delivered('{"unit": "b", "score": 1}', '{"unit": "a", "score": 2.5e0}')

    assert [("t1", (("b", 1.0), ("a", 2.5))), ("t2", ())] == list(made.rankings(10))


def test_what_comes_beyond_the_depth_is_left_out() -> None:
    """The first rows stay."""
    made = delivered(*(f'{{"unit": "{unit}", "score": 1}}' for unit in "cba"))

    assert ("c", "b") == made.rankings(2).units("t1")
    assert (3, 3) == (made.count("t1"), made.total())


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("[1]", "[1]", "an object with unit and score"),
        ('{"score": 1}', "no 'unit'", "an id as text"),
        ('{"unit": 7, "score": 1}', "unit = 7", "an id as text"),
        ('{"unit": "", "score": 1}', "an empty unit id", "an id for each"),
        ('{"unit": " a", "score": 1}', "unit id ' a'", "no blanks at its ends"),
        ('{"unit": "e\\u0301", "score": 1}', "not composed", "NFC"),
        ('{"unit": "a"}', "no 'score'", "a number"),
        ('{"unit": "a", "score": "1"}', 'score = "1"', "a number"),
        ('{"unit": "a", "score": true}', "score = true", "a number"),
        ('{"unit": "a", "score": null}', "score = null", "a number"),
        ('{"unit": "a", "score": 1e999}', "score = 1e999", "a number"),
        (f'{{"unit": "a", "score": 1{"0" * 400}}}', "score = 1000", "a number"),
        ('{"unit": "a", "score": 1, "titel": "x"}', "the field 'titel'", "'title'"),
        ('{"unit": "a", "score": 1, "zzz": "x"}', "the field 'zzz'", "unit, score, doc"),
        ('{"unit": "a", "score": 1, "text": 3}', "text = 3", "'text' as text"),
        ('{"unit": "a", "score": 1, "doc": "a\\u0000"}', "document id", "no control characters"),
    ],
)
def test_a_row_that_is_wrong_is_named(text: str, found: str, expected: str) -> None:
    """The line, the topic and the row, what stands there, and what should."""
    with pytest.raises(BadData) as caught:
        delivered(text)

    assert str(caught.value).startswith("the output, line 1: found topic 't1', row 1: ")
    assert found in caught.value.found
    assert expected in caught.value.expected


def test_a_unit_twice_for_a_topic_is_refused() -> None:
    """With the line of the second."""
    with pytest.raises(BadData, match=r"line 2: found topic 't1', row 2: unit 'a' again"):
        delivered('{"unit": "a", "score": 2}', '{"unit": "a", "score": 1}')


def test_the_same_unit_may_stand_in_several_topics() -> None:
    """Each topic has its own ranking."""
    made = delivered('{"unit": "a", "score": 2}')
    made.add("t2", row('{"unit": "a", "score": 1}'))

    assert ("a",) == made.rankings(1).units("t2")


@pytest.mark.parametrize("topic", ["t3", 1, None, ["t1"], {}])
def test_a_topic_that_nobody_asked_is_refused(topic: object) -> None:
    """Whatever it is."""
    with pytest.raises(BadData, match="one of the topics that were asked"):
        delivered().asked(topic, 3)


def test_a_unit_that_the_corpus_does_not_hold_is_refused() -> None:
    """Where the corpus is known."""
    with pytest.raises(BadData, match="unit 'b', which the corpus does not hold"):
        delivered('{"unit": "b", "score": 2}', known=frozenset("a"))


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({}, None),
        ({"text": None}, None),
        ({"text": ""}, Unit(unit_id="a", doc_id="a", title="", text="")),
        ({"doc": "d"}, Unit(unit_id="a", doc_id="d", title="", text="")),
        (
            {"doc": "d", "title": "T", "text": "x"},
            Unit(unit_id="a", doc_id="d", title="T", text="x"),
        ),
    ],
)
def test_what_is_told_of_a_unit_is_kept(told: Mapping[str, object], expected: Unit | None) -> None:
    """Its document is itself where none is named; nothing told is nothing kept."""
    made = Delivered(TOPICS, "the output", known=None)
    made.add("t1", {"unit": "a", "score": 1, **told})

    assert expected == made.units.get("a")


def test_what_is_told_of_a_unit_of_a_known_corpus_is_not_kept() -> None:
    """The corpus has its text."""
    assert {} == delivered('{"unit": "a", "score": 2, "text": "x"}', known=frozenset("a")).units


def test_a_unit_has_one_text() -> None:
    """A text that changes with the query is no unit; where it is left out, the first one stays."""
    made = delivered('{"unit": "a", "score": 2, "text": "moss and otter"}')
    made.add("t2", row('{"unit": "a", "score": 2}'))
    other = Delivered(TOPICS, "the output", known=None, units=made.units)

    with pytest.raises(BadData, match="Give the passage itself"):
        other.add("t2", row('{"unit": "a", "score": 2, "text": "<b>otter</b>"}'), 1)


NAMES = st.sampled_from(["unit", "score", "doc", "title", "text", "topic", "x"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner))


@given(VALUES | st.dictionaries(NAMES, VALUES), st.booleans())
def test_any_value_of_json_is_a_row_or_refused(value: object, known: bool) -> None:  # noqa: FBT001 - drawn
    """Nothing else is raised, and what is taken is a finite score under an id."""
    made = Delivered(TOPICS, "the output", known=frozenset("a") if known else None)
    try:
        made.add("t1", row(json.dumps(value)))
    except BadData:
        assert 0 == made.total()
        return
    ((unit, score),) = dict(made.rankings(10))["t1"]

    assert isinstance(value, dict)
    assert (value["unit"], float(value["score"])) == (unit, score)
    assert math.isfinite(score)
