"""The sign-flip test and its inversion agree with each other and with plain enumeration."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics import sign_flip as module
from benchbook.core.statistics.draws import seed_of, stream_of
from benchbook.core.statistics.sign_flip import SignFlip, sign_flip
from differences_made import made

SEED = seed_of("a test")
ALPHA = Decimal("0.05")
ALPHAS = st.sampled_from([Decimal("0.01"), ALPHA, Decimal("0.1"), Decimal("0.3"), Decimal("0.5")])
DENOMINATORS = st.sampled_from([1, 2, 3, 7, 10, 12])


def columns_of(*columns: Sequence[float]) -> npt.NDArray[np.float64]:
    """Lay differences out as topics and columns."""
    return np.array(columns, np.float64).T


def sign_flipped(differences: Sequence[float], alpha: Decimal = ALPHA, **options: int) -> SignFlip:
    """Test one column."""
    (only,) = sign_flip(columns_of(differences), seed=SEED, alpha=alpha, **options)
    return only


@st.composite
def fractions_of_one(draw: st.DrawFn, most: int) -> list[Fraction]:
    """Differences with a common denominator: many ties, and thirds that binary cannot hold."""
    denominator = draw(DENOMINATORS)
    numerators = st.integers(-denominator, denominator)
    return [
        Fraction(one, denominator) for one in draw(st.lists(numerators, min_size=1, max_size=most))
    ]


def hits_at(differences: Sequence[Fraction], shift: Fraction) -> int:
    """Count assignments as the definition says: at least as far from 0 as the observed one."""
    common = Fraction(1, np.lcm.reduce([one.denominator for one in (*differences, shift)]))
    shifted = [int((one - shift) / common) for one in differences]
    return sum(
        abs(sum(sign * one for sign, one in zip(signs, shifted, strict=True))) >= abs(sum(shifted))
        for signs in itertools.product((1, -1), repeat=len(shifted))
    )


def subset_means(differences: Sequence[Fraction]) -> Iterator[Fraction]:
    """Give the mean of each set of topics that is neither empty nor whole."""
    for size in range(1, len(differences)):
        for some in itertools.combinations(differences, size):
            yield sum(some, Fraction(0)) / size


@given(fractions_of_one(most=10))
@example([Fraction(1, 3), Fraction(1, 3), Fraction(-2, 3)])
def test_p_is_the_share_that_enumeration_counts(differences: list[Fraction]) -> None:
    """With exact ties: a third and a third are as far from 0 as two thirds."""
    ours = sign_flipped([float(one) for one in differences])

    assert (hits_at(differences, Fraction(0)), 2 ** len(differences)) == (ours.hits, ours.of)


@given(fractions_of_one(most=6), ALPHAS)
def test_the_interval_is_what_enumeration_does_not_reject(
    differences: list[Fraction], alpha: Decimal
) -> None:
    """Its ends are the first and the last subset mean at which p is above alpha."""
    ours = sign_flipped([float(one) for one in differences], alpha)
    everywhere = 2 ** len(differences)
    means = sorted({*subset_means(differences), sum(differences) / Fraction(len(differences))})
    kept = [t for t in means if Fraction(hits_at(differences, t), everywhere) > alpha]

    if Fraction(hits_at(differences, Fraction(2)), everywhere) > alpha:
        assert (None, None) == (ours.low, ours.high)
    else:
        assert (kept[0], kept[-1]) == pytest.approx((ours.low, ours.high), abs=2e-12)


@given(
    st.lists(
        st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.1, 1 / 3, 0.7, 1.0]), min_size=1, max_size=30
    ),
    ALPHAS,
)
@example([1 / 3] * 6 + [-2 / 3] * 3, Decimal("0.5"))
@example([1 / 3] * 20 + [-2 / 3] * 10, Decimal("0.5"))
def test_zero_is_in_the_interval_exactly_where_p_is_above_alpha(
    differences: list[float], alpha: Decimal
) -> None:
    """Drawn or enumerated: test and interval come from the same assignments."""
    ours = sign_flipped(differences, alpha, draws=199)

    if ours.low is None or ours.high is None:
        assert ours.p > alpha
    else:
        assert (ours.p > alpha) == (ours.low <= 0 <= ours.high)
        assert ours.low <= ours.mean <= ours.high


def test_an_end_that_rounding_moved_off_zero_is_zero() -> None:
    """Two thirds less two times a third is 0, which whole units miss by one: test and interval."""
    ours = sign_flipped([-1 / 3, -1 / 3, 2 / 3, 1.0, 1.0, 1.0, 1.0], Decimal("0.07"))

    assert (Fraction(10, 128), 0.0) == (ours.p, ours.low)


@pytest.mark.parametrize("topics", range(2, 13))
def test_p_is_that_of_scipy(topics: int) -> None:
    """The same exact test by another hand, over whole thousandths so that its ties are exact."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this room")
    thousandths = np.rint(made(topics, 9) * 1000)
    peer = stats.permutation_test(
        (thousandths,), np.sum, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    ours = sign_flip(thousandths / 1000, seed=SEED, alpha=ALPHA)

    assert [float(flip.p) for flip in ours] == pytest.approx(peer.pvalue, rel=1e-12)


@given(st.lists(st.integers(-5, 5), min_size=21, max_size=70), ALPHAS)
@settings(max_examples=30)
def test_drawn_assignments_are_those_of_the_words(sevenths: list[int], alpha: Decimal) -> None:
    """Bit by bit and in whole numbers: two words at most per draw, the observed one before them."""
    differences = [Fraction(one, 7) for one in sevenths]
    n, words = len(differences), -(-len(differences) // 64)
    raw = [int(word) for word in stream_of(SEED).random_raw(words * 60)]
    drawn = [
        [raw[at * words + place // 64] >> place % 64 & 1 for place in range(n)] for at in range(60)
    ]
    far = abs(sum(sevenths))
    hits = 1 + sum(
        abs(sum(-one if bit else one for bit, one in zip(bits, sevenths, strict=True))) >= far
        for bits in drawn
    )
    lower = sorted(
        min(
            sum(one for bit, one in zip(bits, differences, strict=True) if bit == side)
            / bits.count(side)
            for side in (0, 1)
        )
        for bits in drawn
    )
    ours = sign_flipped([float(one) for one in differences], alpha, draws=60)
    needed = int(61 * alpha) + 1  # of them the observed one accepts everything

    assert (hits, 61) == (ours.hits, ours.of)
    assert (lower[needed - 2] if needed > 1 else None) == pytest.approx(ours.low, abs=2e-12)


def test_five_that_all_improve_cannot_reach_a_twentieth() -> None:
    """Its p, 2 of 32, is the smallest there is; the interval has no end, and says so."""
    ours = sign_flipped([0.2, 0.4, 0.1, 0.5, 0.3])

    assert (2, 32, Fraction(1, 16)) == (ours.hits, ours.of, ours.p)
    assert (Fraction(1, 16), True, 5, 5) == (
        ours.smallest,
        ours.is_exact,
        ours.n,
        ours.nonzero,
    )
    assert (None, None) == (ours.low, ours.high)
    assert (
        "cannot reach 0.05 with 5 non-zero differences",
        "no interval at alpha 0.05 with n = 5: no difference would be rejected",
    ) == ours.notes


def test_six_that_all_improve_can() -> None:
    """2 of 64; the interval goes from the smallest difference to the greatest, both in it."""
    ours = sign_flipped([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])

    assert (Fraction(1, 32), ()) == (ours.p, ours.notes)
    assert (0.1, 0.6) == pytest.approx((ours.low, ours.high), abs=1e-12)


def test_the_observed_labelling_is_counted() -> None:
    """Sixty zeros against sixty ones: no drawn assignment is as far, and p is not 0."""
    ours = sign_flipped([1.0] * 60, draws=1000)

    assert (1, 1001, False) == (ours.hits, ours.of, ours.is_exact)
    assert Fraction(1, 1001) == ours.smallest
    assert (1.0, 1.0, 1.0) == (ours.mean, ours.low, ours.high)


def test_where_nothing_differs_p_is_one() -> None:
    """Enumerated or drawn, with a note."""
    for topics in (1, 9, 60):
        ours = sign_flipped([0.0] * topics, Decimal("0.5"))
        assert (Fraction(1), Fraction(1), 0) == (ours.p, ours.smallest, ours.nonzero)
        assert ours.notes[0] == "no non-zero pair: p is 1"


def test_differences_that_cancel_have_p_one() -> None:
    """As many up as down, and many equal: what some tests call significant."""
    ours = sign_flipped([1.0] * 15 + [0.0] * 40 + [-1.0] * 15)

    assert (Fraction(1), 30, 0.0) == (ours.p, ours.nonzero, ours.mean)


def test_few_that_differ_among_many_bound_what_p_can_be() -> None:
    """Three of a hundred: the sign of three can fall in four ways that matter."""
    ours = sign_flipped([0.5] * 3 + [0.0] * 97)

    assert Fraction(1, 4) == ours.smallest
    assert 0.25 == pytest.approx(float(ours.p), abs=0.02)
    assert ("cannot reach 0.05 with 3 non-zero differences",) == ours.notes


def test_a_drawn_p_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within five standard deviations of what so many draws scatter, and the ends close by."""
    exact = sign_flip(made(16, 8), seed=SEED, alpha=ALPHA)
    monkeypatch.setattr(module, "EXACT_UP_TO", 0)
    drawn = sign_flip(made(16, 8), seed=SEED, alpha=ALPHA)

    for one, other in zip(exact, drawn, strict=True):
        p, low, high = float(one.p), one.low, one.high
        assert (True, False) == (one.is_exact, other.is_exact)
        assert p == pytest.approx(float(other.p), abs=5 * (p * (1 - p) / 20_000) ** 0.5)
        assert (low, high) == pytest.approx((other.low, other.high), abs=0.01)


def test_the_draws_are_the_recorded_ones() -> None:
    """What a seed gave once it gives for ever, or a replay could not be checked."""
    found = sign_flip(made(150, 3), seed=SEED, alpha=ALPHA)

    assert GOLDEN == [(flip.hits, flip.of, repr(flip.low), repr(flip.high)) for flip in found]


GOLDEN = [
    (11279, 20000, "-0.055447637925356376", "0.030110583694151597"),
    (60, 20000, "0.020924242206632884", "0.10563952207908439"),
    (8492, 20000, "-0.02841514972839567", "0.06540610694228235"),
]


def test_another_seed_gives_other_draws() -> None:
    """The seed is the comparison's own."""
    found = {
        flip.hits
        for name in "abcd"
        for flip in sign_flip(made(150, 1), seed=seed_of(name), alpha=ALPHA)
    }

    assert 1 < len(found)


def test_no_topic_is_nothing_to_test() -> None:
    """The caller says "not measured" of it."""
    with pytest.raises(UsageError, match="found no topic"):
        sign_flip(np.zeros((0, 2)), seed=SEED, alpha=ALPHA)


def test_no_column_gives_nothing() -> None:
    """Nothing to compare."""
    assert () == sign_flip(np.zeros((30, 0)), seed=SEED, alpha=ALPHA)


def test_arguments_out_of_range_are_refused() -> None:
    """Each with what was expected."""
    with pytest.raises(UsageError, match="expected above 0 and below 1"):
        sign_flipped([0.1], Decimal(1))
    with pytest.raises(UsageError, match="expected at least 1"):
        sign_flipped([0.1], draws=0)
    with pytest.raises(UsageError, match="expected the metric's range"):
        sign_flipped([float("nan")])
