"""Relative gates: paired per topic, decided by a margin, and never by what is not comparable."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import attrs
import numpy as np
import pytest

from benchbook.core.comparing.rules import Rules
from benchbook.core.comparing.scored import MetricScale
from benchbook.core.gating.decide import Verdict, decide
from benchbook.core.gating.gate import Gate
from benchbook.core.gating.relative import Column, difference_of
from benchbook.core.measuring.judged import Values
from benchbook.core.objects.comparisons import Mean, TieBounds

SCALE = MetricScale(name="nDCG@10", low=0.0, high=1.0, is_binary=False, cutoff=10, is_holes=False)
RULES = Rules(
    baseline="base",
    primary="nDCG@10",
    test="sign-flip",
    correction="holm",
    interval="standard",
    alpha=Decimal("0.05"),
    seed=bytes(32),
    judged_by_rule=False,
)
GATE = Gate(
    name="no-worse",
    condition="new",
    metric="nDCG@10",
    bound="at_least",
    threshold=Decimal("-0.02"),
    statistic="interval",
    relative_to="base",
    against="base",
    min_topics=1,
)


def column(
    values: Sequence[float | None], *, judged: float = 1.0, tied: TieBounds | None = None
) -> Column:
    """Values of topics t00, t01, …; None where one has none."""
    return Column(
        topics=tuple(f"t{place:02}" for place in range(len(values))),
        values=Values(
            np.asarray([value or 0.0 for value in values]),
            np.asarray([value is not None for value in values]),
        ),
        judged=judged,
        tied=tied,
    )


def compared(mine: Column, its: Column) -> tuple[Mean | None, str]:
    """The difference over all topics."""
    return difference_of(mine, its, SCALE, RULES, np.ones(len(mine.topics), bool))


def verdict(gate: Gate, mine: Column, its: Column) -> Verdict:
    """What comes of a gate."""
    number, why = compared(mine, its)
    return decide(gate, number, why, alpha=RULES.alpha)


def spread(shift: float, n: int = 40) -> Column:
    """Values around one half, shifted, not all by the same."""
    return column([0.5 + shift + 0.01 * (place % 5 - 2) * (place % 3) for place in range(n)])


@pytest.mark.parametrize(
    ("shift", "word"), [(0.0, "pass"), (-0.01, "pass"), (-0.02, "inconclusive"), (-0.1, "fail")]
)
def test_nothing_got_worse_is_a_matter_of_the_margin(shift: float, word: str) -> None:
    """All of the interval within the margin, all beyond it, or neither."""
    base = column([0.5] * 40)

    assert word == verdict(GATE, spread(shift), base).word


def test_topics_are_paired_by_id() -> None:
    """Those that only one of them has, or has a value for, are left out."""
    mine = column([0.5, 0.6, None, 0.8])
    its = Column(
        topics=("t01", "t02", "t03", "t09"),
        values=Values.everywhere(np.asarray([0.5, 0.5, 0.5, 0.0])),
        judged=1.0,
        tied=None,
    )
    number, _ = compared(mine, its)

    assert number is not None
    assert ("0.2", 2, 4) == (number.value, number.n, number.of)


def test_without_a_common_topic_nothing_is_compared() -> None:
    """It is not measured, and no difference of 0."""
    number, why = compared(column([None, 0.5]), column([0.5, None]))

    assert (None, "no topic has a value in both") == (number, why)


def test_few_topics_cannot_show_that_nothing_got_worse() -> None:
    """P92: with five no outcome of the test reaches 0.05."""
    found = verdict(GATE, column([1.0] * 5), column([0.0, 0.1, 0.2, 0.3, 0.4]))

    assert "unattainable" == found.word
    assert "5 topics: fewer than 10" in found.reason
    assert "p could not be below 0.0625" in found.reason


def test_the_mean_of_few_topics_still_guards_a_program() -> None:
    """It is a fact about these topics, and no finding about others."""
    gate = attrs.evolve(GATE, statistic="mean", threshold=Decimal("-0.1"))

    assert "pass" == verdict(gate, column([0.5] * 9), column([0.6] * 9)).word
    assert "fail" == verdict(gate, column([0.4] * 9), column([0.6] * 9)).word


def test_no_difference_on_any_topic_passes_and_says_what_that_is_worth() -> None:
    """A change that changed nothing must not be stopped, nor called a proof."""
    found = verdict(GATE, column([0.3, 0.7] * 10), column([0.3, 0.7] * 10))

    assert "pass" == found.word
    assert "every topic has the same value in both: of other topics this says nothing" == found.note


def test_the_same_loss_on_every_topic_fails() -> None:
    """Nothing scatters, and yet it is no matter of chance."""
    found = verdict(GATE, column([0.0] * 20), column([1.0] * 20))

    assert ("fail", "every topic differs by the same: of other topics this says nothing") == (
        found.word,
        found.note,
    )


def test_a_gain_that_is_asked_for_is_not_shown_by_none() -> None:
    """Above 0 by interval: no difference fails, and one that may be chance decides nothing."""
    gate = attrs.evolve(GATE, bound="above", threshold=Decimal(0))

    assert "fail" == verdict(gate, column([0.5] * 20), column([0.5] * 20)).word
    assert "inconclusive" == verdict(gate, spread(0.0), column([0.5] * 40)).word
    assert "pass" == verdict(gate, spread(0.1), column([0.5] * 40)).word


def test_unequal_judging_is_not_compared() -> None:
    """A condition of which less is judged is not called worse for it."""
    number, why = compared(column([0.5] * 20, judged=0.6), column([0.6] * 20, judged=0.8))

    assert number is None
    assert "20 points less of its rows are judged than of the baseline's" == why


def test_ties_that_could_decide_otherwise_leave_it_open() -> None:
    """The range over orders of equal scores goes across the threshold."""
    gate = attrs.evolve(GATE, statistic="mean", threshold=Decimal("-0.05"))
    tied = TieBounds(low="0.4", high="0.6", topics=3, open=0)
    found = verdict(gate, column([0.5] * 20, tied=tied), column([0.5] * 20))

    assert ("inconclusive", "another order of equal scores gives -0.1 to 0.1") == (
        found.word,
        found.reason,
    )


def test_values_of_a_report_are_equal_to_those_of_its_run() -> None:
    """A file holds ten places: a difference from the eleventh on is none."""
    mine = column([1 / 3, 2 / 7, 0.1] * 5)
    its = attrs.evolve(
        mine,
        values=Values.everywhere(np.round(mine.values.values, 10)),
        is_rounded=True,
    )
    number, _ = compared(mine, its)

    assert number is not None
    assert "0" == number.value
    assert number.bounds is not None
    assert ("0", "0") == (number.bounds.low, number.bounds.high)
