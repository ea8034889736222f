"""Rankings: what they keep, how they are ordered, and what they refuse."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError
from benchbook.core.ranking.rankings import share_table
from benchbook.core.ranking.ties import TieRule, hash_ids, order_by_score, splitmix64

UNITS = [f"u{number}" for number in range(15)]
SCORE = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
ROW = st.dictionaries(st.sampled_from(UNITS), SCORE).map(lambda row: tuple(row.items()))
ROWS = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), ROW)
Rows = dict[str, tuple[tuple[str, float], ...]]


def of(rows: Rows) -> Rankings:
    """Rankings in the order given."""
    topics = Topics.of_ids(rows)
    return Rankings.of(topics, [rows[id_] for id_ in topics.ids])


def test_delivered_order_is_kept() -> None:
    """What a lane delivers is the ranking, whatever its scores say."""
    rows: Rows = {"q": (("b", 1.0), ("a", 5.0), ("c", 1.0))}

    assert rows == dict(of(rows))
    assert ("b", "a", "c") == of(rows).units("q")


def neutral(topic: str, unit: str) -> int:
    """The neutral key, one pair at a time."""
    (key,) = splitmix64(hash_ids([topic]) ^ hash_ids([unit]))
    return int(key)


@pytest.mark.parametrize("ties", ["neutral", "doc_id asc", "doc_id desc"])
@given(rows=ROWS)
def test_ordering_agrees_with_a_plain_sort(ties: TieRule, rows: Rows) -> None:
    """Score falling, then the rule, for any rows."""
    keys: dict[str, Callable[[str, str], tuple[int, ...] | tuple[int, str] | str]] = {
        "neutral": lambda topic, unit: (neutral(topic, unit), unit),
        "doc_id asc": lambda _, unit: unit,
        "doc_id desc": lambda _, unit: (*(-ord(letter) for letter in unit), 1),
    }
    expected = {
        topic: tuple(sorted(row, key=lambda pair: (-pair[1], keys[ties](topic, pair[0]))))
        for topic, row in sorted(rows.items())
    }

    assert expected == dict(order_by_score(of(rows), ties))


@given(rows=ROWS, ties=st.sampled_from(["neutral", "doc_id asc", "doc_id desc"]))
def test_ordering_does_not_depend_on_the_order_before(rows: Rows, ties: TieRule) -> None:
    """Rows that come backwards end the same."""
    backwards = {topic: row[::-1] for topic, row in rows.items()}

    assert list(order_by_score(of(rows), ties)) == list(order_by_score(of(backwards), ties))


def test_one_long_topic_among_short_ones_is_ordered() -> None:
    """Rows longer than a block are sorted too."""
    many = 70_000
    units = [f"{number:05}" for number in range(many)]
    long = tuple((unit, float(number % 7)) for number, unit in enumerate(units))
    rows: Rows = {"a": (("x", 1.0), ("y", 2.0)), "b": long, "c": (), "d": (("x", 1.0),)}

    ordered = dict(order_by_score(of(rows), "doc_id asc"))

    assert tuple(sorted(long, key=lambda pair: (-pair[1], pair[0]))) == ordered["b"]
    assert (("y", 2.0), ("x", 1.0)) == ordered["a"]


def test_splitmix_is_the_published_function() -> None:
    """The first outputs of splitmix64 for seed 0 (Vigna's reference code)."""
    seeds = np.array([0, 0x9E3779B97F4A7C15], np.uint64)

    assert [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4] == splitmix64(seeds).tolist()


def test_by_score_cuts_after_ordering() -> None:
    """The depth keeps the best rows, not the first delivered."""
    topics = Topics.of_ids(["q"])

    made = Rankings.by_score(topics, [[("a", 1.0), ("b", 2.0)]], 1, ties="doc_id asc")

    assert ("b",) == made.units("q")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ([("a", 1.0), ("b", 2.0), ("a", 0.5)], "unit 'a' in topic 'q' is ranked twice"),
        ([("a", math.nan)], "unit 'a' in topic 'q' is not a number"),
    ],
)
def test_twins_and_nan_are_refused(row: list[tuple[str, float]], reason: str) -> None:
    """A unit twice in a topic, or a score that is no number, never becomes a ranking."""
    with pytest.raises(UsageError, match=reason):
        Rankings.of(Topics.of_ids(["p", "q"]), [[("b", 1.0)], row])


@given(rows=ROWS, twin=st.sampled_from(UNITS))
def test_a_twin_is_found_wherever_it_stands(rows: Rows, twin: str) -> None:
    """No length of ranking hides a unit that is ranked twice."""
    for topic, row in rows.items():
        if twin in dict(row):
            with pytest.raises(UsageError, match="ranked twice"):
                of({**rows, topic: (*row, (twin, 9.0))})


@pytest.mark.parametrize(
    ("offsets", "codes", "scores"),
    [
        ([0, 2], [0, 1], [1.0]),
        ([0, 1], [0, 1], [1.0, 2.0]),
        ([1, 2], [0, 1], [1.0, 2.0]),
        ([0, 1, 2], [0, 1], [1.0, 2.0]),
        ([0, 2], [0, 2], [1.0, 2.0]),
        ([0, 2], [-1, 1], [1.0, 2.0]),
    ],
)
def test_columns_that_do_not_fit_are_refused(
    offsets: list[int], codes: list[int], scores: list[float]
) -> None:
    """Columns from outside are checked before anybody trusts them."""
    with pytest.raises(UsageError):
        Rankings.from_columns(
            Topics.of_ids(["q"]), ("a", "b"), np.array(offsets), np.array(codes), np.array(scores)
        )


def test_another_number_of_rankings_than_topics_is_refused() -> None:
    """A lane that forgets a topic is found out."""
    with pytest.raises(UsageError, match="found 1 ranking for 2 topics"):
        Rankings.of(Topics.of_ids(["p", "q"]), [[]])


@given(rows=ROWS, depth=st.integers(0, 5))
def test_cut_keeps_the_first_rows(rows: Rows, depth: int) -> None:
    """A cut ranking is the head of the ranking."""
    expected = {topic: row[:depth] for topic, row in sorted(rows.items())}

    assert expected == dict(of(rows).cut(depth))


@given(rows=ROWS, asked=st.sets(st.sampled_from(["a", "b", "c", "d", "e"])))
def test_other_topics_can_be_asked_for(rows: Rows, asked: set[str]) -> None:
    """Topics that were not ranked get an empty ranking, the others keep theirs."""
    expected = {topic: rows.get(topic, ()) for topic in sorted(asked)}

    assert expected == dict(of(rows).for_topics(Topics.of_ids(asked)))


@given(rows=ROWS)
def test_blocks_put_together_are_the_whole(rows: Rows) -> None:
    """Cutting into parts with tables of their own and joining them again changes nothing."""
    parts = [of({topic: row}) for topic, row in sorted(rows.items())]

    assert list(of(rows)) == list(Rankings.concatenate(parts))
    assert len({tuple(part.table) for part in share_table(parts)[1]}) <= 1


def test_a_block_is_sixty_four_topics() -> None:
    """Block borders depend on the sorted ids alone."""
    rows: Rows = {f"q{number:03}": ((f"u{number}", 1.0),) for number in range(130)}

    blocks = [of(rows).block(number) for number in range(3)]

    assert [64, 64, 2] == [len(block) for block in blocks]
    assert sorted(rows.items()) == [pair for block in blocks for pair in block]


def test_columns_are_closed() -> None:
    """No plugin can change what another one sees."""
    made = of({"q": (("a", 1.0),)})

    for column in (made.offsets, made.codes, made.scores, made.ranks):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0
