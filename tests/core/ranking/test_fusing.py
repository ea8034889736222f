"""Sums over lanes are exact, and ordered by a stated rule."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError, exact_points, sum_lanes
from benchbook.core.ranking import fusing
from benchbook.core.ranking.ties import hash_ids, splitmix64

Rows = list[tuple[str, float]]
UNITS = [f"u{number}" for number in range(12)]
lanes_drawn = st.lists(
    st.lists(
        st.dictionaries(st.sampled_from(UNITS), st.integers(-3, 3), max_size=12),
        min_size=3,
        max_size=3,
    ),
    min_size=1,
    max_size=4,
)
TOPICS = Topics.of_ids(["t1", "t2", "t3"])


def lane(rows: list[dict[str, int]]) -> Rankings:
    """Give a lane that ranks the units of each row in the order given."""
    return Rankings.of(TOPICS, [[(unit, float(point)) for unit, point in r.items()] for r in rows])


def neutral(topic: str, unit: str) -> int:
    """Give the neutral key as the design defines it."""
    return int(splitmix64(hash_ids([topic]) ^ hash_ids([unit]))[0])


def by_hand(drawn: list[list[dict[str, int]]], depth: int, ties: str) -> list[Rows]:
    """Give the sums as dictionaries would add them."""
    made = []
    for at, topic in enumerate(TOPICS.ids):
        sums: dict[str, float] = {}
        for rows in drawn:
            for unit, point in rows[at].items():
                sums[unit] = sums.get(unit, 0.0) + point
        key = {u: (-s, neutral(topic, u) if ties == "neutral" else 0, u) for u, s in sums.items()}
        made.append([(unit, sums[unit]) for unit in sorted(sums, key=key.__getitem__)][:depth])
    return made


@pytest.mark.parametrize("ties", ["neutral", "doc_id asc"])
@given(drawn=lanes_drawn, depth=st.integers(1, 15))
def test_sums_and_order_are_those_of_plain_dictionaries(
    ties: str, drawn: list[list[dict[str, int]]], depth: int
) -> None:
    """Blocks and columns give what a loop over dictionaries gives, ties and negative points too."""
    lanes = [lane(rows) for rows in drawn]
    made = sum_lanes(TOPICS, lanes, [one.scores for one in lanes], depth, ties=ties)  # type: ignore[arg-type]  # drawn

    found = [list(rows) for _, rows in made]
    assert by_hand(drawn, depth, ties) == found


@pytest.mark.parametrize("size", [1, 2])
def test_the_size_of_blocks_does_not_matter(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where topics are cut into blocks is not seen in the answer."""
    rows = [
        [dict.fromkeys(UNITS[at:], 1), {}, dict.fromkeys(UNITS[: at + 1], 2)] for at in range(3)
    ]
    lanes = [lane(one) for one in rows]
    points = [one.scores for one in lanes]
    whole = list(sum_lanes(TOPICS, lanes, points, 5))
    monkeypatch.setattr(fusing, "_BLOCK", size)

    assert whole == list(sum_lanes(TOPICS, lanes, points, 5))


def test_keys_that_agree_in_their_first_bits_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the leading bits of the key are equal, the others decide, then the id."""
    keys = {"a": 7, "b": 5, "c": 5}
    monkeypatch.setattr(
        fusing, "hash_ids", lambda ids: np.array([keys.get(i, 0) for i in ids], np.uint64)
    )
    monkeypatch.setattr(fusing, "splitmix64", lambda values: values)
    topics = Topics.of_ids(["t"])
    lanes = [Rankings.of(topics, [[("a", 1), ("c", 1), ("b", 1)]])]

    made = sum_lanes(topics, lanes, [np.ones(3)], 3)

    assert ("b", "c", "a") == made.units("t")


def test_very_long_rankings_are_ordered_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond 65,536 rows per topic the same order comes out."""
    lanes = [lane([dict.fromkeys(UNITS, 1)] * 3)]
    short = list(sum_lanes(TOPICS, lanes, [lanes[0].scores], 5))
    monkeypatch.setattr(fusing, "_GROUPS", 2)

    assert short == list(sum_lanes(TOPICS, lanes, [lanes[0].scores], 5))


@given(
    ranks=st.lists(st.integers(1, 1000), min_size=1, max_size=6),
    weights=st.lists(st.floats(0.001, 1000), min_size=6, max_size=6),
    k=st.floats(0, 1000),
)
def test_exact_points_add_up_exactly_in_any_order(
    ranks: list[int], weights: list[float], k: float
) -> None:
    """A sum of rounded points has no rounding of its own."""
    bound = sum(weights) / (k + 1)
    terms = [weight / (k + rank) for weight, rank in zip(weights, ranks, strict=False)]
    points = exact_points(np.array(terms), bound).tolist()

    assert sum(map(Fraction, points)) == Fraction(sum(points)) == Fraction(sum(points[::-1]))
    assert sum(points) == pytest.approx(sum(terms), rel=0, abs=1e-14 * bound)


def test_a_lane_of_other_topics_is_refused() -> None:
    """Rows are never given to another topic."""
    with pytest.raises(UsageError, match="1 topic, not the 3"):
        sum_lanes(TOPICS, [Rankings.of(Topics.of_ids(["t1"]), [[]])], [np.empty(0)], 5)


@pytest.mark.parametrize("point", [float("nan"), float("inf")])
def test_a_point_that_is_not_finite_is_refused(point: float) -> None:
    """Nothing is ordered by a number that has no order."""
    one = lane([{"u1": 1}, {}, {}])

    with pytest.raises(UsageError, match="one finite number"):
        sum_lanes(TOPICS, [one], [np.array([point])], 5)


def test_an_unknown_tie_rule_is_refused() -> None:
    """A rule that no fuser has is named."""
    with pytest.raises(UsageError, match="expected 'neutral' or 'doc_id asc'"):
        sum_lanes(TOPICS, [], [], 5, ties="doc_id desc")
