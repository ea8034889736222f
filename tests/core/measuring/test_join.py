"""The join of rankings with qrels finds every judged row, and no other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Judged, Qrels, Rankings, Topics, UsageError, join
from benchbook.core.measuring import join as join_module
from benchbook.core.ranking.packed_ids import PackedIds
from benchbook.core.ranking.words import pack
from scoring import Grades, Ranked, qrels_of, rankings_of

IDS = [f"d{number}" for number in range(30)]
GRADES = st.dictionaries(
    st.sampled_from(["a", "b", "c"]), st.dictionaries(st.sampled_from(IDS), st.integers(-1, 3))
)
RANKED = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), st.permutations(IDS))
TOPICS = Topics.of_ids(["a", "b", "c", "z"])


def plain(grades: Grades, ranked: Ranked) -> list[list[int | None]]:
    """The grade of each row of each topic, None for a hole."""
    return [
        [grades.get(topic, {}).get(unit) for unit in ranked.get(topic, [])] for topic in TOPICS.ids
    ]


def rows(judged: Judged) -> list[list[int | None]]:
    """What the join says, in the same form."""
    borders = zip(judged.offsets[:-1], judged.offsets[1:], strict=True)
    return [
        [
            grade if known else None
            for grade, known in zip(
                judged.grades[first:last].tolist(), judged.mask[first:last].tolist(), strict=True
            )
        ]
        for first, last in borders
    ]


def with_tuple(rankings: Rankings) -> Rankings:
    """The rankings as a lane gives them."""
    return rankings


def with_words(rankings: Rankings) -> Rankings:
    """The same, with the table that a TREC file gives."""
    if not rankings.table:
        return rankings
    table = PackedIds(tuple(pack(rankings.table)))
    return Rankings(rankings.topics, table, rankings.offsets, rankings.codes, rankings.scores)


@pytest.mark.slow
@pytest.mark.parametrize("form", [with_tuple, with_words])
@pytest.mark.parametrize("block", [1, 50, 1 << 15])
@given(grades=GRADES, ranked=RANKED)
def test_join_agrees_with_looking_up_each_row(
    form: Callable[[Rankings], Rankings], block: int, grades: Grades, ranked: Ranked
) -> None:
    """Grades, holes, missing topics and topics nobody asked for, whatever the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(join_module, "_ROWS", block)
        judged = join(form(rankings_of(ranked)), qrels_of(grades), TOPICS)

    assert plain(grades, ranked) == rows(judged)
    assert judged.depths.tolist() == [len(ranked.get(topic, [])) for topic in TOPICS.ids]


def test_crowded_slots_lose_nothing() -> None:
    """Codes that all fall into one slot of the table of hashes are found one by one."""
    table = tuple(f"{number:07}" for number in range(1 << 20))
    step = 1 << 16
    chosen = [table[at] for at in range(0, len(table), step)]
    topics = Topics.of_ids(["q"])
    rankings = Rankings.from_columns(
        topics,
        table,
        np.array([0, len(table) // step * 2]),
        np.concatenate([np.arange(0, len(table), step), np.arange(0, len(table), step) + 1]),
        np.zeros(len(chosen) * 2),
    )

    judged = join(rankings, Qrels.of(("q", unit, 2) for unit in chosen))

    assert [2] * len(chosen) + [0] * len(chosen) == judged.grades.tolist()


def test_population_is_all_topics_of_the_qrels() -> None:
    """Without other word every judged topic counts, ranked or not."""
    judged = join(rankings_of({"b": ["x"], "z": ["x"]}), qrels_of({"a": {"x": 1}, "b": {"x": 1}}))

    assert ("a", "b") == judged.topics.ids
    assert [0, 1] == judged.depths.tolist()


def test_p12_the_population_can_be_declared() -> None:
    """Topics of the qrels that are not in the population are left out."""
    qrels = qrels_of({"1": {"x": 1}, "2": {"x": 1}, "3": {"x": 1}})

    judged = join(rankings_of({"1": ["x"]}), qrels, Topics.of_ids(["1", "2"]))

    assert ("1", "2") == judged.topics.ids
    assert [1, 1] == judged.relevant().tolist()


def test_counts_and_ideals_know_what_was_not_ranked() -> None:
    """Relevant counts and ideal grades come from the qrels alone."""
    qrels = qrels_of({"a": {"x": 1, "y": 3, "n": 0, "m": -1}, "b": {"x": 0}})

    judged = join(rankings_of({"a": ["n"]}), qrels)

    assert [2, 0] == judged.relevant().tolist()
    assert [1, 0] == judged.relevant(3).tolist()
    assert [1, 1] == judged.nonrelevant().tolist()
    assert [2, 1] == judged.nonrelevant(2).tolist()
    assert [3, 1, 0, -1, 0] == judged.ideals.grades.tolist()
    assert [1, 2, 3, 4, 1] == judged.ideals.ranks.tolist()


def test_a_threshold_below_one_is_refused() -> None:
    """Unjudged documents can never count as relevant."""
    judged = join(rankings_of({"a": ["x"]}), qrels_of({"a": {"x": 1}}))

    for ask in (judged.relevant, judged.relevant_hits, judged.nonrelevant):
        with pytest.raises(UsageError, match="at least 1"):
            ask(0)


def test_qrels_are_indexed_again_for_another_table_and_other_topics() -> None:
    """What is kept for reuse never answers for something else."""
    qrels = qrels_of({"a": {"x": 1}, "b": {"y": 2}})
    first, second = rankings_of({"a": ["x"]}), rankings_of({"a": ["w", "x"], "b": ["y"]})
    only_b = Topics.of_ids(["b"])

    found = [
        join(rankings, qrels, topics).grades.tolist()
        for rankings, topics in [
            (first, None),
            (second, None),
            (second, only_b),
            (first, None),
            (second, None),
        ]
    ]

    assert [[1], [0, 1, 2], [2], [1], [0, 1, 2]] == found


def test_unsorted_qrels_are_joined_all_the_same() -> None:
    """A mapping that somebody made by hand needs no order."""
    qrels = Qrels({"a": {"z": 3, "x": 1, "y": 2}})

    assert [1, 2, 3] == join(rankings_of({"a": ["x", "y", "z"]}), qrels).grades.tolist()
    assert [0, 1, 2] == qrels.judgments(("a",)).locate(("x", "y", "z")).keys.tolist()


def test_ids_that_words_cannot_hold_are_found_too() -> None:
    """A judged id that no file could hold does not hide the others."""
    rankings = with_words(rankings_of({"a": ["x", "y"]}))

    judged = join(rankings, qrels_of({"a": {"y": 2, "n" * 99: 1, "x\0": 1, "p\nq": 1}}))

    assert [0, 2] == judged.grades.tolist()


def test_where_everything_is_decided_no_row_is_a_hole() -> None:
    """What the qrels do not name has no grade and is judged; an empty ranking has nothing to."""
    rankings, qrels = rankings_of({"a": ["x", "y"], "b": []}), qrels_of({"a": {"x": 1}, "b": {}})
    topics = Topics.of_ids("ab")

    open_, closed = (join(rankings, qrels, topics, decided=decided) for decided in (False, True))

    assert ([True, False], [True, True]) == (open_.mask.tolist(), closed.mask.tolist())
    assert [1, 0] == open_.grades.tolist() == closed.grades.tolist()
    assert [0.5, 0.0] == open_.judged_share(2).tolist()
    assert [1.0, 0.0] == closed.judged_share(2).tolist() == closed.judged_share().tolist()
    assert [1] == closed.hits.ranks.tolist()


def test_nothing_ranked_and_nothing_judged_is_no_error() -> None:
    """Empty sides join to empty columns."""
    nothing = Rankings.of(Topics.of_ids([]), [])

    assert len(join(nothing, Qrels.of([]))) == 0
    assert [0] == join(nothing, qrels_of({"a": {"x": 1}})).depths.tolist()


def test_judged_columns_are_closed() -> None:
    """No metric can change what the next one sees."""
    judged = join(rankings_of({"a": ["x"]}), qrels_of({"a": {"x": 1}}))

    for column in (
        judged.grades,
        judged.mask,
        judged.hits.grades,
        judged.ideals.ranks,
        judged.relevant(),
        judged.qrels.grades,
    ):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0
