"""Hold gates against an exported report: no workspace is needed, and nothing is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..errors import UsageError
from ..event_store import digest
from ..gating.beside import Beside, Timed
from ..gating.checked import Checked, CheckedGate, conclude
from ..gating.gate import Gate
from ..gating.held import Held, hold
from ..gating.scoresheet import Scoresheet
from ..gating.standing import CHANGED, UNDECLARED, Standing
from ..gating.words import baseline_text, needs_text, number_text, rule_text
from ..plugging.registry import Registry
from ..reports.report import Report
from ..reports.report_sheets import sheet_of_report
from ..reports.rows import GateRow
from ..running.baselines import read_baseline, report_in
from ..running.beside_run import NO_COSTS, costs_at
from ..running.gate_files import GateFile
from ..running.given_files import Given
from ..running.scales import scales_of
from .check_gates import planned

Rows = Mapping[tuple[str, str], GateRow]
NO_PROFILE = "an exported report names no profile; give one with --profile"


def read_report(path: Path) -> Report:
    """The report in a file.

    Raises:
        UsageError: it cannot be read.
        BadData: it is no report that this version knows.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot read report {str(path)!r}: {error.strerror}"
        raise UsageError(message) from error
    return report_in(data, str(path))


def check_report(report: Report, wanted: GateFile, registry: Registry, given: Given) -> Checked:
    """Hold the gates of a file against an exported report.

    Raises:
        UsageError: there is no gate.
        BadExperiment: a gate says nothing, or names a file that is not there.
    """
    gates = planned(wanted, registry)
    if not gates:
        message = f"{wanted.file} has no table [[gates]]; there is nothing to check"
        raise UsageError(message)
    sheet = sheet_of_report(report, scales_of(report.metrics, registry))
    beside = given.over(_beside(wanted, sheet), None)
    beside = _of_this_code(beside, report)
    rows = {(row.name, row.bucket): row for row in report.gates}
    checked = tuple(
        CheckedGate(held=held, standing=_standing(held, rows, report, wanted))
        for gate in gates
        for held in hold(gate, sheet, beside)
    )
    rule = wanted.gates.decision
    frozen = report.decision
    is_frozen = rule is not None and frozen is not None and frozen.rule == rule.text
    return Checked(
        target=sheet.name,
        experiment=report.head.experiment_name,
        declared_for=wanted.gates.experiment,
        gates=checked,
        decision=conclude(checked, rule, is_frozen=is_frozen),
        alpha=report.head.instrument.alpha,
    )


def _beside(wanted: GateFile, sheet: Scoresheet) -> Beside:
    """What lies beside a report: the files that gates name."""

    def baseline(gate: Gate) -> Scoresheet | str:
        kind, _, name = gate.relative_to.partition(":")
        if kind != "file":
            return f"{kind} {name} is in a workspace, and a report of a file is checked without one"
        data = read_baseline(gate, wanted.file, wanted.folder)
        return sheet_of_report(report_in(data, gate.relative_to), sheet.scales)

    return Beside(
        baseline=baseline,
        times=lambda _: NO_PROFILE,
        costs=lambda gate: (
            costs_at(wanted.folder / gate.costs, gate.costs) if gate.costs else NO_COSTS
        ),
    )


def _of_this_code(beside: Beside, report: Report) -> Beside:
    """The same, with a profile taken only where Benchbook's code is that of the report."""

    def times(gate: Gate) -> Timed | str:
        timed = beside.times(gate)
        if isinstance(timed, Timed) and timed.times.code != report.head.environment["code"]:
            return f"{timed.source} is of other code of Benchbook than the report"
        if isinstance(timed, Timed) and timed.times.manifest != report.head.corpus_digest:
            return f"{timed.source} is of another corpus than the report"
        return timed

    return Beside(baseline=beside.baseline, times=times, costs=beside.costs)


def _standing(held: Held, rows: Rows, report: Report, wanted: GateFile) -> Standing:
    """Where a gate stood in the ledger of the report, as far as the report tells."""
    gate, head = held.gate, report.head
    row = rows.get((gate.name, held.bucket))
    pinned = ""
    if gate.relative_to.startswith("file:"):
        pinned = digest(read_baseline(gate, wanted.file, wanted.folder))
    baseline = baseline_text(gate, pinned) if gate.is_relative else ""
    asked = (number_text(gate), rule_text(gate), needs_text(gate), baseline)
    is_same = (
        row is not None
        and head.experiment_name == wanted.gates.experiment
        and (row.condition, row.statistic) == (gate.condition, gate.statistic)
        and (row.metric, row.rule, row.needs, row.baseline) == asked
    )
    if row is None or not is_same:
        return Standing(
            declared=None, prior_runs=head.runs_on_gold, is_post_hoc=True, why=UNDECLARED
        )
    return Standing(
        declared=row.declared,
        prior_runs=row.prior_runs,
        is_post_hoc=row.is_post_hoc,
        why=CHANGED if row.is_post_hoc else "",
    )
