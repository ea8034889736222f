"""What a report opens with: the findings, the warnings, and the gates."""

from __future__ import annotations

from collections.abc import Sequence

from ...counting import counted
from ...gating.decide import NOT_MEASURED
from ...gating.gate import LATENCY
from ..report import Report
from ..rows import DecisionRow, GateRow
from .cells import ABSENT, confidence_text, gate_text
from .tables import Section, Table


def findings_section(report: Report) -> Section:
    """The findings in words, and what nobody should overlook."""
    return Section(title="What was found", lines=report.findings, warnings=report.head.warnings)


def gates_section(report: Report) -> Section:
    """The gates, each with what was measured and what came of it."""
    return Section(
        title=f"Gates, with {confidence_text(report.head.instrument)} intervals",
        lines=() if report.decision is None else decision_lines(report.decision),
        table=gates_table(report.gates),
        below=about_lines(report.gates, [_declared(gate) for gate in report.gates]),
    )


def gates_table(gates: Sequence[GateRow]) -> Table:
    """A row for each gate, or for each bucket that it is held in."""
    return Table(
        header=("gate", "condition", "metric", "must be", "measured", "outcome"),
        rows=tuple(_gate(gate) for gate in gates),
        align="llllll",
    )


def decision_lines(decision: DecisionRow) -> tuple[str, ...]:
    """What was decided, and by which rule."""
    word = "none, not measured" if decision.decision == NOT_MEASURED else decision.decision
    return (
        f"Decision {decision.name}: {word}, since {decision.because}",
        f"Its rule, written down before the run: {decision.rule}",
    )


def name_text(gate: GateRow) -> str:
    """A gate with the bucket that it is held in, as `hits [numeric]`."""
    return f"{gate.name} [{gate.bucket}]" if gate.bucket else gate.name


def _gate(gate: GateRow) -> tuple[str, ...]:
    """One gate."""
    shown = ABSENT if gate.number is None else gate_text(gate)
    must = gate.rule if gate.kind == LATENCY else f"{gate.statistic} {gate.rule}"
    return name_text(gate), gate.condition, gate.metric, must, shown, gate.verdict


def about_lines(gates: Sequence[GateRow], standings: Sequence[str]) -> tuple[str, ...]:
    """When each gate was declared, and why it came out so: once for each gate and bucket.

    Args:
        standings: of each, as a sentence goes on behind its name.
    """
    lines: dict[str, None] = {}  # a gate that is held in each bucket stands there once
    for gate, standing in zip(gates, standings, strict=True):
        why = f"{gate.verdict}: {gate.reason}" if gate.reason else ""
        needs = f"needs {gate.needs}" if gate.needs else ""
        told = "; ".join(filter(None, (needs, why, gate.note)))
        if gate.bucket:
            lines[f"{gate.name}: {standing}"] = None
            if told:
                lines[f"{name_text(gate)}: {told}"] = None
        else:
            lines["; ".join(filter(None, (f"{gate.name}: {standing}", told)))] = None
    return tuple(lines)


def _declared(gate: GateRow) -> str:
    """When a gate was declared."""
    runs = f"after {counted(gate.prior_runs, 'completed run')} on this gold set"
    post_hoc = ", post hoc: changed after one of them" if gate.is_post_hoc else ""
    return f"declared at position {gate.declared}, {runs}{post_hoc}"
