"""Relaxed gates: each way in which a change asks for less is told, and no other change is."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import attrs
import pytest

from benchbook.core.gating.decision import DecisionRule
from benchbook.core.gating.gate import Gate
from benchbook.core.gating.relaxed import Gates, relaxed

GATE = Gate(
    name="hits",
    condition="all",
    metric="Success@10",
    bound="at_least",
    threshold=Decimal("0.65"),
    statistic="interval",
    bucket="",
    min_topics=40,
    min_signed=10,
)
BUCKETS = attrs.evolve(GATE, name="each", per_bucket=True)
LOW = attrs.evolve(GATE, name="slow", bound="at_most", threshold=Decimal("0.4"))
MARGIN = attrs.evolve(
    GATE, name="no-worse", threshold=Decimal("-0.02"), relative_to="base", against="base"
)
BEFORE = Gates(
    experiment="release",
    gold="demo",
    gates=(GATE, BUCKETS, LOW, MARGIN),
    decision=DecisionRule(name="go", gates=("hits", "no-worse")),
    alpha=Decimal("0.05"),
)


def changed(name: str, **fields: Any) -> Gates:  # noqa: ANN401 - whatever a gate has
    """The file with one gate changed."""
    gates = tuple(
        attrs.evolve(gate, **fields) if gate.name == name else gate for gate in BEFORE.gates
    )
    return attrs.evolve(BEFORE, gates=gates)


@pytest.mark.parametrize(
    ("name", "fields", "told"),
    [
        ("hits", {"threshold": Decimal("0.6")}, "at least 0.6, was at least 0.65"),
        ("slow", {"threshold": Decimal("0.5")}, "at most 0.5, was at most 0.4"),
        ("no-worse", {"threshold": Decimal("-0.05")}, "the margin is wider"),
        ("hits", {"statistic": "mean"}, "the mean decides, the whole interval did"),
        ("each", {"per_bucket": False}, "all topics, was about every bucket by itself"),
        ("hits", {"bucket": "easy"}, "bucket 'easy', was about all topics"),
        ("hits", {"min_topics": 20}, "min_topics is 20, was 40"),
        ("hits", {"min_signed": 0}, "min_signed is 0, was 10"),
        ("hits", {"fails": Decimal("0.4")}, "it fails below 0.4, was below 0.65"),
        ("hits", {"metric": "Success@20"}, "was about all Success@10"),
        ("hits", {"condition": "other"}, "is about other Success@10"),
        ("hits", {"bound": "at_most"}, "from below, and is about"),
        ("no-worse", {"relative_to": "weak", "against": "weak"}, "against base base"),
    ],
)
def test_asking_for_less_is_told(name: str, fields: dict[str, Any], told: str) -> None:
    """One sentence, that names the gate."""
    (way,) = relaxed(BEFORE, changed(name, **fields))

    assert way.startswith(name)
    assert told in way


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("hits", {}),
        ("hits", {"threshold": Decimal("0.650")}),
        ("hits", {"threshold": Decimal("0.7")}),
        ("hits", {"bound": "above"}),
        ("slow", {"threshold": Decimal("0.3")}),
        ("slow", {"bound": "below"}),
        ("no-worse", {"threshold": Decimal("-0.01")}),
        ("hits", {"min_topics": 50, "min_signed": 20}),
        ("hits", {"per_bucket": True}),
    ],
)
def test_asking_for_as_much_or_more_is_not(name: str, fields: dict[str, Any]) -> None:
    """Nobody is warned of a stricter gate, nor of 0.65 written as 0.650."""
    assert () == relaxed(BEFORE, changed(name, **fields))


def test_a_bound_that_now_includes_its_threshold_is_relaxed() -> None:
    """From above to at least the same number."""
    strict = attrs.evolve(BEFORE, gates=(attrs.evolve(GATE, bound="above"),), decision=None)
    loose = attrs.evolve(strict, gates=(GATE,))

    assert ("hits: the threshold is weaker: at least 0.65, was above 0.65",) == relaxed(
        strict, loose
    )


def test_a_gate_that_is_gone_is_told() -> None:
    """And so is what it asked for; a new one is no relaxation."""
    new = attrs.evolve(GATE, name="other", threshold=Decimal("0.1"))
    after = attrs.evolve(BEFORE, gates=(BUCKETS, LOW, MARGIN, new), decision=None)
    first, second = relaxed(BEFORE, after)

    assert first.startswith("hits is gone; it asked for Success@10 of all interval at least 0.65")
    assert "the decision go is gone" == second


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"experiment": "other"}, "the experiment was called release"),
        ({"gold": "easy"}, "the gold set is easy, was demo"),
        ({"alpha": Decimal("0.2")}, "alpha is 0.2, was 0.05"),
        (
            {"decision": DecisionRule(name="go", gates=("hits",))},
            "the decision go no longer needs no-worse",
        ),
    ],
)
def test_a_file_asks_for_less_too(fields: dict[str, Any], told: str) -> None:
    """By its name, its gold set, its intervals and its rule."""
    (way,) = relaxed(BEFORE, attrs.evolve(BEFORE, **fields))

    assert told in way


def test_wider_intervals_and_a_longer_rule_are_no_relaxation() -> None:
    """Alpha lowered, and one gate more in the rule."""
    rule = DecisionRule(name="go", gates=("hits", "no-worse", "slow"))

    assert () == relaxed(BEFORE, attrs.evolve(BEFORE, alpha=Decimal("0.01"), decision=rule))
