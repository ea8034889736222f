"""Numbers inside sentences: three places, a true minus sign, intervals in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..decimals import fixed_text, signed_text
from ..objects.comparisons import Bounds

PLACES = 3
MINUS = "−"
_LEAST = 0.001


def number(value: str) -> str:
    """`0.663`, `−0.012`."""
    return fixed_text(value, PLACES).replace("-", MINUS)


def signed(value: str) -> str:
    """`+0.012`, `−0.012`, `0.000`."""
    return signed_text(value, PLACES)


def around(value: str, bounds: Bounds | None) -> str:
    """`0.663 (0.551 to 0.774)`; the number alone where it has no interval."""
    if bounds is None or bounds.low is None or bounds.high is None:
        return number(value)
    return f"{number(value)} ({number(bounds.low)} to {number(bounds.high)})"


def signed_around(value: str, bounds: Bounds | None) -> str:
    """`−0.052 (−0.091 to −0.013)`."""
    if bounds is None or bounds.low is None or bounds.high is None:
        return signed(value)
    return f"{signed(value)} ({signed(bounds.low)} to {signed(bounds.high)})"


def p_text(p: str) -> str:
    """`p = 0.012`; `p < 0.001` where three places would show none of it."""
    return f"p < {_LEAST}" if float(p) < _LEAST else f"p = {number(p)}"


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
