"""The signed-rank test, beside scipy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.wilcoxon import SignedRank, signed_ranks

stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")

CLEAR = st.lists(st.floats(-1, 1).filter(bool), min_size=5, max_size=60, unique_by=abs)
TIED = st.lists(st.sampled_from([-1.0, -0.5, -0.2, 0.2, 0.5, 1.0]), min_size=5, max_size=80)
WITH_ZEROS = st.lists(st.sampled_from([-0.5, 0.0, 0.0, 0.1, 0.5, 0.7]), min_size=5, max_size=80)


@pytest.mark.slow
@settings(max_examples=50)
@given(differences=CLEAR | TIED | WITH_ZEROS)
@example(differences=[0.1 * rank for rank in range(1, 51)])
@example(differences=[0.1 * rank for rank in range(1, 52)])
@example(differences=[1.0] * 13)
@example(differences=[1.0] * 14)
@example(differences=[1.0] * 12 + [0.0])
@example(differences=[1.0] * 12 + [0.0, 0.0])
@example(differences=[1.0] * 70)
def test_statistic_and_p_are_those_of_scipy(differences: list[float]) -> None:
    """Exact or approximated where scipy is, with zeros left out and ties corrected for."""
    if not any(differences):
        return
    expected = stats.wilcoxon(differences, zero_method="wilcox", alternative="two-sided")

    found = signed_ranks(differences)

    assert float(expected.statistic) == found.statistic
    assert float(expected.pvalue) == pytest.approx(found.p, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ([0.1, 0.2, 0.3, 0.4, 0.5], 0.0625),
        ([1.0] * 15 + [0.0] * 40 + [-1.0] * 15, 1.0),
        ([0.1, -0.2, 0.3, 0.4, 0.5, 0.6], 0.09375),
    ],
)
def test_known_p_values(differences: list[float], expected: float) -> None:
    """Five pairs cannot reach 0.05; as many up as down are no difference; 2 of 21 by hand."""
    assert expected == signed_ranks(differences).p


def test_no_pair_that_differs_gives_one() -> None:
    """P is 1, with a note, and no figure that is not a number."""
    assert SignedRank(
        statistic=0.0,
        p=1.0,
        side=0,
        pairs=8,
        zeros=8,
        method="exact",
        zero_method="wilcox",
        note="no non-zero pair",
    ) == signed_ranks([0.0] * 8)


def test_too_few_pairs_are_not_tested() -> None:
    """SciX asks for five pairs; the note says how many there were."""
    found = signed_ranks([0.1, 0.2, 0.3, 0.4])

    assert (None, None, "") == (found.statistic, found.p, found.method)
    assert "not tested: 4 pairs, fewer than 5" == found.note
    assert 0.125 == signed_ranks([0.1, 0.2, 0.3, 0.4], minimum=1).p


def test_the_method_is_named() -> None:
    """Exact for 50 pairs without ties, approximated for 51."""
    steps = np.arange(1.0, 52.0)

    assert "exact" == signed_ranks(steps[:50]).method
    assert "normal approximation" == signed_ranks(steps).method
    assert "normal approximation" == signed_ranks([*steps[:13], 13.0]).method


def test_the_order_of_differences_does_not_matter() -> None:
    """The same differences in any order give the same bits."""
    differences = [0.1, -0.3, 0.0, 0.7, 0.2, 0.1, -0.1] * 9

    assert signed_ranks(differences) == signed_ranks(sorted(differences))


def test_what_cannot_be_tested_is_refused() -> None:
    """A difference that is no number, and a minimum that would allow no pair at all."""
    with pytest.raises(UsageError, match="value nan"):
        signed_ranks([0.1, math.nan, 0.2, 0.3, 0.4])
    with pytest.raises(UsageError, match="minimum 0"):
        signed_ranks([], minimum=0)


def test_the_side_is_that_of_the_larger_sum_of_ranks() -> None:
    """Not that of the mean: a large loss has but one rank."""
    gains_and_a_loss = [0.1, 0.2, 0.3, 0.4, -5.0]

    assert [1, -1, 0] == [
        signed_ranks(gains_and_a_loss).side,
        signed_ranks([-one for one in gains_and_a_loss]).side,
        signed_ranks([0.1, -0.1, 0.2, -0.2, 0.0]).side,
    ]
