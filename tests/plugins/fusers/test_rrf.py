"""Reciprocal rank fusion, and the faults that other tools have had."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError
from benchbook.plugins.fusers.rrf import RrfFuser

ONE = Topics.of_ids(["t"])


def lanes(**ranked: list[str]) -> dict[str, Rankings]:
    """Give lanes of one topic that rank these units in this order."""
    return {
        name: Rankings.of(ONE, [[(unit, -float(at)) for at, unit in enumerate(units)]])
        for name, units in ranked.items()
    }


def fused(fuser: RrfFuser, given_lanes: dict[str, Rankings], depth: int = 10) -> dict[str, float]:
    """Give the scores of the topic, best first."""
    ((_, rows),) = fuser.fuse(ONE, given_lanes, depth)
    return dict(rows)


def test_p38_a_unit_of_both_lanes_beats_the_first_of_either() -> None:
    """Ranks start at 1, and a lane that did not rank a unit adds nothing."""
    made = fused(RrfFuser(), lanes(dense=["X", "a", "Y"], sparse=["b", "c", "Y"]))

    assert {"Y": 2 / 63, "X": 1 / 61, "b": 1 / 61, "a": 1 / 62, "c": 1 / 62} == pytest.approx(
        made, rel=1e-12
    )
    order = list(made)
    assert (["Y"], {"X", "b"}, {"a", "c"}) == (order[:1], {*order[1:3]}, {*order[3:]})


def test_p39_equal_sums_go_by_id_when_asked() -> None:
    """The rule of other tools can be had by name."""
    made = fused(RrfFuser(ties="doc_id asc"), lanes(dense=["X", "a", "Y"], sparse=["b", "c", "Y"]))

    assert ["Y", "X", "b", "a", "c"] == list(made)


def test_p39_the_neutral_key_favours_no_id() -> None:
    """Over many pairs of ids the smaller one wins about as often as the larger."""
    wins = 0
    for number in range(200):
        first, second = f"a{number}", f"b{number}"
        wins += first == next(iter(fused(RrfFuser(), lanes(one=[first], two=[second]))))

    assert 70 < wins < 130


def test_p40_equal_scores_of_a_lane_are_ordered_before_they_vote() -> None:
    """The order in which tied rows arrive changes nothing, once a lane orders by score."""
    there = Rankings.by_score(ONE, [[("a", 5.0), ("b", 5.0)]])
    back = Rankings.by_score(ONE, [[("b", 5.0), ("a", 5.0)]])

    assert fused(RrfFuser(), {"one": there}) == fused(RrfFuser(), {"one": back})


def test_p42_a_lane_of_weight_0_adds_nothing() -> None:
    """Neither points nor units."""
    made = fused(RrfFuser(weights={"one": 1, "two": 0}), lanes(one=["a"], two=["b", "a"]))

    assert {"a": 1 / 61} == pytest.approx(made, rel=1e-12)


@pytest.mark.parametrize(("k", "first"), [(60, "X"), (1, "Y")])
def test_p44_a_small_k_favours_the_first_place(k: int, first: str) -> None:
    """Fourth in both lanes beats first in one for k = 60, and loses for k = 1."""
    ranked = lanes(one=["Y", "a", "b", "X"], two=["c", "d", "e", "X"])

    made = fused(RrfFuser(k=k), ranked)

    assert {"X": 2 / (k + 4), "Y": 1 / (k + 1)} == pytest.approx(
        {unit: made[unit] for unit in "XY"}, rel=1e-12
    )
    assert first == max("XY", key=made.__getitem__)


def test_k_may_be_0() -> None:
    """Then a term is the reciprocal of the rank."""
    assert {"a": 1.0, "b": 0.5} == fused(RrfFuser(k=0), lanes(one=["a", "b"]))


def test_p50_an_empty_lane_leaves_the_other_as_it_is() -> None:
    """A lane that found nothing does not spoil a topic."""
    assert ["b", "a"] == list(fused(RrfFuser(), lanes(one=["b", "a"], two=[])))


def test_p51_a_topic_that_a_lane_does_not_have_counts_as_empty() -> None:
    """Lanes about other topics are lined up by topic, not by place."""
    topics = Topics.of_ids(["s", "t"])
    short = lanes(one=["a"])["one"]
    long = Rankings.of(topics, [[("x", 1.0)], [("b", 1.0)]])

    made = RrfFuser().fuse(topics, {"one": short, "two": long}, 5)

    assert [("x",), {"a", "b"}] == [made.units("s"), {*made.units("t")}]


def test_only_ranks_vote() -> None:
    """Scores of any size and sign give the same."""
    high = Rankings.of(ONE, [[("a", 1e300), ("b", -5.0)]])
    flat = Rankings.of(ONE, [[("a", 0.0), ("b", 0.0)]])

    assert fused(RrfFuser(), {"one": high}) == fused(RrfFuser(), {"one": flat})


@given(
    ranked=st.lists(st.permutations([f"u{number}" for number in range(8)]), min_size=3, max_size=3),
    weights=st.lists(st.sampled_from([0.8, 1.0, 1.2, 1.5]), min_size=3, max_size=3),
)
def test_the_order_and_the_names_of_lanes_do_not_matter(
    ranked: list[list[str]], weights: list[float]
) -> None:
    """Lanes with their weights may be given in any order, under any names."""
    there = RrfFuser(weights=dict(zip("abc", weights, strict=True)))
    back = RrfFuser(weights=dict(zip("cba", weights, strict=True)))

    assert list(fused(there, lanes(**dict(zip("abc", ranked, strict=True)))).items()) == list(
        fused(back, lanes(**dict(zip("cba", ranked, strict=True)))).items()
    )


def test_ranks_that_are_equal_but_for_their_lanes_tie() -> None:
    """Two units at 1, 2, 3 and at 3, 1, 2 have equal sums, whatever rounding does."""
    made = fused(RrfFuser(), lanes(a=["x", "p", "y"], b=["y", "x", "q"], c=["r", "y", "x"]))

    assert made["x"] == made["y"]


def test_depth_cuts_after_fusing() -> None:
    """A unit that both lanes rank below the cut can still come first."""
    assert ["Y"] == list(
        fused(RrfFuser(), lanes(dense=["X", "a", "Y"], sparse=["b", "c", "Y"]), depth=1)
    )


@pytest.mark.parametrize("k", [-1, math.inf, math.nan])
def test_p44_a_k_that_is_no_number_from_0_is_refused(k: float) -> None:
    """Nothing is fused with it."""
    with pytest.raises(UsageError, match="k is"):
        RrfFuser(k=k)


@pytest.mark.parametrize("weight", [-0.1, math.inf, math.nan])
def test_a_weight_that_is_no_number_from_0_is_refused(weight: float) -> None:
    """The lane is named."""
    with pytest.raises(UsageError, match="the weight of lane 'one'"):
        RrfFuser(weights={"one": weight, "two": 1})


@pytest.mark.parametrize("weights", [{}, {"one": 0}, {"one": 1e308, "two": 1e308}])
def test_weights_without_a_sum_are_refused(weights: dict[str, float]) -> None:
    """At least one lane must count, and the sum must be a number."""
    with pytest.raises(UsageError, match="add up to 0 or to infinity"):
        RrfFuser(weights=weights)


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        ({"one": 1}, "no weight for lane 'two'"),
        ({"one": 1, "two": 1, "three": 1}, "a weight for 'three'"),
    ],
)
def test_p42_weights_are_for_the_lanes_that_are_fused(
    weights: dict[str, float], found: str
) -> None:
    """A missing weight is not 1, and one too many is not ignored."""
    with pytest.raises(UsageError, match=found):
        RrfFuser(weights=weights).fuse(ONE, lanes(one=["a"], two=["b"]), 5)
