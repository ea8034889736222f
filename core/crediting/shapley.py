"""Shapley's value: what each player adds, averaged over all orders in which they may join."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Coalition = frozenset[str]

MOST_PLAYERS = 10
"""Beyond that there are more than a thousand coalitions to be fused and measured."""


def coalitions(players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every set of players but the empty one, small ones first, each in the order given."""
    sets = (
        tuple(one for at, one in enumerate(players) if number >> at & 1)
        for number in range(1, 2 ** len(players))
    )
    return tuple(sorted(sets, key=len))


def shapley_values(players: Sequence[str], worth: Mapping[Coalition, Floats]) -> dict[str, Floats]:
    """The value of each player, per topic: float64 [topics].

    phi_i = Σ_S |S|! (n - |S| - 1)! / n! · (v(S and i) - v(S)), over the sets S without i. The
    empty set is worth 0. Per topic the values of all players sum to what they are worth together.
    Terms are added in one order, so that the last bit is the same everywhere.

    Args:
        players: at most `MOST_PLAYERS`.
        worth: of every set of players but the empty one: float64 [topics].

    Source: Shapley 1953, A Value for n-Person Games, equation 11.
    """
    n = len(players)
    share = [math.factorial(k) * math.factorial(n - k - 1) / math.factorial(n) for k in range(n)]
    every = coalitions(players)
    values = {}
    for player in players:
        total = np.zeros_like(worth[frozenset(players)])
        for with_it in every:
            if player not in with_it:
                continue
            rest = frozenset(with_it) - {player}
            gained = worth[frozenset(with_it)] - (worth[rest] if rest else 0.0)
            total = total + share[len(rest)] * gained
        values[player] = total
    return values
