"""The rounding rule of reports."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchbook.core.decimals import decimal_text, fixed_text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (0.1 + 0.2, "0.3"),
        (2 / 3, "0.6666666667"),
        (1e-11, "0"),
        (-1e-11, "0"),
        (1234567.125, "1234567.125"),
        (0.00000000005, "0.0000000001"),
    ],
)
def test_a_float_becomes_a_plain_decimal(value: float, expected: str) -> None:
    """Ten places, half to even at the float's exact value, no exponent, no minus zero."""
    assert expected == decimal_text(value)


@given(st.floats(-1e15, 1e15) | st.floats(-1, 1), st.integers(0, 12))
@example(2.0**-11, 10)
@example(3 * 2.0**-11, 10)
@example(0.5, 0)
def test_it_is_the_exact_value_rounded_once(value: float, places: int) -> None:
    """As decimal arithmetic rounds it: halves, which floats can hold, to the even neighbour."""
    step = Decimal(1).scaleb(-places)
    exact = Decimal(value).quantize(step, context=Context(prec=60, rounding=ROUND_HALF_EVEN))

    assert exact == Decimal(decimal_text(value, places))


@pytest.mark.parametrize(
    ("value", "expected"), [("0.5", "0.5000"), ("0.67845", "0.6784"), ("0.67855", "0.6786")]
)
def test_a_recorded_decimal_is_shown_half_to_even(value: str, expected: str) -> None:
    """What is shown is rounded from what is recorded, by the same rule."""
    assert expected == fixed_text(value, 4)
