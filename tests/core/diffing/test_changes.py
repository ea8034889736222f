"""What became of a topic: the sci-rag kit's eight states."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchbook.core.diffing.changes import changes_of, count_states
from benchbook.core.diffing.side import SideCondition


def side(
    firsts: Mapping[str, int | None] | None, values: Mapping[str, float | None] | None = None
) -> SideCondition:
    """A condition by its ranks, or by values alone."""
    return SideCondition(
        parts=(), values={"nDCG@10": dict(values or {})}, firsts=firsts, rankings=None
    )


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        (3, 1, "improved"),
        (1, 3, "regressed"),
        (2, 2, "unchanged"),
        (None, 4, "appeared"),
        (4, None, "disappeared"),
        (None, None, "still missing"),
    ],
)
def test_ranks_tell_what_became_of_a_topic(
    before: int | None, after: int | None, state: str
) -> None:
    """K47: by the rank of the first relevant unit."""
    changes, by_rank = changes_of(side({"q": before}), side({"q": after}), "nDCG@10")

    assert ([state], True) == ([one.state for one in changes], by_rank)


def test_topics_of_one_side_are_told() -> None:
    """K47: and they are paired with nothing."""
    changes, _ = changes_of(side({"a": 1}), side({"b": 1}), "nDCG@10")

    assert [("a", "only in A"), ("b", "only in B")] == [(one.topic, one.state) for one in changes]


def test_without_ranks_the_primary_metric_decides() -> None:
    """A value of 0 says that nothing was found; higher is better."""
    before = side(None, {"a": 0.5, "b": 0.0, "c": 1.0, "d": 0.5, "e": None})
    after = side(None, {"a": 0.7, "b": 0.2, "c": 0.0, "d": 0.5, "e": None})

    changes, by_rank = changes_of(before, after, "nDCG@10")

    assert not by_rank
    assert {
        "a": "improved",
        "b": "appeared",
        "c": "disappeared",
        "d": "unchanged",
        "e": "still missing",
    } == {one.topic: one.state for one in changes}


def test_what_got_lost_comes_first() -> None:
    """A reader of a diff looks for what broke."""
    before = side({"a": 1, "b": 1, "c": None, "d": 2})
    after = side({"a": 1, "b": None, "c": 1, "d": 5})

    changes, _ = changes_of(before, after, "nDCG@10")

    assert ["b", "d", "c", "a"] == [one.topic for one in changes]
    assert {"disappeared": 1, "regressed": 1, "appeared": 1, "unchanged": 1} == count_states(
        changes
    )
