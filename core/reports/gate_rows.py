"""The gates of a run, with what came of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..events import GateDecided
from ..gating.gate import gate_name, rule_text
from .retrieval_facts import Facts, tampered
from .rows import ConditionRow, GateRow, Number


def gate_rows(
    facts: Facts, conditions: Sequence[ConditionRow], metrics: Sequence[str]
) -> tuple[GateRow, ...]:
    """Every gate, in the order of the experiment.

    Raises:
        BadData: one was never decided, although the run ended: a column was tampered with.
    """
    numbers = {
        (row.name, metric): number
        for row in conditions
        for metric, number in zip(metrics, row.numbers, strict=True)
    }
    experiment = facts.started.experiment_name
    return tuple(
        _row(_decided(facts, gate_name(experiment, gate["name"])), gate, numbers)
        for gate in facts.experiment["gates"]
    )


def _decided(facts: Facts, gate: str) -> tuple[int, GateDecided]:
    """What came of a gate, and where that stands.

    Raises:
        BadData: nothing did.
    """
    decided = facts.gates.decided.get((gate, facts.started.run))
    if decided is None:
        raise tampered(f"a run that ended without a decision on gate {gate}", "one for each gate")
    return decided


def _row(
    decided: tuple[int, GateDecided],
    gate: Mapping[str, str],
    numbers: Mapping[tuple[str, str], Number],
) -> GateRow:
    """One gate."""
    position, fact = decided
    number = numbers.get((gate["condition"], gate["metric"]))
    return GateRow(
        name=gate["name"],
        condition=gate["condition"],
        metric=gate["metric"],
        rule=rule_text(gate["bound"], gate["threshold"]),
        statistic=gate["statistic"],
        number=None if number is None or number.value is None else number,
        verdict=fact.verdict,
        reason=fact.reason,
        declared=fact.declared,
        prior_runs=fact.prior_runs,
        is_post_hoc=fact.is_post_hoc,
        positions=(fact.declared, position),
    )
