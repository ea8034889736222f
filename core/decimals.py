"""Decimals in reports: one rounding rule, stated.

A float is taken at its exact value and rounded half to even; trailing zeros go, and there is no
minus zero.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

PLACES = 10
"""Places of a recorded number: finer than what is shown, coarser than the noise of floats."""

_CONTEXT = Context(prec=60, rounding=ROUND_HALF_EVEN)


@lru_cache(maxsize=1 << 16)
def decimal_text(value: float, places: int = PLACES) -> str:
    """A float in plain notation with at most `places` decimals, as `0.6785`."""
    # Python formats the exact value of a float, rounded half to even (`float.__format__` is David
    # Gay's dtoa, mode 3): what `Decimal` would give, in a fifth of the time.
    text = _stripped(format(value, f".{places}f"))
    return "0" if text == "-0" else text


def fixed_text(value: str, places: int) -> str:
    """A recorded decimal for a person: exactly `places` decimals, as `0.6800`."""
    return format(_rounded(Decimal(value), places), "f")


def signed_text(value: str, places: int) -> str:
    """A recorded difference for a person: `+0.02`, `−0.02`, and zero without a sign."""
    shown = fixed_text(value, places)
    return f"+{shown}" if Decimal(shown) > 0 else shown.replace("-", "−")


def _rounded(value: Decimal, places: int) -> Decimal:
    """Round half to even; zero has no sign."""
    rounded = value.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)
    return abs(rounded) if rounded.is_zero() else rounded


def _stripped(text: str) -> str:
    """Plain notation without trailing zeros."""
    return text.rstrip("0").rstrip(".") if "." in text else text
