"""Shapley's value: its axioms, and the definition by orders written out."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.crediting.shapley import (
    Coalition,
    Floats,
    Integers,
    coalitions,
    parts_of,
    shapley_values,
)

PLAYERS = ("a", "b", "c", "d")
TOPICS = 2
MOST = 2**40

Units = dict[Coalition, list[int]]


def games(players: tuple[str, ...] = PLAYERS) -> st.SearchStrategy[Units]:
    """Any worth of any set of players, for two topics, in whole units."""
    every = [frozenset(names) for names in coalitions(players)]
    topics = st.lists(st.integers(-MOST, MOST), min_size=TOPICS, max_size=TOPICS)
    rows = st.lists(topics, min_size=len(every), max_size=len(every))
    return rows.map(lambda found: dict(zip(every, found, strict=True)))


def whole(units: Units) -> dict[Coalition, Integers]:
    """A worth as columns of whole numbers."""
    return {names: np.array(row, np.int64) for names, row in units.items()}


def real(units: Units) -> dict[Coalition, Floats]:
    """A worth as columns of floats."""
    return {names: np.array(row, np.float64) / MOST for names, row in units.items()}


def by_orders(players: tuple[str, ...], units: Units) -> dict[str, list[Fraction]]:
    """What each adds when it joins, averaged over every order in which they may."""
    added = {player: [Fraction(0)] * TOPICS for player in players}
    for order in itertools.permutations(players):
        there: Coalition = frozenset()
        for player in order:
            before = units[there] if there else [0] * TOPICS
            there |= {player}
            gained = [now - then for now, then in zip(units[there], before, strict=True)]
            added[player] = [
                total + Fraction(more, math.factorial(len(players)))
                for total, more in zip(added[player], gained, strict=True)
            ]
    return added


@given(games())
def test_it_is_the_average_over_all_orders(units: Units) -> None:
    """Exactly: the weight of a set is the number of orders in which it is there."""
    parts = parts_of(PLAYERS, whole(units))

    times = math.factorial(len(PLAYERS))
    assert by_orders(PLAYERS, units) == {
        player: [Fraction(one, times) for one in part.tolist()] for player, part in parts.items()
    }


@given(games())
def test_the_values_sum_to_the_whole(units: Units) -> None:
    """Topic by topic, nothing is lost and nothing is given twice: exactly, before the division."""
    parts = parts_of(PLAYERS, whole(units))
    values = shapley_values(PLAYERS, real(units))

    times = math.factorial(len(PLAYERS))
    assert [one * times for one in units[frozenset(PLAYERS)]] == sum(parts.values()).tolist()  # type: ignore[union-attr]  # columns, not the 0 to begin with
    for topic, together in enumerate(real(units)[frozenset(PLAYERS)].tolist()):
        assert abs(math.fsum(float(one[topic]) for one in values.values()) - together) < 1e-11


@given(games())
def test_who_adds_nothing_is_worth_nothing(units: Units) -> None:
    """A lane that changes no set has 0 to the last bit, and changes nothing of the others'."""
    everyone = (*PLAYERS, "idle")
    sets = [frozenset(names) for names in coalitions(everyone)]
    padded = {names: units.get(names - {"idle"}, [0] * TOPICS) for names in sets}

    values = shapley_values(everyone, real(padded))

    assert [0.0] * TOPICS == values["idle"].tolist()
    for player, alone in shapley_values(PLAYERS, real(units)).items():
        assert np.abs(values[player] - alone).max() < 1e-11


@given(games())
def test_who_do_the_same_are_worth_the_same(units: Units) -> None:
    """Two lanes that stand for each other in every set: equal to the last bit."""
    swap = {"a": "b", "b": "a"}
    twins = dict(units)
    for names in units:
        mirrored = frozenset(swap.get(one, one) for one in names)
        twins[mirrored] = twins[names]

    values = shapley_values(PLAYERS, real(twins))

    assert values["a"].tobytes() == values["b"].tobytes()


@given(games(), st.randoms(use_true_random=False))
def test_no_order_reaches_the_bytes(units: Units, chance: random.Random) -> None:
    """The same players and sets in another order have the same values, to the last bit."""
    shuffled = list(PLAYERS)
    chance.shuffle(shuffled)
    backwards = dict(reversed(real(units).items()))

    values, again = shapley_values(PLAYERS, real(units)), shapley_values(shuffled, backwards)

    assert {name: one.tobytes() for name, one in values.items()} == {
        name: again[name].tobytes() for name in values
    }


def test_a_topic_does_not_hang_on_those_beside_it() -> None:
    """Each is rounded by its own greatest worth: a third beside ninety thousand citations."""
    sets = [frozenset(names) for names in coalitions("ab")]
    worth = dict(zip(sets, (1 / 3, 0.0, 2 / 3), strict=True))

    alone = shapley_values("ab", {names: np.array([one]) for names, one in worth.items()})
    beside = shapley_values("ab", {names: np.array([one, 9e4]) for names, one in worth.items()})

    assert [float(alone[one][0]) for one in "ab"] == [float(beside[one][0]) for one in "ab"]


def test_what_nobody_found_is_shared_out_as_nothing() -> None:
    """A topic in which no set is worth anything has 0 for each, and divides by nothing."""
    nothing = {frozenset(names): np.zeros(1) for names in coalitions("ab")}

    assert [0.0, 0.0] == [float(one[0]) for one in shapley_values("ab", nothing).values()]


def test_ten_players_fit() -> None:
    """The greatest worth there is in every set, for the most players: no sum runs over."""
    players = [f"lane{n}" for n in range(10)]
    worth = {frozenset(names): np.array([1.0]) for names in coalitions(players)}

    values = shapley_values(players, worth)

    assert {0.1} == {round(float(one[0]), 12) for one in values.values()}


def test_sets_are_listed_once_small_ones_first() -> None:
    """All but the empty one."""
    listed = coalitions(("a", "b", "c"))

    assert (("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")) == listed
