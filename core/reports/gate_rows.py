"""The gates of a run, with what came of each, and what their rule came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..codec import structure
from ..events import GateDecided, GateRule
from ..gating.gate import Gate, gate_name
from ..gating.words import baseline_text, needs_text, number_text, rule_text
from ..objects.comparisons import Bounds
from .retrieval_facts import Facts, tampered
from .rows import ConditionRow, DecisionRow, GateRow, Number

Numbers = Mapping[tuple[str, str], Number]


def gate_rows(
    facts: Facts, conditions: Sequence[ConditionRow], metrics: Sequence[str]
) -> tuple[GateRow, ...]:
    """Every gate, in the order of the experiment; one row for each bucket that it is held in.

    Raises:
        BadData: one was never decided, although the run ended: a column was tampered with.
    """
    numbers = {
        (row.name, metric): number
        for row in conditions
        for metric, number in zip(metrics, row.numbers, strict=True)
    }
    return tuple(
        gate_row(
            gate_of(planned),
            position,
            decided,
            numbers,
            facts.gates.declared[decided.declared].event.rule.baseline,
        )
        for planned in facts.experiment["gates"]
        for position, decided in _decided(facts, planned["name"])
    )


def decision_row(facts: Facts) -> DecisionRow | None:
    """What the rule of the experiment came to; None where it has none."""
    if facts.run.reached is None:
        return None
    position, fact = facts.run.reached
    return DecisionRow(
        name=fact.name,
        rule=fact.rule,
        decision=fact.decision,
        because=fact.because,
        positions=(facts.position, position),
    )


def gate_of(planned: Mapping[str, Any]) -> Gate:
    """A gate as a resolved experiment keeps it."""
    where = f"gate {planned['name']}"
    return Gate.of(planned["name"], structure(GateRule, planned["rule"], where))


def _decided(facts: Facts, name: str) -> Iterator[tuple[int, GateDecided]]:
    """What came of a gate, and where that stands, under the declaration that the run names.

    Raises:
        BadData: nothing did.
    """
    gate, started = gate_name(facts.started.experiment_name, name), facts.started
    found = facts.gates.decided.get((gate, started.run), ())
    held = [(at, one) for at, one in found if one.declared in started.gates]
    if not held:
        raise tampered(f"a run that ended without a decision on gate {gate}", "one for each gate")
    yield from held


def gate_row(
    gate: Gate, position: int, fact: GateDecided, numbers: Numbers, pinned: str
) -> GateRow:
    """One gate in one bucket.

    Args:
        numbers: of the report, by condition and metric: what is shown there is shown here.
        pinned: the digest of what it is relative to; empty where that is part of the run.
    """
    shown = None
    if not (gate.is_relative or fact.bucket):
        shown = numbers.get((gate.condition, gate.metric))
    if shown is None:
        shown = _number(fact, position)
    return GateRow(
        name=gate.name,
        kind=gate.kind,
        condition=gate.condition,
        metric=number_text(gate),
        bucket=fact.bucket,
        baseline=baseline_text(gate, pinned) if gate.is_relative else "",
        rule=rule_text(gate),
        needs=needs_text(gate),
        statistic=gate.statistic,
        number=None if shown is None or shown.value is None else shown,
        verdict=fact.verdict,
        reason=fact.reason,
        note=fact.note,
        declared=fact.declared,
        prior_runs=fact.prior_runs,
        is_post_hoc=fact.is_post_hoc,
        positions=(fact.declared, position),
    )


def _number(fact: GateDecided, position: int) -> Number | None:
    """What was held against a gate, as the decision recorded it."""
    if fact.observed is None:
        return None
    bounds = None
    if fact.low is not None or fact.method:
        bounds = Bounds(low=fact.low, high=fact.high, method=fact.method, note="")
    return Number(value=fact.observed, n=fact.n, of=fact.of, positions=(position,), bounds=bounds)
