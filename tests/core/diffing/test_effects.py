"""Whether an effect came out again, as repro_eval asks it."""

from __future__ import annotations

import pytest

from benchbook.core.diffing.effects import effects_of
from benchbook.core.diffing.paired import PairedCondition
from benchbook.core.diffing.side import SideCondition


def condition(name: str, first: list[float | None], second: list[float | None]) -> PairedCondition:
    """A condition by its values in both sides."""
    made = [
        SideCondition(
            parts=(),
            values={"AP": {f"q{at}": value for at, value in enumerate(values)}},
            firsts=None,
            rankings=None,
        )
        for values in (first, second)
    ]
    return PairedCondition(name=name, first=made[0], second=made[1])


def test_effect_ratio_and_change_of_the_relative_improvement() -> None:
    """0.4 over 0.2 became 0.5 over 0.25 and 0.3 over 0.25."""
    base = condition("base", [0.1, 0.3], [0.2, 0.3])
    again = condition("again", [0.3, 0.5], [0.4, 0.5])
    less = condition("less", [0.3, 0.5], [0.3, 0.3])

    same, smaller = effects_of([base, again, less], base, "AP")

    assert pytest.approx([1.0, 1.0 - 0.8]) == [same.ratio, same.change]
    assert pytest.approx([0.25, 1.0 - 0.2]) == [smaller.ratio, smaller.change]


def test_only_topics_with_all_four_values_count() -> None:
    """One that a side cannot measure is in neither effect."""
    base = condition("base", [0.1, 0.3, None], [0.2, 0.3, 0.9])
    other = condition("other", [0.3, 0.5, 0.9], [0.4, 0.5, 0.9])

    (found,) = effects_of([base, other], base, "AP")

    assert pytest.approx([2, 0.2]) == [found.n, found.first]


def test_no_effect_has_no_ratio() -> None:
    """Nothing is divided by zero."""
    base = condition("base", [0.0], [0.0])
    other = condition("other", [0.0], [0.5])

    (found,) = effects_of([base, other], base, "AP")

    assert (None, None) == (found.ratio, found.change)


def test_a_condition_without_values_has_no_effect() -> None:
    """It is left out."""
    base = condition("base", [0.1], [0.1])

    assert [] == list(effects_of([base, condition("other", [None], [0.1])], base, "AP"))
