"""What `benchbook gate declare` shows: where each gate stands, and what it could find."""

from __future__ import annotations

from ..counting import counted
from ..decimals import fixed_text
from ..gating.declared import DeclaredGate, DeclaredGates
from ..gating.gate import LATENCY
from ..gating.words import needs_text, number_text, rule_text
from .layout.cells import ABSENT, PLACES
from .layout.page import Cell, Page
from .layout.tables import Section, Table

FINDS = (
    "finds: how far a true number must lie from its threshold for a test to tell them apart four "
    "times in five"
)
HEADER = ("gate", "condition", "metric", "rule", "position", "prior runs", "new", "detectable")


def declared_page(done: DeclaredGates) -> Page:
    """A page of a declaration."""
    last = f"; scatter as in {done.run}" if done.run else ""
    return Page(
        title=f"Gates of {done.experiment}",
        sections=(
            Section(
                warnings=tuple(
                    f"{one.gate.name} is unattainable: {one.cannot_pass}"
                    for one in done.gates
                    if one.cannot_pass
                ),
                title=f"Gates of {done.experiment}, declared for gold set {done.gold}{last}",
                table=Table(
                    header=("gate", "condition", "metric", "must be", "position", "finds"),
                    rows=tuple(_cells(one) for one in done.gates),
                    align="llllrl",
                ),
                below=(
                    *(_about(one) for one in done.gates),
                    FINDS,
                ),
            ),
        ),
        header=HEADER,
        rows=tuple(_row(one) for one in done.gates),
    )


def _cells(one: DeclaredGate) -> tuple[str, ...]:
    """One gate."""
    gate = one.gate
    must = rule_text(gate) if gate.kind == LATENCY else f"{gate.statistic} {rule_text(gate)}"
    return (
        gate.name,
        gate.condition,
        number_text(gate),
        must,
        str(one.position),
        _finds(one),
    )


def _finds(one: DeclaredGate) -> str:
    """What a gate could find, and on how many topics."""
    found = one.detectable
    if found.value is None:
        return ABSENT
    where = f", bucket {found.bucket}" if found.bucket else ""
    return f"{fixed_text(found.value, PLACES)} ({counted(found.n, 'topic')}{where})"


def _about(one: DeclaredGate) -> str:
    """Where a gate stands."""
    runs = f"after {counted(one.prior_runs, 'completed run')} on this gold set"
    at = f"declared at position {one.position}, {runs}"
    if not one.is_new:
        at += "; it stood there already"
    elif one.supersedes is not None:
        late = ", post hoc: changed after one of them" if one.prior_runs else ""
        at += f"; it replaces the declaration at position {one.supersedes}{late}"
    why = f"; what it finds is not known: {one.detectable.reason}" if one.detectable.reason else ""
    needs = needs_text(one.gate)
    least = f"; needs {needs}" if needs else ""
    return f"{one.gate.name}: {at}{least}{why}"


def _row(one: DeclaredGate) -> tuple[Cell, ...]:
    """A gate for those who calculate."""
    gate = one.gate
    return (
        gate.name,
        gate.condition,
        number_text(gate),
        rule_text(gate),
        one.position,
        one.prior_runs,
        "yes" if one.is_new else "no",
        one.detectable.value,
    )
