"""Gates: what each bound includes, what a band decides, and what the words of a rule say."""

from __future__ import annotations

from decimal import Decimal

import attrs
import pytest

from benchbook.core.gating.gate import BOUNDS, Gate
from benchbook.core.gating.words import needs_text, number_text, rule_text

GATE = Gate(
    name="g",
    condition="all",
    metric="nDCG@10",
    bound="at_least",
    threshold=Decimal("0.65"),
    statistic="mean",
    min_topics=1,
)
RELATIVE = attrs.evolve(GATE, relative_to="base", against="base")


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        ("at_least", [False, True, True]),
        ("above", [False, False, True]),
        ("at_most", [True, True, False]),
        ("below", [True, False, False]),
    ],
)
def test_two_bounds_include_their_threshold_and_two_do_not(
    bound: str, expected: list[bool]
) -> None:
    """R25 needs both: at least 0.70, and below 0.01."""
    gate = attrs.evolve(GATE, bound=bound)
    values = [Decimal("0.6499999999"), Decimal("0.65"), Decimal("0.6500000001")]

    assert expected == [gate.holds(value) for value in values]
    assert [not one for one in expected] == [gate.fails_at(value) for value in values]


@pytest.mark.parametrize(
    ("bound", "fails", "value", "state"),
    [
        ("at_least", "0.40", "0.70", "holds"),
        ("at_least", "0.40", "0.6999999999", "neither"),
        ("at_least", "0.40", "0.40", "neither"),
        ("at_least", "0.40", "0.3999999999", "fails"),
        ("at_most", "0.90", "0.90", "neither"),
        ("at_most", "0.90", "0.9000000001", "fails"),
    ],
)
def test_a_band_decides_nothing_within_itself(
    bound: str, fails: str, value: str, state: str
) -> None:
    """From 0.70 on it passes, below 0.40 it fails, and 0.40 itself is in the band."""
    gate = attrs.evolve(GATE, bound=bound, threshold=Decimal("0.70"), fails=Decimal(fails))
    found = gate.holds(Decimal(value)), gate.fails_at(Decimal(value))

    assert {"holds": (True, False), "fails": (False, True), "neither": (False, False)}[
        state
    ] == found


@pytest.mark.parametrize("statistic", ["mean", "interval"])
@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("threshold", ["-0.02", "0", "0.02"])
def test_the_words_of_a_relative_rule_name_the_baseline_and_never_claim_equality(
    bound: str, threshold: str, statistic: str
) -> None:
    """Nothing is called equal, unchanged or the same, and every margin stands in the words."""
    gate = attrs.evolve(RELATIVE, bound=bound, threshold=Decimal(threshold), statistic=statistic)
    words = rule_text(gate)

    assert "base" in words
    assert ("0.02" in words) == (threshold != "0")
    assert not {"equal", "same", "unchanged"} & set(words.split())
    assert ("worse" in words) == (
        statistic == "interval" and threshold == "-0.02" and bound in {"at_least", "above"}
    )


def test_non_inferiority_is_said_with_its_margin() -> None:
    """By the whole interval, and not by the mean alone."""
    gate = attrs.evolve(RELATIVE, threshold=Decimal("-0.02"))

    assert "not lower than base by more than 0.02" == rule_text(gate)
    by_interval = attrs.evolve(gate, statistic="interval")
    assert "not worse than base by more than 0.02" == rule_text(by_interval)


def test_a_rule_says_all_that_it_asks_for() -> None:
    """The band, the topics and the signed ones."""
    gate = attrs.evolve(
        GATE, threshold=Decimal("0.70"), fails=Decimal("0.40"), min_topics=40, min_signed=25
    )

    assert "at least 0.70, fails below 0.40, between them nothing is decided" == rule_text(gate)
    assert "40 topics, 25 signed" == needs_text(gate)


def test_times_and_costs_say_what_they_are() -> None:
    """A time in milliseconds, a cost per topic."""
    fast = attrs.evolve(
        GATE, kind="latency", metric="p95", stage="total", bound="at_most", threshold=Decimal(400)
    )
    cheap = attrs.evolve(GATE, kind="cost", metric="prompt_tokens", bound="below")

    assert ("total p95", "at most 400 ms") == (number_text(fast), rule_text(fast))
    assert "prompt_tokens per topic" == number_text(cheap)


@pytest.mark.parametrize("fails", [None, Decimal("0.40")])
def test_a_gate_is_the_same_after_the_ledger_kept_it(fails: Decimal | None) -> None:
    """The rule holds all of it, thresholds as they were written."""
    gate = attrs.evolve(RELATIVE, fails=fails, threshold=Decimal("0.650"), bucket="hard")
    rule = gate.as_rule("digest")

    assert ("0.650", "digest") == (rule.threshold, rule.baseline)
    assert gate == Gate.of("g", rule)
