"""What a report opens with: the findings, the warnings, and the gates."""

from __future__ import annotations

from ...counting import counted
from ..report import Report
from ..rows import GateRow
from .cells import ABSENT, confidence_text, interval_text, value_text
from .tables import Section, Table


def findings_section(report: Report) -> Section:
    """The findings in words, and what nobody should overlook."""
    return Section(title="What was found", lines=report.findings, warnings=report.head.warnings)


def gates_section(report: Report) -> Section:
    """The gates, each with what was measured and what came of it."""
    return Section(
        title=f"Gates, with {confidence_text(report.head.instrument)} intervals",
        table=Table(
            header=("gate", "condition", "metric", "must be", "measured", "outcome"),
            rows=tuple(_gate(gate) for gate in report.gates),
            align="llllll",
        ),
        below=tuple(_about(gate) for gate in report.gates),
    )


def _gate(gate: GateRow) -> tuple[str, ...]:
    """One gate."""
    number = gate.number
    shown = f"{value_text(number)} {interval_text(number.bounds)}".strip() if number else ABSENT
    must = f"{gate.statistic} {gate.rule}"
    return gate.name, gate.condition, gate.metric, must, shown, gate.verdict


def _about(gate: GateRow) -> str:
    """When it was declared, and why it came out so."""
    runs = f"after {counted(gate.prior_runs, 'completed run')} on this gold set"
    post_hoc = ", post hoc: changed after one of them" if gate.is_post_hoc else ""
    why = f"; {gate.verdict}: {gate.reason}" if gate.reason else ""
    return f"{gate.name}: declared at position {gate.declared}, {runs}{post_hoc}{why}"
