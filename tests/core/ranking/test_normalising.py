"""Scores come onto one scale, topic by topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError, normalised

Row = Sequence[float]


def ranking_of(*rows: Row) -> Rankings:
    """One row of scores for each topic."""
    topics = Topics.of_ids([f"t{at}" for at in range(len(rows))])
    return Rankings.of(topics, [[(f"u{at}", one) for at, one in enumerate(row)] for row in rows])


def test_each_topic_has_its_own_scale() -> None:
    """The greatest is 1, the least 0; topics without rows, at either end, take none."""
    ranking = ranking_of((), (3.0, 2.0, 1.0), (), (40.0, -40.0), (0.0, 30.0, 15.0), ())

    assert [1.0, 0.5, 0.0, 1.0, 0.0, 0.0, 1.0, 0.5] == normalised(ranking, "min-max").tolist()


def test_s16_where_all_are_equal_each_is_1() -> None:
    """A single row among them, and whatever they are: nought, below it, above it."""
    ranking = ranking_of((5.0, 5.0), (0.0,), (-2.0, -2.0, -2.0))

    assert [1.0] * 6 == normalised(ranking, "min-max").tolist()
    assert [1.0] * 6 == normalised(ranking, "min-max", 0.3).tolist()


def test_s16_nothing_stays_nothing() -> None:
    """No topics, and topics without rows."""
    assert [] == normalised(ranking_of(), "min-max").tolist()
    assert [] == normalised(ranking_of((), ()), "min-max").tolist()


def test_s18_scores_that_fall_by_one_are_linear_in_rank() -> None:
    """A lane that numbers its rows n, n - 1, … says nothing but ranks."""
    ranking = ranking_of(tuple(float(100 - at) for at in range(100)))

    assert [(99 - at) / 99 for at in range(100)] == normalised(ranking, "min-max").tolist()


def test_p48_a_floor_lifts_the_least_alone_to_it() -> None:
    """In between it is linear."""
    ranking = ranking_of((4.0, 2.0, 0.0))

    assert [1.0, 0.625, 0.25] == normalised(ranking, "min-max", 0.25).tolist()


def test_raw_scores_are_left_as_they_are() -> None:
    """Not a copy of them: the very same."""
    ranking = ranking_of((4.0, -2.0))

    assert normalised(ranking, "none") is ranking.scores


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), 2e300])
@pytest.mark.parametrize("rule", ["min-max", "none"])
def test_what_is_beyond_all_sums_is_refused(rule: str, score: float) -> None:
    """The score is named."""
    with pytest.raises(UsageError, match=re.escape(f"the score {score},")):
        normalised(ranking_of((1.0,), (score,)), rule)  # type: ignore[arg-type]  # a column of the table


SCORES = st.floats(-1e300, 1e300)


@given(row=st.lists(SCORES, min_size=1, max_size=20), floor=st.sampled_from([0.0, 0.1, 0.9]))
def test_order_is_kept_and_the_range_is_from_floor_to_1(row: list[float], floor: float) -> None:
    """Whatever a lane gave."""
    scaled = normalised(ranking_of(row), "min-max", floor).tolist()
    order = sorted(range(len(row)), key=row.__getitem__)

    assert all(scaled[one] <= scaled[other] for one, other in pairwise(order))
    assert 1.0 == scaled[order[-1]]
    assert (1.0 if len(set(row)) == 1 else floor) == scaled[order[0]]


@given(rows=st.lists(st.lists(SCORES, max_size=5), max_size=6))
def test_a_topic_alone_is_scaled_as_among_others(rows: list[list[float]]) -> None:
    """To the last bit."""
    together = normalised(ranking_of(*rows), "min-max").tolist()

    assert together == [one for row in rows for one in normalised(ranking_of(row), "min-max")]
