"""Hold gates against a recorded run without running anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..errors import UsageError
from ..event_store import EventStore, read_json
from ..gating.beside import Beside
from ..gating.checked import Checked, CheckedGate, conclude
from ..gating.decision import DecisionRule
from ..gating.gate import Gate, gate_name
from ..gating.held import hold
from ..gating.scoresheet import Scoresheet
from ..plugging.registry import Registry
from ..projections.gates import GATES, Gates
from ..projections.projection import view_at
from ..projections.run import Run
from ..reports.gate_rows import gate_of
from ..reports.report_sheets import sheet_of_report
from ..running.baselines import load_run, pin_baselines, read_baseline, report_in
from ..running.beside_run import RunBeside
from ..running.gate_files import GateFile
from ..running.gate_planning import plan_gate
from ..running.gates import decided, record_decided
from ..running.given_files import Given
from ..running.scales import scales_of
from ..running.sheets import sheet_of_run
from ..running.standing import standing_of


@attrs.frozen(kw_only=True)
class _Asked:
    """A gate that is to be held against a run.

    Attributes:
        name: in the log; pinned: the digest of what it is relative to.
    """

    gate: Gate
    name: str
    pinned: str


def check_run(
    store: EventStore,
    run_id: str,
    wanted: GateFile | None,
    registry: Registry,
    given: Given,
    *,
    records: bool = False,
) -> Checked:
    """Hold gates against a completed run.

    Args:
        wanted: the gates; None for those that the run was started with.
        records: whether decisions on gates that are declared are appended, where there is none yet.

    Raises:
        UsageError: there is no gate.
        BadExperiment: a gate says nothing, or names a baseline that is not there.
    """
    run = load_run(store, run_id)
    assert run.started is not None  # noqa: S101 - a completed run began
    resolved = read_json(store.get(run.started[1].experiment))
    known = view_at(GATES, store)
    asked = _of_file(store, wanted, registry) if wanted else _own(run, resolved, known)
    if not asked:
        raise UsageError(_nothing(run_id, wanted))
    sheet = sheet_of_run(store, run, lambda names: scales_of(names, registry))
    run_beside = _beside(store, run, asked, wanted, sheet, records=records)
    beside = given.over(_with_files(run_beside, wanted, sheet), dict(run_beside.works))
    gates = tuple(
        CheckedGate(
            held=held, standing=standing_of(known, one.name, one.gate.as_rule(one.pinned), run)
        )
        for one in asked
        for held in hold(one.gate, sheet, beside)
    )
    if records:
        given.keep(store)
        _record(store, run, known, gates, {one.gate.name: one.name for one in asked})
    rule = wanted.gates.decision if wanted else _rule(resolved)
    return Checked(
        target=f"run {run_id}",
        experiment=run.started[1].experiment_name,
        declared_for=wanted.gates.experiment if wanted else "",
        gates=gates,
        decision=conclude(gates, rule, is_frozen=rule == _rule(resolved)),
        alpha=str(sheet.rules.alpha),
    )


def _own(run: Run, resolved: Mapping[str, object], known: Gates) -> list[_Asked]:
    """The gates that a run was started with, as they were declared then."""
    assert run.started is not None  # noqa: S101 - a completed run began
    planned = resolved["gates"]
    assert isinstance(planned, list)  # noqa: S101 - as it was frozen
    views = [known.declared[position] for position in run.started[1].gates]
    return [
        _Asked(gate=gate_of(one), name=view.event.gate, pinned=view.event.rule.baseline)
        for one, view in zip(planned, views, strict=True)
    ]


def _of_file(store: EventStore, wanted: GateFile, registry: Registry) -> list[_Asked]:
    """The gates of a file, with what they are relative to as it is now."""
    gates = planned(wanted, registry)
    pinned = pin_baselines(store, gates, wanted.file, wanted.folder, keeps=False)
    experiment = wanted.gates.experiment
    return [
        _Asked(gate=gate, name=gate_name(experiment, gate.name), pinned=pinned[gate.name])
        for gate in gates
    ]


def planned(wanted: GateFile, registry: Registry) -> Sequence[Gate]:
    """The gates of a file, with the canonical names of their metrics.

    Raises:
        BadExperiment: a gate says nothing.
    """
    return [plan_gate(gate, registry, wanted.file, wanted.test) for gate in wanted.gates.gates]


def _nothing(run_id: str, wanted: GateFile | None) -> str:
    """What to say where there is no gate: to check nothing is no pass."""
    if wanted is not None:
        return f"{wanted.file} has no table [[gates]]; there is nothing to check"
    return f"run {run_id} was started without gates; name a file of them with --gates"


def _beside(
    store: EventStore,
    run: Run,
    asked: Sequence[_Asked],
    wanted: GateFile | None,
    sheet: Scoresheet,
    *,
    records: bool,
) -> RunBeside:
    """What lies beside the run."""
    return RunBeside(
        store=store,
        run=run,
        pinned={one.gate.name: one.pinned for one in asked},
        folder=None if wanted is None else wanted.folder,
        scales=sheet.scales,
        keeps=records,
    )


def _with_files(beside: RunBeside, wanted: GateFile | None, sheet: Scoresheet) -> Beside:
    """The same, exported reports read where they lie: a check stores none."""
    if wanted is None:
        return beside.beside

    def baseline(gate: Gate) -> Scoresheet | str:
        if not gate.relative_to.startswith("file:"):
            return beside.baseline(gate)
        data = read_baseline(gate, wanted.file, wanted.folder)
        return sheet_of_report(report_in(data, gate.relative_to), sheet.scales)

    return attrs.evolve(beside.beside, baseline=baseline)


def _rule(resolved: Mapping[str, object]) -> DecisionRule | None:
    """The rule that a run was started with; None where there is none."""
    frozen = resolved.get("decision")
    if not isinstance(frozen, dict):
        return None
    return DecisionRule(name=frozen["name"], gates=tuple(frozen["gates"]))


def _record(
    store: EventStore,
    run: Run,
    known: Gates,
    gates: Sequence[CheckedGate],
    names: Mapping[str, str],
) -> None:
    """Append what came of each gate that is declared and not yet decided of this run."""
    assert run.started is not None  # noqa: S101 - a completed run began
    _, started = run.started
    for one in gates:
        held, position = one.held, one.standing.declared
        name = names[held.gate.name]
        before = known.decided.get((name, started.run), ())
        if position is None or any(
            (fact.declared, fact.bucket) == (position, held.bucket) for _, fact in before
        ):
            continue
        event = attrs.evolve(
            decided(held, known.declared[position], known, started.questions, started.run),
            is_post_hoc=one.standing.is_post_hoc,
        )
        record_decided(store, event, run.env or "")
