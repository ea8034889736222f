"""Shapley's value: what each player adds, averaged over all orders in which they may join.

phi(i) = Σ |S|! (n - |S| - 1)! / n! · (v(S and i) - v(S)) over the sets S without i. The values of
all players sum to what they are worth together; players that do the same in every set have the
same; a player that changes no set has 0.

Source: Shapley 1953, "A Value for n-Person Games", Contributions to the Theory of Games II,
doi:10.1515/9781400881970-018.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Coalition = frozenset[str]

MOST_PLAYERS = 10
"""Beyond that there are more than a thousand coalitions to be fused and measured."""

BITS = 40
"""Bits that a topic's greatest worth is rounded to: with the 22 of 10! every sum fits in 63."""


def coalitions(players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every set of players but the empty one, small ones first, each in the order given."""
    sets = (
        tuple(one for at, one in enumerate(players) if number >> at & 1)
        for number in range(1, 2 ** len(players))
    )
    return tuple(sorted(sets, key=len))


def shapley_values(players: Sequence[str], worth: Mapping[Coalition, Floats]) -> dict[str, Floats]:
    """The value of each player, per topic: float64 [topics], in the order of the players.

    What a set is worth is rounded to 40 bits of the topic's greatest worth, and all that follows is
    done with whole numbers and divided once at the end. So the order of players and sets cannot
    reach the bytes, and players that do the same have the same to the last bit.

    Args:
        players: at most `MOST_PLAYERS`.
        worth: of every set of players but the empty one, which is worth 0: finite, [topics].
    """
    sets = [frozenset(names) for names in coalitions(players)]
    whole, exponents = _whole_units([worth[names] for names in sets])
    parts = parts_of(players, dict(zip(sets, whole, strict=True)))
    divisor = math.factorial(len(players))
    return {one: np.ldexp(part / divisor, exponents - BITS) for one, part in parts.items()}


def parts_of(players: Sequence[str], worth: Mapping[Coalition, Integers]) -> dict[str, Integers]:
    """Each player's value times n!, of a worth in whole units: int64 [topics]; nothing is rounded.

    Args:
        worth: of every set of players but the empty one, at most 2**40 in size.
    """
    n = len(players)
    weights = [math.factorial(k) * math.factorial(n - k - 1) for k in range(n)]
    parts = {one: np.zeros(len(worth[frozenset(players)]), np.int64) for one in players}
    for names, units in worth.items():
        # A set counts for whoever is in it as what was made, for all others as what was there.
        for one in players:
            if one in names:
                parts[one] += weights[len(names) - 1] * units
            else:
                parts[one] -= weights[len(names)] * units
    return parts


def _whole_units(columns: Sequence[Floats]) -> tuple[list[Integers], npt.NDArray[np.int32]]:
    """Each worth in units of 2**(exponent - 40), the exponent being that of the topic."""
    greatest = np.abs(np.stack(columns)).max(axis=0)
    exponents = np.frexp(greatest)[1].astype(np.int32)
    scaled = (np.rint(np.ldexp(column, BITS - exponents)) for column in columns)
    return [column.astype(np.int64) for column in scaled], exponents
