"""Decisions by a rule: every outcome of the gates leads to one, and to no more than they say."""

from __future__ import annotations

import pytest

from benchbook.core.gating.decide import VERDICTS
from benchbook.core.gating.decision import BY_RULE, DecisionRule

RULE = DecisionRule(name="weights", gates=("first", "second"))


@pytest.mark.parametrize(
    ("first", "second", "decision", "because"),
    [
        (["pass"], ["pass"], "adopt", "first, second pass"),
        (["pass"], ["fail"], "keep", "second fails"),
        (["not measured"], ["fail"], "keep", "second fails"),
        (["inconclusive"], ["pass"], "collect-more", "first is inconclusive"),
        (["pass"], ["unattainable"], "collect-more", "second is unattainable"),
        (["inconclusive"], ["not measured"], "not measured", "second is not measured"),
        (["pass", "fail", "pass"], ["pass"], "keep", "first fails"),
        (["pass", "inconclusive"], ["pass"], "collect-more", "first is inconclusive"),
    ],
)
def test_a_rule_comes_to_one_decision(
    first: list[str], second: list[str], decision: str, because: str
) -> None:
    """A failed gate keeps, whatever else; what is not measured is never adopted."""
    assert (decision, because) == RULE.reach({"first": first, "second": second})


def test_a_gate_that_was_never_decided_is_not_measured() -> None:
    """It is no pass."""
    assert "not measured" == RULE.reach({"first": ["pass"]})[0]


def test_only_passes_adopt() -> None:
    """Each other outcome of any gate prevents it, and leads to a known word."""
    for word in VERDICTS:
        decision, _ = RULE.reach({"first": ["pass"], "second": [word]})

        assert decision in BY_RULE
        assert (decision == "adopt") == (word == "pass")


def test_the_rule_is_said_in_words() -> None:
    """With what becomes of every outcome."""
    assert "adopt when all of first, second pass" in RULE.text
    assert DecisionRule(name="one", gates=("a",)).text.startswith("adopt when a passes, keep when")
