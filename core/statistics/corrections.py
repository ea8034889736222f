"""p-values of a family, corrected so that one false finding among them is as rare as alpha says.

The family is those that have a p: a comparison that was not made is given as None, stays None, and
makes the correction no stricter.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from ..errors import UsageError

Corrected = tuple[Fraction | None, ...]


def holm(p_values: Sequence[Decimal | Fraction | None]) -> Corrected:
    """Corrected p-values in the order given, exact, at most 1 (Holm 1979, step-down).

    The smallest of m is multiplied by m, the next by m - 1, and none may be less than the one
    before it. An empty family gives an empty one.

    Raises:
        UsageError: a p is not between 0 and 1.
    """
    family = _family(p_values)
    by_size = sorted(family, key=lambda place: family[place])
    corrected, largest = dict[int, Fraction](), Fraction(0)
    for rank, place in enumerate(by_size):
        largest = max(largest, min(Fraction(1), (len(family) - rank) * family[place]))
        corrected[place] = largest
    return tuple(corrected.get(place) for place in range(len(p_values)))


def bonferroni(p_values: Sequence[Decimal | Fraction | None]) -> Corrected:
    """Corrected p-values in the order given, exact: each times the size of the family, at most 1.

    Raises:
        UsageError: a p is not between 0 and 1.
    """
    family = _family(p_values)
    corrected = {place: min(Fraction(1), p * len(family)) for place, p in family.items()}
    return tuple(corrected.get(place) for place in range(len(p_values)))


def _family(p_values: Sequence[Decimal | Fraction | None]) -> dict[int, Fraction]:
    """The p-values that there are, by place.

    Raises:
        UsageError: a p is not between 0 and 1.
    """
    for p in p_values:
        if p is not None and not 0 <= p <= 1:
            message = f"found a p of {p}; expected one from 0 to 1"
            raise UsageError(message)
    return {place: Fraction(p) for place, p in enumerate(p_values) if p is not None}
