"""Deciding a gate: what passes, what fails, and what says neither."""

from __future__ import annotations

from decimal import Decimal

import attrs
import pytest

from benchbook.core.gating.decide import Verdict, decide
from benchbook.core.gating.gate import Gate
from benchbook.core.objects.comparisons import Bounds, Mean, TieBounds

GATE = Gate(
    name="hits",
    condition="all",
    metric="Success@10",
    bound="at_least",
    threshold=Decimal("0.65"),
    statistic="mean",
    min_topics=1,
)


def mean(
    value: str | None,
    *,
    n: int = 20,
    low: str | None = "0.4",
    high: str | None = "0.8",
    method: str = "wilson",
    tied: TieBounds | None = None,
) -> Mean:
    """What is known of a number."""
    bounds = Bounds(low=low, high=high, method=method, note="")
    return Mean(
        condition="all",
        metric="Success@10",
        bucket="",
        value=value,
        n=n,
        of=20,
        bounds=bounds,
        tied=tied,
    )


def decided(gate: Gate, found: Mean | None, why_none: str = "", alpha: str = "0.05") -> Verdict:
    """What comes of a gate with intervals of 95 %, unless another alpha is said."""
    return decide(gate, found, why_none, alpha=Decimal(alpha))


@pytest.mark.parametrize(
    ("threshold", "bound", "value", "verdict"),
    [
        ("0.65", "at_least", "0.65", "pass"),
        ("0.65", "at_least", "0.6499999999", "fail"),
        ("4.1", "at_least", "4.1", "pass"),
        ("3.5", "at_least", "3.49758", "fail"),
        ("0.65", "at_most", "0.65", "pass"),
        ("0.65", "at_most", "0.6500000001", "fail"),
        ("0.35", "at_least", "0.35", "pass"),
    ],
)
def test_the_recorded_decimal_decides(threshold: str, bound: str, value: str, verdict: str) -> None:
    """P105, P106: no float and no rounding for the eye stands between a mean and its threshold."""
    gate = attrs.evolve(GATE, threshold=Decimal(threshold), bound=bound)

    assert Verdict(word=verdict) == decided(gate, mean(value))


def test_a_number_that_was_not_measured_decides_nothing() -> None:
    """It is neither a pass nor a failure, and says why."""
    expected = Verdict(word="not measured", reason="condition all was not measured")
    assert expected == decided(GATE, None, "condition all was not measured")
    assert decided(GATE, mean(None)).word == "not measured"


def test_too_few_topics_decide_nothing() -> None:
    """A gate that asks for topics is not passed on fewer."""
    decision = decided(attrs.evolve(GATE, min_topics=21), mean("1"))

    assert ("not measured", "20 topics with a value, and the gate asks for 21") == (
        decision.word,
        decision.reason,
    )


def test_a_mean_that_ties_can_carry_across_is_inconclusive() -> None:
    """Where another order of equal scores would decide otherwise, nothing is decided."""
    across = TieBounds(low="0.6", high="0.7", topics=2, open=0)
    above = TieBounds(low="0.65", high="0.7", topics=2, open=0)

    assert "inconclusive" == decided(GATE, mean("0.66", tied=across)).word
    assert "pass" == decided(GATE, mean("0.66", tied=above)).word


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [("0.65", "0.9", "pass"), ("0.4", "0.6499", "fail"), ("0.6", "0.7", "inconclusive")],
)
def test_all_of_an_interval_must_hold(low: str, high: str, verdict: str) -> None:
    """By its interval a gate passes, fails, or has nothing to say."""
    gate = attrs.evolve(GATE, statistic="interval")

    assert verdict == decided(gate, mean("0.7", n=40, low=low, high=high)).word


def test_a_threshold_that_no_run_of_so_few_topics_can_reach_is_unattainable() -> None:
    """Five of five have a Wilson interval from 0.5655; with five no run shows more."""
    gate = attrs.evolve(GATE, statistic="interval")
    decision = decided(gate, mean("1", n=5, low="0.5655", high="1"))

    assert "unattainable" == decision.word
    assert "with 5 topics even a perfect run has an interval from 0.5655" == decision.reason


def test_a_bound_from_above_that_no_run_of_so_few_topics_can_keep_is_unattainable() -> None:
    """None of five have a Wilson interval up to 0.4345: the sentence says which end is meant."""
    gate = attrs.evolve(GATE, statistic="interval", bound="at_most", threshold=Decimal("0.4"))
    decision = decided(gate, mean("0", n=5, low="0", high="0.4344824648"))

    assert "unattainable" == decision.word
    assert "with 5 topics even a perfect run has an interval up to 0.4345" == decision.reason


def test_a_threshold_at_the_end_that_a_perfect_run_is_recorded_with_is_attained() -> None:
    """The end of the interval is rounded as it is recorded before it is compared."""
    gate = attrs.evolve(GATE, statistic="interval", threshold=Decimal("0.5655175352"))

    assert "pass" == decided(gate, mean("1", n=5, low="0.5655175352", high="1")).word


def test_a_gate_by_an_interval_that_is_not_there_is_inconclusive() -> None:
    """One value has no interval of Student's; its mean does not stand in for it."""
    gate = attrs.evolve(GATE, statistic="interval")
    decision = decided(gate, mean("1", n=1, low=None, high=None, method="student-t"))

    assert "inconclusive" == decision.word


def test_what_can_be_attained_follows_the_intervals_own_alpha() -> None:
    """Five of five have a 90 % interval from 0.6489: what it holds is not out of reach."""
    gate = attrs.evolve(GATE, statistic="interval", threshold=Decimal("0.6"))
    all_five = mean("1", n=5, low="0.6488846559", high="1")

    assert "pass" == decided(gate, all_five, alpha="0.1").word
    assert "unattainable" == decided(gate, mean("1", n=5, low="0.5655175352", high="1")).word


def test_an_interval_without_width_shows_nothing() -> None:
    """Two values of 1 have no spread: that is no certainty, and no pass."""
    gate = attrs.evolve(GATE, statistic="interval")
    decision = decided(gate, mean("1", n=2, low="1", high="1", method="student-t"))

    assert ("inconclusive", "the interval has no width") == (decision.word, decision.reason)
