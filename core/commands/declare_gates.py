"""Declare gates ahead of any run: where they stand, what came before, what they could find."""

from __future__ import annotations

from ..errors import UsageError
from ..event_store import EventStore
from ..gating.declared import DeclaredGate, DeclaredGates
from ..gating.detectable import cannot_pass, detectable_by
from ..gating.gate import Gate, gate_name
from ..gating.scoresheet import Scoresheet
from ..plugging.registry import Registry
from ..projections.gates import GATES
from ..projections.gold_sets import GOLD_SETS
from ..projections.projection import view_at
from ..projections.run import Run
from ..projections.runs import RUNS, RunSummary
from ..running.baselines import load_run, pin_baselines
from ..running.beside_run import RunBeside
from ..running.gate_files import GateFile
from ..running.gate_planning import plan_gate
from ..running.gates import declare_gates
from ..running.scales import scales_of
from ..running.sheets import sheet_of_run


def declare(store: EventStore, wanted: GateFile, registry: Registry, gold: str) -> DeclaredGates:
    """Declare the gates of a file; one that stands there already as it is stays.

    Args:
        gold: the gold set that they are for; empty: the one that the file names, or the only one.

    Raises:
        UsageError: there is no gate, or no such gold set.
        BadExperiment: a gate says nothing, or names a baseline that is not there.
        LedgerError: the ledger cannot be written.
    """
    gates = tuple(
        plan_gate(gate, registry, wanted.file, wanted.test) for gate in wanted.gates.gates
    )
    if not gates:
        message = f"{wanted.file} has no table [[gates]]; there is nothing to declare"
        raise UsageError(message)
    name, questions = _gold(store, gold or wanted.gates.gold)
    baselines = pin_baselines(store, gates, wanted.file, wanted.folder)
    before, size = view_at(GATES, store), store.size
    experiment = wanted.gates.experiment
    positions = declare_gates(store, experiment, gates, questions, baselines)
    last = _last(store, questions, experiment)
    sheet = beside = None
    if last is not None:
        sheet = sheet_of_run(store, last, lambda names: scales_of(names, registry))
        beside = RunBeside(
            store=store, run=last, pinned=baselines, folder=None, scales=sheet.scales, keeps=False
        )
    told = []
    for gate, position in zip(gates, positions, strict=True):
        old = before.by_name.get(gate_name(experiment, gate.name))
        is_new = position >= size
        told.append(
            DeclaredGate(
                gate=gate,
                position=position,
                is_new=is_new,
                prior_runs=before.runs_before(position, questions),
                supersedes=old.position if is_new and old is not None else None,
                detectable=detectable_by(gate, sheet, _other(gate, sheet, beside)),
                cannot_pass=cannot_pass(gate, sheet),
            )
        )
    run = "" if sheet is None else sheet.name
    return DeclaredGates(experiment=experiment, gold=name, run=run, gates=tuple(told))


def _gold(store: EventStore, wanted: str) -> tuple[str, str]:
    """The name and digest of the gold set that gates are declared for.

    Raises:
        UsageError: there is none of that name, or several where none is named.
    """
    known = view_at(GOLD_SETS, store)
    name = wanted or (next(iter(known)) if len(known) == 1 else "")
    if name not in known:
        there = f"there are {', '.join(sorted(known))}" if known else "this workspace has none"
        what = f"there is no gold set {wanted!r}" if wanted else "name a gold set with --gold"
        message = f"{what}; {there}"
        raise UsageError(message)
    return name, known[name].event.questions


def _other(gate: Gate, sheet: Scoresheet | None, beside: RunBeside | None) -> Scoresheet | str:
    """The numbers that a gate is relative to, or why there are none; else those of the run."""
    if sheet is None or beside is None:
        return "no run on this gold set tells how far values scatter"
    if ":" not in gate.relative_to or gate.metric not in sheet.scales:
        return sheet
    other = beside.baseline(gate)
    if isinstance(other, str):
        return other
    why = sheet.instrument.differs(other.instrument, sheet.scales[gate.metric])
    return f"the baseline cannot be compared: {why}" if why else other


def _last(store: EventStore, questions: str, experiment: str) -> Run | None:
    """The last completed run on a gold set, of that experiment if one is."""
    ended = [
        run
        for run in view_at(RUNS, store).values()
        if run.completed is not None and run.started.questions == questions
    ]
    own = [run for run in ended if run.started.experiment_name == experiment]
    return load_run(store, max(own or ended, key=_end).id) if ended else None


def _end(run: RunSummary) -> int:
    """Where a completed run ended."""
    return run.completed or 0
