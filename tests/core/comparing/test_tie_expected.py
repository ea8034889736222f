"""What a mean is on average over all orders of equal scores."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.scoring import ready_metrics
from scoring import built_in
from tied import criteria_of, orders, scored, whole


def expected_of(criteria: Criteria, rankings: Rankings, names: Sequence[str]) -> list[float | None]:
    """What is expected of metrics, where it is known and a tie can change them."""
    return [None if one is None else one.expected for one in whole(criteria, rankings, names)]


@pytest.mark.parametrize("order", ["ab", "bc"])
def test_p01_what_is_expected_hangs_on_no_order(order: str) -> None:
    """One of two is relevant: on average half a hit, and the mean of both ranks' worth."""
    found = expected_of(
        criteria_of({"q": {"b": 1}}),
        scored({"q": [(unit, 1.0) for unit in order]}),
        ["P@1", "R@1", "Success@1", "RR", "nDCG@10", "AP", "Rprec"],
    )

    assert found == [0.5, 0.5, 0.5, 0.75, pytest.approx((1 + 1 / math.log2(3)) / 2), 0.75, None]


def test_topics_without_ties_are_in_what_is_expected() -> None:
    """The mean is over all topics that have a value."""
    rankings = scored({"p": [("a", 1.0)], "q": [("a", 1.0), ("b", 1.0)], "r": [("x", 1.0)]})

    assert [(1 + 0.75 + 0) / 3] == expected_of(
        criteria_of({topic: {"a": 1} for topic in "pqr"}), rankings, ["RR"]
    )


def test_nothing_is_expected_of_a_condensed_ranking() -> None:
    """No closed form is known where holes are taken out first, so none is given."""
    rankings = scored({"q": [("a", 1.0), ("b", 1.0)]})

    assert [None] == expected_of(
        criteria_of({"q": {"a": 1, "b": 0}}), rankings, ["RR(judged_only=True)"]
    )


EXPECTED = [
    *("nDCG@2", "nDCG", "nDCG(dcg='exp-log2')@3", "RR@2", "RR", "RR(rel=2)", "P@1", "P(rel=2)@3"),
    *("R@2", "R(rel=2)@4", "R_cap@2", "Success@1", "Success(rel=2)@3", "AP", "AP(rel=2)@3"),
]


@pytest.mark.slow
@given(
    units=st.permutations("abcdef"),
    points=st.lists(st.sampled_from([1.0, 2.0, 3.0]), min_size=2, max_size=5),
    grades=st.dictionaries(st.sampled_from("abcdefyz"), st.integers(-1, 3), min_size=1),
)
def test_what_is_expected_is_the_mean_of_every_order(
    units: list[str], points: list[float], grades: dict[str, int]
) -> None:
    """Every order measured, and the mean taken: the closed forms say the same."""
    row, criteria = tuple(zip(units, points, strict=False)), criteria_of({"q": grades})
    metrics = ready_metrics(EXPECTED, built_in())
    values = [
        [one.mean for one in criteria.measure(scored({"q": order}), Topics.of_ids("q"), metrics)]
        for order in orders(row)
    ]
    known = [[value for value in one if value is not None] for one in zip(*values, strict=True)]
    means = [math.fsum(one) / len(one) if one else None for one in known]

    found = whole(criteria, scored({"q": row}), EXPECTED)

    for one, mean in zip(found, means, strict=True):
        assert one is None or one.expected == pytest.approx(mean, abs=1e-12)
