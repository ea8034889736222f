"""B minus A, paired per topic: population, ties, holes and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import permutations
from types import MappingProxyType

import numpy as np
import pytest

from benchbook.core.comparing.rules import BOOTSTRAP, SIGN_FLIP
from benchbook.core.diffing.diff import Diff
from benchbook.core.diffing.holding import DiffOptions, hold
from benchbook.core.diffing.paired import unmatched
from benchbook.core.errors import UsageError
from benchbook.core.plugging.loading import load_registry
from diff_sides import Values, condition, side

REGISTRY = load_registry(external=False)
METRIC = "nDCG@10"
Topics = Mapping[str, float | None]


def column(values: Sequence[float | None]) -> Topics:
    """Values of q00, q01 and so on."""
    return {f"q{at:02}": value for at, value in enumerate(values)}


def held(
    first: Values,
    second: Values,
    test: str = SIGN_FLIP,
    ties: Mapping[str, tuple[float, float]] = MappingProxyType({}),
) -> Diff:
    """The diff of two conditions; ties are those of the second."""
    sides = side({"c": condition(first)}), side({"c": condition(second, ties=ties)})
    return hold(*sides, REGISTRY, DiffOptions(renamed={}, test=test))


LOW, HIGH = column([0.2] * 12), column([0.2 + at / 40 for at in range(12)])


def test_p100_a_difference_is_paired() -> None:
    """Every topic against itself: the mean of differences, its sign-flip p, its direction."""
    (one,) = held({METRIC: LOW}, {METRIC: HIGH}).differences

    assert pytest.approx(np.mean([at / 40 for at in range(12)])) == float(one.found.difference or 0)
    assert 2 / 2**11 == pytest.approx(float(one.found.p or 1))
    assert ("higher", 11, 1, 0) == (one.verdict, one.found.wins, one.found.ties, one.found.losses)


def test_p104_topics_are_never_joined_with_others() -> None:
    """Eleven pairs of twelve and eleven; an undefined value pairs with nothing either."""
    first = {METRIC: LOW}
    second = {METRIC: {**column([0.3] * 11), "q03": None, "other": 0.3}}

    diff = held(first, second)
    (left,) = unmatched(diff.conditions, METRIC)

    assert 10 == diff.differences[0].found.n
    assert (("q03", "q11"), ("other",)) == (left.first, left.second)


@pytest.mark.parametrize("n", [1, 9])
def test_under_ten_topics_nothing_is_compared(n: int) -> None:
    """However clear it looks."""
    (one,) = held({METRIC: column([0.1] * n)}, {METRIC: column([0.9] * n)}).differences

    assert ("not compared", None) == (one.verdict, one.found.p)


def test_a_difference_that_ties_can_turn_has_no_side() -> None:
    """Equal scores in another order: the sums could fall and rise by more than the difference."""
    wide = {METRIC: (-6.0, 6.0)}

    (one,) = held({METRIC: LOW}, {METRIC: HIGH}, ties=wide).differences
    (other,) = held({METRIC: LOW}, {METRIC: HIGH}, ties={METRIC: (-0.1, 0.0)}).differences

    assert ("ties decide", "higher") == (one.verdict, other.verdict)


def test_sides_that_are_judged_unequally_are_not_compared() -> None:
    """More than ten points of Judged@10 apart: holes may be the whole difference."""
    first = {METRIC: LOW, "Judged@10": column([0.9] * 12)}
    second = {METRIC: HIGH, "Judged@10": column([0.7] * 12)}

    (one,) = held(first, second).differences

    assert "not compared" == one.verdict
    assert "20 points less of its rows are judged" in one.found.reason


def test_holm_is_over_all_that_is_compared() -> None:
    """Two metrics with the same p: the smaller p counts twice."""
    first, second = {METRIC: LOW, "RR": LOW}, {METRIC: HIGH, "RR": HIGH}

    one, other = held(first, second).differences

    assert Decimal(one.found.p or 0) * 2 == Decimal(one.found.corrected or 0)
    assert one.found.corrected == other.found.corrected


def test_the_order_of_topics_changes_nothing() -> None:
    """Draws come from the sorted topics; only the kit's bootstrap goes by the order of records."""
    values = [0.1, 0.9, 0.4, 0.3, 0.8, 0.2, 0.6, 0.5, 0.7, 0.0, 1.0, 0.35]
    plain, base = column(values), column([0.4] * 12)
    shuffled = dict(sorted(plain.items(), key=lambda pair: values[int(pair[0][1:])]))

    found = {
        (test, at): held({METRIC: first}, {METRIC: plain}, test).as_plain()["differences"]
        for test in (SIGN_FLIP, BOOTSTRAP)
        for at, first in enumerate((base, {topic: base[topic] for topic in shuffled}))
    }

    assert found[SIGN_FLIP, 0] == found[SIGN_FLIP, 1]
    assert found[BOOTSTRAP, 0] != found[BOOTSTRAP, 1]


def test_topics_go_by_the_first_metric_that_both_have() -> None:
    """Where one side lacks the primary metric no topic is called lost for that."""
    diff = held({METRIC: LOW, "RR": LOW}, {"RR": HIGH})

    states = {one.state for one in diff.changes["c"]}
    assert ("RR", {"improved", "unchanged"}) == (diff.by, states)


def test_no_metric_in_common_is_refused() -> None:
    """Naming those of each side."""
    for one, other in permutations((METRIC, "RR")):
        with pytest.raises(UsageError, match=f"no metric in both: A has {one}; B has {other}"):
            held({one: LOW}, {other: HIGH})
