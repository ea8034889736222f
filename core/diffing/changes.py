"""What became of each topic from one side to the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from .side import SideCondition

IMPROVED, REGRESSED, UNCHANGED = "improved", "regressed", "unchanged"
APPEARED, DISAPPEARED, STILL_MISSING = "appeared", "disappeared", "still missing"
ONLY_FIRST, ONLY_SECOND = "only in A", "only in B"
LOWER, HIGHER, NO_VALUE = "lower", "higher", "a value in one only"
STATES = (
    *(DISAPPEARED, REGRESSED, APPEARED, IMPROVED, STILL_MISSING),
    *(LOWER, HIGHER, NO_VALUE),
    *(ONLY_FIRST, ONLY_SECOND, UNCHANGED),
)
"""In the order in which they are told: what got lost first."""

NOISE = 1e-9


@attrs.frozen(kw_only=True)
class Change:
    """One topic in one condition.

    Attributes:
        first, second: the rank of the first relevant unit, or the value of the primary metric;
            None where there is none.
        state: one of `STATES`.
    """

    topic: str
    first: float | None
    second: float | None
    state: str


def changes_of(
    first: SideCondition, second: SideCondition, primary: str, *, is_judged: bool = True
) -> tuple[tuple[Change, ...], bool]:
    """Every topic of either side, sorted by state and then id, and whether ranks decide.

    By the rank of the first relevant unit where both sides know it (as the sci-rag kit does), else
    by the primary metric, where a value of 0 stands for nothing found.

    Args:
        is_judged: whether anybody says what is relevant. Where nobody does, a value of the primary
            metric describes documents: it is higher or lower, and nothing is found or missing.
    """
    if not is_judged:
        return _sorted(
            _described(first.values.get(primary, {}), second.values.get(primary, {}))
        ), False
    if first.firsts is not None and second.firsts is not None:
        found = _changes(first.firsts, second.firsts, lower_is_better=True)
        return _sorted(found), True
    mine, its = first.values.get(primary, {}), second.values.get(primary, {})
    found = _changes(_without_zero(mine), _without_zero(its), lower_is_better=False)
    return _sorted(found), False


def count_states(changes: tuple[Change, ...]) -> Mapping[str, int]:
    """How many topics are in each state that occurs, in the order of `STATES`."""
    counted = Counter(change.state for change in changes)
    return {state: counted[state] for state in STATES if counted[state]}


def _without_zero(values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Values, None where nothing was found."""
    return {topic: value or None for topic, value in values.items()}


def _changes(
    first: Mapping[str, float | None], second: Mapping[str, float | None], *, lower_is_better: bool
) -> Iterator[Change]:
    """Each topic that either side has."""
    for topic in sorted({*first, *second}):
        mine, its = first.get(topic), second.get(topic)
        if topic not in second:
            state = ONLY_FIRST
        elif topic not in first:
            state = ONLY_SECOND
        else:
            state = _state(mine, its, lower_is_better=lower_is_better)
        yield Change(topic=topic, first=mine, second=its, state=state)


def _described(
    first: Mapping[str, float | None], second: Mapping[str, float | None]
) -> Iterator[Change]:
    """Each topic that either side has, by values that are neither good nor bad."""
    words = {IMPROVED: HIGHER, REGRESSED: LOWER, STILL_MISSING: UNCHANGED}
    words |= {APPEARED: NO_VALUE, DISAPPEARED: NO_VALUE}
    for one in _changes(first, second, lower_is_better=False):
        yield attrs.evolve(one, state=words.get(one.state, one.state))


def _state(mine: float | None, its: float | None, *, lower_is_better: bool) -> str:
    """What became of a topic that both sides have."""
    if mine is None or its is None:
        found = {(True, True): STILL_MISSING, (True, False): APPEARED, (False, True): DISAPPEARED}
        return found[mine is None, its is None]
    if abs(its - mine) <= NOISE:
        return UNCHANGED
    return IMPROVED if (its < mine) is lower_is_better else REGRESSED


def _sorted(changes: Iterator[Change]) -> tuple[Change, ...]:
    """By state, then by topic."""
    return tuple(sorted(changes, key=lambda one: (STATES.index(one.state), one.topic)))
