"""What lanes brought to a condition."""

from __future__ import annotations

import random

import pytest

from benchbook import Rankings, Topics
from benchbook.core.comparing.contributions import contributions
from benchbook.core.objects.comparisons import LaneCounts
from scoring import Grades, Ranked, qrels_of, rankings_of

NAME = "fused"
GRADES = {"p": {"a": 1, "b": 2, "n": 0}, "q": {"a": 1, "m": -1, "z": 3}}


def plain(
    condition: Ranked, lanes: dict[str, Ranked], grades: Grades, depth: int
) -> tuple[LaneCounts, ...]:
    """The definition with sets of pairs."""
    relevant = {(t, d) for t in condition for d, grade in grades.get(t, {}).items() if grade >= 1}
    kept = {(topic, unit) for topic, row in condition.items() for unit in row[:depth]}
    found = {
        name: relevant & {(topic, unit) for topic, row in lane.items() for unit in row[:depth]}
        for name, lane in lanes.items()
    }
    alone = {
        name: (pairs & kept) - set().union(*(found[other] for other in found if other != name))
        for name, pairs in found.items()
    }
    return tuple(
        LaneCounts(
            condition=NAME,
            lane=name,
            found=len(pairs),
            kept=len(pairs & kept),
            alone=len(alone[name]),
            topics=len({topic for topic, _ in alone[name]}),
            of=len(relevant),
            rows=sum(len(lanes[name].get(topic, [])[:depth]) for topic in condition),
            tied=0,
        )
        for name, pairs in found.items()
    )


def measured(
    condition: Ranked, lanes: dict[str, Ranked], grades: Grades, depth: int
) -> tuple[LaneCounts, ...]:
    """The same by the code, each lane with a table of its own."""
    ready = {name: rankings_of(lane) for name, lane in lanes.items()}
    return contributions(NAME, rankings_of(condition), ready, qrels_of(grades), depth)


def test_found_kept_and_alone() -> None:
    """What a lane has within the depth is found; one that two lanes have is nobody's."""
    condition = {"p": ["a", "n", "b"], "q": ["z", "a"]}
    lanes = {"words": {"p": ["a", "b"], "q": ["a"]}, "dense": {"p": ["a", "n"], "q": ["z", "m"]}}

    words, dense = measured(condition, lanes, GRADES, 2)

    assert (
        LaneCounts(
            condition=NAME, lane="words", found=3, kept=2, alone=1, topics=1, of=4, rows=3, tied=0
        )
        == words
    )
    assert (
        LaneCounts(
            condition=NAME, lane="dense", found=2, kept=2, alone=1, topics=1, of=4, rows=4, tied=0
        )
        == dense
    )


def test_p06_rows_with_the_score_of_a_neighbour_are_counted() -> None:
    """Within the depth, against the row below it too; scores of two topics are no tie."""
    topics = Topics.of_ids(["p", "q"])
    one = Rankings.of(topics, [[("a", 2.0), ("b", 1.0), ("c", 1.0)], [("a", 1.0), ("b", 0.5)]])

    found = [
        contributions(NAME, one, {"x": one}, qrels_of(GRADES), depth)[0] for depth in (1, 2, 3)
    ]

    assert [(2, 0), (4, 1), (5, 2)] == [(row.rows, row.tied) for row in found]


def test_a_document_that_is_relevant_to_another_topic_is_none_here() -> None:
    """Pairs are looked up, not documents."""
    (only,) = measured({"p": ["z"], "q": ["b"]}, {"x": {"p": ["z"], "q": ["b"]}}, GRADES, 10)

    assert (
        LaneCounts(
            condition=NAME, lane="x", found=0, kept=0, alone=0, topics=0, of=4, rows=2, tied=0
        )
        == only
    )


def test_a_lane_that_returned_nothing_has_its_row() -> None:
    """A lane that the condition went without stands there with zeros."""
    topics = Topics.of_ids(["p", "q"])
    nothing = Rankings.of(topics, [[], []])
    words = rankings_of({"p": ["a"], "q": []})

    rows = contributions(NAME, words, {"gone": nothing, "words": words}, qrels_of(GRADES), 10)

    assert [("gone", 0, 0, 0), ("words", 1, 1, 1)] == [
        (row.lane, row.found, row.kept, row.alone) for row in rows
    ]


def test_the_topics_of_the_condition_count() -> None:
    """Topics that only a lane or only the qrels have are left out, one that a lane lacks is not."""
    lanes = {"x": {"a": ["a"], "q": ["z"]}, "y": {"p": ["b"]}}

    x, y = measured({"p": ["b"], "q": ["z"]}, lanes, {**GRADES, "a": {"a": 1}}, 10)

    assert (1, 1, 4) == (x.found, x.alone, x.of)
    assert (1, 1, 4) == (y.found, y.alone, y.of)


def test_nothing_relevant_no_lanes_no_topics() -> None:
    """Zeros, and no row without a lane."""
    one = {"p": ["a"]}

    (row,) = measured(one, {"x": one}, {"p": {"a": 0}}, 10)

    assert (
        LaneCounts(
            condition=NAME, lane="x", found=0, kept=0, alone=0, topics=0, of=0, rows=1, tied=0
        )
        == row
    )
    assert () == measured(one, {}, GRADES, 10)
    assert (0, 0) == (measured({}, {"x": {}}, GRADES, 10)[0].found, row.found)


@pytest.mark.parametrize("seed", range(20))
def test_columns_agree_with_sets(seed: int) -> None:
    """Any lanes, grades and depth: the same counts as sets of pairs give."""
    draw = random.Random(seed)  # noqa: S311 - fixed examples, no secret
    units = [f"u{number}" for number in range(12)]
    topics = [f"q{number}" for number in range(20)]

    def rows() -> Ranked:
        return {topic: draw.sample(units, draw.randrange(12)) for topic in topics}

    grades = {
        topic: {unit: draw.randint(-1, 3) for unit in draw.sample(units, draw.randrange(6))}
        for topic in topics
    }
    lanes, condition, depth = {name: rows() for name in "abc"}, rows(), draw.randint(1, 8)

    assert plain(condition, lanes, grades, depth) == measured(condition, lanes, grades, depth)
