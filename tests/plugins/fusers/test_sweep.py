"""The seventeen fusions of SciX's sweep, on its dry-run lanes, each in the expected order."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchbook import Rankings, Topics
from benchbook.plugins.fusers.dense_prior import DensePriorFuser
from benchbook.plugins.fusers.rank_cutoff_rrf import RankCutoffRrfFuser
from benchbook.plugins.fusers.rrf import RrfFuser
from benchbook.plugins.fusers.single import SingleFuser
from benchbook.plugins.fusers.weighted_sum import WeightedSumFuser

ONE = Topics.of_ids(["t"])
DENSE = Rankings.of(ONE, [[("A", 0.9), ("B", 0.5), ("C", 0.1)]])
BM25 = Rankings.of(ONE, [[("C", 3.0), ("D", 2.0), ("A", 1.0)]])
BOTH: Mapping[str, Rankings] = {"dense": DENSE, "bm25": BM25}


def order(fused: Rankings) -> str:
    """The units as one word."""
    return "".join(fused.units("t"))


@pytest.mark.parametrize(("lane", "expected"), [(DENSE, "ABC"), (BM25, "CDA")])
def test_one_lane_alone(lane: Rankings, expected: str) -> None:
    """dense_only and bm25_only."""
    assert expected == order(SingleFuser().fuse(ONE, {"only": lane}, 10))


@pytest.mark.parametrize("k", [10.0, 30.0, 60.0, 100.0])
def test_naive_rrf(k: float) -> None:
    """A and C have ranks 1 and 3, B and D rank 2: two ties, by id."""
    assert "ACBD" == order(RrfFuser(k=k, ties="doc_id asc").fuse(ONE, BOTH, 10))


def test_the_sums_of_rrf_are_those_of_the_source() -> None:
    """At k = 60: A = C = .0322665, B = D = .0161290."""
    made = RrfFuser(ties="doc_id asc").fuse(ONE, BOTH, 10)

    assert [0.0322665, 0.0322665, 0.0161290, 0.0161290] == [round(one, 7) for one in made.scores]


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(0.5, "ACBD"), (0.7, "ABCD"), (0.8, "ABCD"), (0.9, "ABCD"), (0.95, "ABCD")],
)
def test_weighted_sum(weight: float, expected: str) -> None:
    """W for the dense lane, the rest for BM25."""
    weights = {"dense": weight, "bm25": 1 - weight}
    fuser = WeightedSumFuser(weights=weights, ties="doc_id asc")

    assert expected == order(fuser.fuse(ONE, BOTH, 10))


@pytest.mark.parametrize(
    ("cutoff", "expected"),
    [(0, "ABC"), (1, "CAB"), (2, "CABD"), (5, "ACBD"), (10, "ACBD"), (20, "ACBD")],
)
def test_rank_cutoff_rrf(cutoff: int, expected: str) -> None:
    """BM25 is cut; at 0 the dense lane is alone."""
    fuser = RankCutoffRrfFuser(cut=("bm25",), cutoff=cutoff, ties="doc_id asc")

    assert expected == order(fuser.fuse(ONE, BOTH, 10))


@pytest.mark.parametrize("bonus", [0.05, 0.1, 0.2])
def test_dense_prior(bonus: float) -> None:
    """C, the last of the dense lane, has the bonus; D, which only BM25 found, half of it."""
    fuser = DensePriorFuser(dense="dense", bonus=bonus, ties="doc_id asc")

    assert "ABCD" == order(fuser.fuse(ONE, BOTH, 10))


def test_a_unit_that_only_the_other_lane_found_reaches_the_bonus_at_most() -> None:
    """norm(D) is 0.5 in BM25."""
    made = DensePriorFuser(dense="dense", bonus=0.2).fuse(ONE, BOTH, 10)

    assert {"A": 1.0, "B": 0.5, "C": 0.2, "D": 0.1} == {
        unit: round(score, 12) for unit, score in next(iter(made))[1]
    }
