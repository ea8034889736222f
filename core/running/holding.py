"""Holding a declared gate against a run, whatever it is about."""

from __future__ import annotations

from ..event_store import EventStore
from ..events import GateRule
from ..gating.decide import NOT_MEASURED, Verdict
from ..gating.gate import METRIC, Gate
from ..gating.held import Held, hold
from ..gating.scoresheet import Scoresheet
from ..projections.projection import view_at
from ..projections.runs import RUNS
from .baselines import load_run
from .sheets import sheet_of_run


def hold_gates(
    store: EventStore, gate: Gate, rule: GateRule, sheet: Scoresheet
) -> tuple[Held, ...]:
    """What came of a gate, over all topics or in each bucket.

    Args:
        rule: as it was declared, with the digest of what it is relative to.
        sheet: the numbers of the run.
    """
    if gate.kind != METRIC:
        return (_unmeasured(gate, f"nothing records the {gate.kind} of a run yet"),)
    return hold(gate, sheet, lambda _: _baseline(store, gate, rule, sheet))


def _baseline(store: EventStore, gate: Gate, rule: GateRule, sheet: Scoresheet) -> Scoresheet | str:
    """The numbers of a baseline that is no part of the run; or why they cannot be had."""
    kind, _, name = gate.relative_to.partition(":")
    if kind == "file":
        return "no file yet"
    for id_ in view_at(RUNS, store):
        run = load_run(store, id_)
        if run.compared is not None and run.compared[1].comparisons == rule.baseline:
            return sheet_of_run(store, run, lambda _: sheet.scales)
    return f"no run of this workspace has the numbers that {kind} {name} was pinned with"


def _unmeasured(gate: Gate, why: str) -> Held:
    """A gate that nothing can be held against."""
    verdict = Verdict(word=NOT_MEASURED, reason=why)
    return Held(gate=gate, bucket=gate.bucket, number=None, verdict=verdict)
