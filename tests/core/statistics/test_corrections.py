"""p-values of a family are corrected exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.corrections import bonferroni, holm

Correction = Callable[[Sequence[Decimal | Fraction | None]], tuple[Fraction | None, ...]]
SHARES = st.fractions(0, 1, max_denominator=1000)
FAMILIES = st.lists(st.one_of(st.none(), SHARES), max_size=12)
BOTH = pytest.mark.parametrize("correct", [holm, bonferroni])


def decimals(*texts: str) -> list[Decimal]:
    """Give decimals."""
    return [Decimal(text) for text in texts]


def test_a_later_p_is_never_below_an_earlier_one() -> None:
    """0.01 times two is 0.02, and 0.011 times one must not be less."""
    assert (Fraction(2, 100), Fraction(2, 100)) == holm(decimals("0.01", "0.011"))


def test_holm_is_the_example_of_its_step_down_rule() -> None:
    """Four p-values, by hand: from the smallest on times 4, 3, 2 and 1; in the order given."""
    expected = tuple(map(Fraction, decimals("0.06", "0.03", "0.06", "0.02")))

    assert expected == holm(decimals("0.04", "0.01", "0.03", "0.005"))


@BOTH
def test_what_has_no_p_is_not_counted(correct: Correction) -> None:
    """A comparison that was not made makes the others no stricter."""
    assert (None, Fraction(1, 50), None) == correct([None, Fraction(1, 50), None])


@BOTH
def test_an_empty_family_gives_an_empty_one(correct: Correction) -> None:
    """Nothing to correct."""
    assert () == correct([])


@given(FAMILIES)
def test_bonferroni_multiplies_by_the_size(p_values: list[Fraction | None]) -> None:
    """And stops at 1."""
    size = sum(p is not None for p in p_values)
    expected = tuple(None if p is None else min(Fraction(1), p * size) for p in p_values)

    assert expected == bonferroni(p_values)


@given(FAMILIES, SHARES)
def test_holm_rejects_what_its_steps_reject(
    p_values: list[Fraction | None], alpha: Fraction
) -> None:
    """A corrected p is at most alpha where the procedure, step by step, would reject."""
    ordered = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    rejected = set[int]()
    for step, (p, place) in enumerate(ordered):
        if p * (len(ordered) - step) > alpha:
            break
        rejected.add(place)
    corrected = holm(p_values)

    if alpha < 1:
        assert rejected == {
            place for place, p in enumerate(corrected) if p is not None and p <= alpha
        }


@given(FAMILIES, st.randoms(use_true_random=False))
def test_holm_does_not_hang_on_the_order(p_values: list[Fraction | None], random: Random) -> None:
    """Each keeps its p wherever it stands."""
    places = list(range(len(p_values)))
    random.shuffle(places)
    corrected = holm(p_values)

    assert tuple(corrected[place] for place in places) == holm([p_values[at] for at in places])


@BOTH
@pytest.mark.parametrize("wrong", decimals("-0.1", "1.01"))
def test_what_is_no_p_is_refused(correct: Correction, wrong: Decimal) -> None:
    """A p lies between 0 and 1."""
    with pytest.raises(UsageError, match="expected one from 0 to 1"):
        correct([wrong])
