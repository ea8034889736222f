"""Scores of all units become rankings: positive ones, rounded, ties by the neutral key."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook import Topics, UsageError, rank_scores
from benchbook.core.ranking.ties import hash_ids, splitmix64

TABLE = ("a", "b", "c", "d")
TOPICS = Topics.of([("t1", ""), ("t2", "")])


def ranked(*scores: list[float], depth: int = 10) -> list[tuple[tuple[str, float], ...]]:
    """Give the rows of each topic."""
    made = rank_scores(TOPICS, TABLE, map(np.array, scores), depth, decimals=3)
    return [rows for _, rows in made]


def test_positive_scores_are_ranked_best_first() -> None:
    """What is 0 after rounding, or below, is not ranked."""
    assert [(("c", 2.0), ("a", 1.0)), ()] == ranked([1.0, 0.0004, 2.0, -3.0], [0.0] * 4)


def test_the_last_bits_do_not_decide() -> None:
    """Scores that differ behind the last decimal are equal, at the cut too."""
    topic = hash_ids(["t1"])
    neutral = sorted(TABLE, key=lambda id_: int(splitmix64(topic ^ hash_ids([id_]))[0]))

    rows, _ = ranked([0.3, 0.1 + 0.2, 0.3 - 1e-9, 0.3], [0.0] * 4, depth=2)

    assert neutral[:2] == [unit for unit, _ in rows]


def test_no_more_rows_than_asked_for() -> None:
    """Depth 0 gives none."""
    assert [(("d", 4.0),), (("a", 4.0),)] == ranked([1, 2, 3, 4], [4, 3, 2, 1], depth=1)
    assert [(), ()] == ranked([1, 2, 3, 4], [4, 3, 2, 1], depth=0)


def test_a_score_that_is_no_number_is_refused() -> None:
    """Rather than be left out in silence."""
    with pytest.raises(UsageError):
        ranked([1.0, float("nan"), 1.0, 1.0], [0.0] * 4)
