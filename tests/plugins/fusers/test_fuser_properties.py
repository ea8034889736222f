"""What holds for every fuser that adds up lanes, whatever they rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbook import Fuser, Rankings, Topics
from benchbook.plugins.fusers.auto_route import AutoRouteFuser
from benchbook.plugins.fusers.combmnz import CombMnzFuser
from benchbook.plugins.fusers.combsum import CombSumFuser
from benchbook.plugins.fusers.dense_prior import DensePriorFuser
from benchbook.plugins.fusers.rank_cutoff_rrf import RankCutoffRrfFuser
from benchbook.plugins.fusers.rrf import RrfFuser
from benchbook.plugins.fusers.weighted_sum import WeightedSumFuser

ONE = Topics.of_ids(["t"])
Row = Sequence[tuple[str, float]]


def lanes_of(**rows: Row) -> dict[str, Rankings]:
    """One topic's lanes."""
    return {name: Rankings.of(ONE, [row]) for name, row in rows.items()}


SCORES = st.one_of(st.integers(-8, 8).map(float), st.floats(-9.0, 9.0), st.sampled_from([0.1, 0.7]))
ROWS = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), SCORES), unique_by=lambda pair: pair[0], max_size=8
)
WEIGHTS = {"one": 0.1, "two": 0.2, "three": 0.7}
"""They add up to 1, or to a bit less, as it comes."""


def build(name: str, names: Mapping[str, str], ties: Literal["neutral", "doc_id asc"]) -> Fuser:
    """A fuser over the lanes `one`, `two` and `three`, which go by other names."""
    weights = dict(sorted((names[lane], weight) for lane, weight in WEIGHTS.items()))
    two = names["two"]
    fusers: dict[str, Callable[[], Fuser]] = {
        "rrf": lambda: RrfFuser(weights=weights, k=0, ties=ties),
        "weighted-sum": lambda: WeightedSumFuser(weights=weights, ties=ties),
        "weighted-sum, raw": lambda: WeightedSumFuser(weights=weights, normalise="none", ties=ties),
        "combsum": lambda: CombSumFuser(ties=ties),
        "combsum, raw": lambda: CombSumFuser(normalise="none", ties=ties),
        "combmnz": lambda: CombMnzFuser(floor=0.1, ties=ties),
        "combmnz, raw": lambda: CombMnzFuser(normalise="none", ties=ties),
        "dense-prior": lambda: DensePriorFuser(dense=two, ties=ties),
        "rank-cutoff-rrf": lambda: RankCutoffRrfFuser(
            cut=(two,), cutoff=3, weights=weights, ties=ties
        ),
        "auto-route": lambda: AutoRouteFuser(
            rules=(f"has digit -> {two}", "otherwise -> all"), weights=weights, ties=ties
        ),
    }
    return fusers[name]()


KINDS = (
    "rrf",
    "weighted-sum",
    "weighted-sum, raw",
    "combsum",
    "combsum, raw",
    "combmnz",
    "combmnz, raw",
    "dense-prior",
    "rank-cutoff-rrf",
    "auto-route",
)
SAME = {name: name for name in WEIGHTS}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(one=ROWS, two=ROWS, three=ROWS, names=st.permutations(["one", "two", "three"]))
def test_order_and_names_of_lanes_change_nothing(
    kind: str, one: Row, two: Row, three: Row, names: list[str]
) -> None:
    """No score's last bit, no tie, however lanes are called and whichever stands first."""
    given_lanes = lanes_of(one=one, two=two, three=three)
    called = dict(zip(WEIGHTS, names, strict=True))
    renamed = {called[name]: given_lanes[name] for name in reversed(WEIGHTS)}

    there = build(kind, SAME, "neutral").fuse(ONE, given_lanes, 5)
    back = build(kind, called, "neutral").fuse(ONE, renamed, 5)

    assert list(there) == list(back)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(one=ROWS, two=ROWS, three=ROWS, ids=st.permutations(list("abcdefgh")))
def test_other_ids_move_nothing_but_ties(
    kind: str, one: Row, two: Row, three: Row, ids: list[str]
) -> None:
    """Each unit keeps its sum, whatever it is called; with neutral ties and with ties by id."""
    called = dict(zip("abcdefgh", ids, strict=True))
    given_lanes = lanes_of(one=one, two=two, three=three)
    renamed = lanes_of(
        **{
            name: [(called[unit], score) for unit, score in row]
            for name, row in (("one", one), ("two", two), ("three", three))
        }
    )
    for ties in ("neutral", "doc_id asc"):
        fuser = build(kind, SAME, ties)
        ((_, before),), ((_, after),) = fuser.fuse(ONE, given_lanes, 8), fuser.fuse(ONE, renamed, 8)

        assert {called[unit]: score for unit, score in before} == dict(after)
        assert [score for _, score in before] == [score for _, score in after]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(one=ROWS, two=ROWS, three=ROWS)
def test_equal_sums_go_by_the_rule_alone(kind: str, one: Row, two: Row, three: Row) -> None:
    """By id: sorted by sum, then id. Neutral: the same units with the same sums."""
    given_lanes = lanes_of(one=one, two=two, three=three)
    ((_, by_id),) = build(kind, SAME, "doc_id asc").fuse(ONE, given_lanes, 8)
    ((_, neutral),) = build(kind, SAME, "neutral").fuse(ONE, given_lanes, 8)

    assert sorted(by_id, key=lambda row: (-row[1], row[0])) == list(by_id)
    assert dict(by_id) == dict(neutral)
