"""Fusers that add scores: scales, constants, what is missing, ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Fuser, Rankings, Topics, UsageError
from benchbook.plugins.fusers import combmnz, combsum, dense_prior, rank_cutoff_rrf, weighted_sum
from benchbook.plugins.fusers.combmnz import CombMnzFuser
from benchbook.plugins.fusers.combsum import CombSumFuser
from benchbook.plugins.fusers.dense_prior import DensePriorFuser
from benchbook.plugins.fusers.rank_cutoff_rrf import RankCutoffRrfFuser
from benchbook.plugins.fusers.weighted_sum import WeightedSumFuser
from benchbook.testing import FuserContract

ONE = Topics.of_ids(["t"])
Row = Sequence[tuple[str, float]]


class TestWeightedSum(FuserContract):
    """It keeps the contract."""

    plugin = weighted_sum.benchbook_plugins()[0]
    symmetric = True


class TestWeightedSumOfRawScores(FuserContract):
    """Also with weights and raw scores."""

    plugin = weighted_sum.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"normalise": "none"}
    passed: ClassVar[Mapping[str, object]] = {"weights": {"alpha": 1.5, "beta": 1.0, "gamma": 0.5}}


class TestCombSum(FuserContract):
    """It keeps the contract."""

    plugin = combsum.benchbook_plugins()[0]
    symmetric = True


class TestCombMnz(FuserContract):
    """It keeps the contract."""

    plugin = combmnz.benchbook_plugins()[0]
    symmetric = True


class TestDensePrior(FuserContract):
    """It keeps the contract."""

    plugin = dense_prior.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"dense": "alpha"}


class TestRankCutoffRrf(FuserContract):
    """It keeps the contract."""

    plugin = rank_cutoff_rrf.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"cut": ["beta"], "cutoff": 3}


def lanes(**rows: Row) -> dict[str, Rankings]:
    """One topic's lanes."""
    return {name: Rankings.of(ONE, [row]) for name, row in rows.items()}


def scores(fuser: Fuser, given: Mapping[str, Rankings]) -> dict[str, float]:
    """Each unit's score, to twelve places."""
    ((_, row),) = fuser.fuse(ONE, given, 10)
    return {unit: round(score, 12) for unit, score in row}


HALVES = WeightedSumFuser(weights={"a": 0.5, "b": 0.5})


def test_p47_a_constant_list_gives_each_of_its_units_one() -> None:
    """A retrieved unit is never worth as little as a missing one."""
    given = lanes(a=[("a", 5.0), ("b", 5.0)], b=[("c", 9.0), ("d", 1.0)])

    assert {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.0} == scores(HALVES, given)


def test_p48_a_single_unit_is_worth_one() -> None:
    """Zero span again."""
    assert {"a": 0.5, "c": 0.5, "d": 0.0} == scores(
        HALVES, lanes(a=[("a", 5.0)], b=[("c", 9.0), ("d", 1.0)])
    )


def test_p48_a_floor_tells_the_last_unit_from_a_missing_one() -> None:
    """The least score becomes the floor, the greatest stays 1."""
    fuser = WeightedSumFuser(weights={"a": 0.5, "b": 0.5}, floor=0.2)
    given = lanes(a=[("x", 3.0), ("y", 2.0), ("z", 1.0)], b=[("w", 1.0)])

    assert {"x": 0.5, "y": 0.3, "z": 0.1, "w": 0.5} == scores(fuser, given)


def test_p50_a_silent_lane_leaves_the_other_as_it_is() -> None:
    """No row is no error."""
    given = lanes(a=[("x", 3.0), ("y", 1.0)], b=[])

    assert {"x": 0.5, "y": 0.0} == scores(HALVES, given)


def test_p52_raw_scores_are_added_only_when_asked_for() -> None:
    """BM25 at 23 outweighs any cosine; by default it does not."""
    given = lanes(a=[("x", 23.1), ("y", 20.0)], b=[("y", 0.71), ("x", 0.2)])

    assert {"x": 23.3, "y": 20.71} == scores(WeightedSumFuser(normalise="none"), given)
    assert {"x": 1.0, "y": 1.0} == scores(WeightedSumFuser(), given)


def test_p42_a_weight_of_zero_is_no_voice() -> None:
    """What that lane alone ranked is not there."""
    fuser = WeightedSumFuser(weights={"a": 1.0, "b": 0.0})

    assert {"x": 1.0} == scores(fuser, lanes(a=[("x", 1.0)], b=[("y", 1.0)]))


def test_combsum_adds_and_combmnz_multiplies_by_those_who_agree() -> None:
    """The textbook sums: x in both, y and z in one each."""
    given = lanes(a=[("y", 4.0), ("x", 3.0), ("v", 0.0)], b=[("z", 10.0), ("x", 5.0), ("w", 0.0)])

    summed = {"x": 1.25, "y": 1.0, "z": 1.0, "v": 0.0, "w": 0.0}
    assert summed == scores(CombSumFuser(), given)
    assert {**summed, "x": 2.5} == scores(CombMnzFuser(), given)


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), 1e301])
def test_scores_that_cannot_be_added_are_refused(score: float) -> None:
    """Their differences may be no numbers."""
    with pytest.raises(UsageError, match="cannot be added; expected within ±1e300"):
        CombSumFuser().fuse(ONE, lanes(a=[("x", score)]), 10)


def test_raw_scores_whose_sum_is_no_number_are_refused() -> None:
    """Large weights on large scores."""
    fuser = WeightedSumFuser(weights={"a": 1e10}, normalise="none")

    with pytest.raises(UsageError, match="beyond any number"):
        fuser.fuse(ONE, lanes(a=[("x", 1e300)]), 10)


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-6, 1.0, 1e299])
def test_scores_of_any_size_are_scaled(size: float) -> None:
    """The tiniest that there are, and the largest; raw ones are kept as they are."""
    given = lanes(a=[("x", 2 * size), ("y", size), ("z", 0.0)])

    assert {"x": 1.0, "y": 0.5, "z": 0.0} == scores(CombSumFuser(), given)
    ((_, raw),) = CombSumFuser(normalise="none").fuse(ONE, given, 10)
    assert {"x": 2 * size, "y": size, "z": 0.0} == pytest.approx(dict(raw), rel=1e-14)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: WeightedSumFuser(weights={"a": -1.0}), "weight of lane 'a' is -1.0"),
        (lambda: WeightedSumFuser(weights={"a": 0.0}), "add up to 0"),
        (lambda: WeightedSumFuser(floor=1.0), "floor is 1.0"),
        (
            lambda: WeightedSumFuser(floor=0.2, normalise="none"),
            "floor is 0.2 and normalise 'none'",
        ),
        (lambda: CombSumFuser(floor=0.2, normalise="none"), "expected no floor, or 'min-max'"),
        (lambda: CombMnzFuser(floor=0.2, normalise="none"), "expected no floor, or 'min-max'"),
        (lambda: CombSumFuser(floor=-0.1), "floor is -0.1"),
        (lambda: CombMnzFuser(floor=float("nan")), "floor is nan"),
        (lambda: DensePriorFuser(dense="a", bonus=-1.0), "bonus is -1.0"),
        (lambda: RankCutoffRrfFuser(cut=()), "at least one lane"),
        (lambda: RankCutoffRrfFuser(cut=("a",), cutoff=-1), "cutoff is -1"),
    ],
)
def test_a_number_that_means_nothing_is_refused(build: type, message: str) -> None:
    """When it is built, before any work."""
    with pytest.raises(UsageError, match=message):
        build()


@pytest.mark.parametrize(
    ("fuser", "message"),
    [
        (DensePriorFuser(dense="vectr"), "did you mean 'vector'"),
        (RankCutoffRrfFuser(cut=("keywrd",)), "did you mean 'keyword'"),
        (RankCutoffRrfFuser(cut=("keyword",), weights={"vector": 1.0}), "no weight for lane"),
        (RankCutoffRrfFuser(cut=("keyword", "vector"), cutoff=0), "leaves no lane"),
        (
            RankCutoffRrfFuser(cut=("keyword",), cutoff=0, weights={"vector": 0.0, "keyword": 1.0}),
            "leaves no lane",
        ),
        (WeightedSumFuser(weights={"vector": 1.0}), "no weight for lane 'keyword'"),
        (
            WeightedSumFuser(weights={"vector": 1.0, "keyword": 1.0, "graph": 1.0}),
            "a weight for 'graph', which is not fused",
        ),
        (
            WeightedSumFuser(weights={"vector": 1.0, "keywrd": 1.0}),
            "a weight for 'keywrd', which is not fused.*did you mean 'keyword'",
        ),
    ],
)
def test_lanes_that_the_parameters_do_not_fit_are_refused(
    fuser: DensePriorFuser | RankCutoffRrfFuser | WeightedSumFuser, message: str
) -> None:
    """Before any work: the plan asks for this."""
    with pytest.raises(UsageError, match=message):
        fuser.check_lanes(("vector", "keyword"))


ROWS = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(-8, 8).map(float)),
    unique_by=lambda pair: pair[0],
    max_size=8,
)


@given(one=ROWS, two=ROWS)
def test_combmnz_is_combsum_times_votes(one: Row, two: Row) -> None:
    """Against a plain reading of the formula."""
    given = lanes(one=one, two=two)
    summed = scores(CombSumFuser(), given)
    votes = {unit: sum(unit in dict(row) for row in (one, two)) for unit in summed}

    assert {unit: votes[unit] * score for unit, score in summed.items()} == pytest.approx(
        scores(CombMnzFuser(), given), abs=1e-11
    )
