"""A document stands where its best unit stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Corpus, Rankings, Topics, Unit, UsageError
from benchbook.core.ranking.units import collapse

UNITS = {"a#1": "a", "a#2": "a", "b": "b", "c#1": "c", "c#2": "c", "c#3": "c"}
CORPUS = Corpus(
    tuple(Unit(unit_id=unit, doc_id=UNITS[unit], title="", text="") for unit in sorted(UNITS)), ""
)
TOPICS = Topics.of_ids(["t1", "t2"])


def ranked(*rows: list[str]) -> Rankings:
    """Give rankings whose scores fall from 10."""
    return Rankings.of(TOPICS, [[(unit, 10.0 - at) for at, unit in enumerate(row)] for row in rows])


def test_the_first_unit_of_a_document_counts() -> None:
    """Later units are left out, the rows below move up, and the score is that of the first."""
    made = collapse(ranked(["c#2", "a#1", "c#1", "b", "a#2"], ["a#2"]), CORPUS)

    assert [("t1", (("c", 10.0), ("a", 9.0), ("b", 7.0))), ("t2", (("a", 10.0),))] == list(made)


def test_a_topic_without_rows_stays_one() -> None:
    """No ranking is no error."""
    assert [("t1", ()), ("t2", (("b", 10.0),))] == list(collapse(ranked([], ["b"]), CORPUS))


@given(rows=st.lists(st.permutations(sorted(UNITS)), min_size=2, max_size=2))
def test_codes_of_the_corpus_and_of_a_ranking_give_the_same(rows: list[list[str]]) -> None:
    """It does not matter in which table the units were coded."""
    own = ranked(*rows)
    codes = np.array([CORPUS.unit_ids.index(unit) for row in rows for unit in row], np.int32)
    shared = Rankings.from_columns(TOPICS, CORPUS.unit_ids, own.offsets, codes, own.scores)

    made = collapse(own, CORPUS)

    assert list(made) == list(collapse(shared, CORPUS))
    assert [list(dict.fromkeys(UNITS[u] for u in row)) for row in rows] == [
        list(made.units(topic)) for topic in TOPICS.ids
    ]


def test_a_corpus_of_documents_is_left_as_it_is() -> None:
    """Nothing is copied where each document is one unit."""
    flat = Corpus((Unit(unit_id="b", doc_id="b", title="", text=""),), "")
    rankings = ranked(["b"], [])

    assert rankings is collapse(rankings, flat)


def test_one_passage_under_another_name_is_still_collapsed() -> None:
    """A document whose only unit has an id of its own goes by the document's."""
    corpus = Corpus((Unit(unit_id="b#1", doc_id="b", title="", text=""),), "")

    assert ("b",) == collapse(ranked(["b#1"], []), corpus).units("t1")


@pytest.mark.parametrize("unit", ["", "a", "zz"])
def test_a_unit_of_another_corpus_is_refused(unit: str) -> None:
    """Nothing is dropped in silence."""
    with pytest.raises(UsageError, match="the corpus does not hold it"):
        collapse(ranked([unit], []), CORPUS)
