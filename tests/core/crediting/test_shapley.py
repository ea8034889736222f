"""Shapley's value: its axioms, and the definition by orders written out."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.crediting.shapley import Coalition, Floats, coalitions, shapley_values

PLAYERS = ("a", "b", "c", "d")


def worths(players: tuple[str, ...]) -> st.SearchStrategy[dict[Coalition, Floats]]:
    """Any worth of any set of players, for two topics."""
    number = st.floats(0, 1, width=32)
    every = [frozenset(names) for names in coalitions(players)]
    pairs = st.lists(st.tuples(number, number), min_size=len(every), max_size=len(every))
    return pairs.map(
        lambda values: {names: np.array(pair) for names, pair in zip(every, values, strict=True)}
    )


@given(worths(PLAYERS))
def test_the_values_sum_to_the_whole(worth: dict[Coalition, Floats]) -> None:
    """Nothing is lost, and nothing is given twice; topic by topic."""
    values = shapley_values(PLAYERS, worth)

    assert np.allclose(sum(values.values()), worth[frozenset(PLAYERS)], atol=1e-12)


@given(worths(("a", "b", "c")))
def test_it_is_the_average_over_all_orders(worth: dict[Coalition, Floats]) -> None:
    """What each adds when it joins, over every order in which they may."""
    players = ("a", "b", "c")
    added = {player: np.zeros(2) for player in players}
    for order in itertools.permutations(players):
        there: Coalition = frozenset()
        for player in order:
            before = worth[there] if there else np.zeros(2)
            there |= {player}
            added[player] = added[player] + (worth[there] - before)

    values = shapley_values(players, worth)

    for player in players:
        expected = added[player] / math.factorial(3)
        assert np.allclose(values[player], expected, atol=1e-12)


def test_who_adds_nothing_is_worth_nothing() -> None:
    """A lane whose ranking changes no sum."""
    worth = {frozenset(names): np.array([float("a" in names)]) for names in coalitions("ab")}

    values = shapley_values(("a", "b"), worth)

    assert (1.0, 0.0) == (float(values["a"][0]), float(values["b"][0]))


def test_who_do_the_same_are_worth_the_same() -> None:
    """Two lanes that stand for each other share what they bring."""
    worth = {frozenset(names): np.array([0.6]) for names in coalitions("ab")}

    values = shapley_values(("a", "b"), worth)

    assert pytest.approx([0.3, 0.3]) == [float(values[name][0]) for name in "ab"]


def test_sets_are_listed_once_small_ones_first() -> None:
    """All but the empty one."""
    listed = coalitions(("a", "b", "c"))

    assert (("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")) == listed
