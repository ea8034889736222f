"""Record what was decided on a report, and why; and list what was decided on all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from ..comparing import verdicts
from ..event_store import EventStore, NewEvent
from ..events import DecisionRecorded
from ..lasting_lines import lasting_text
from ..projections.projection import view_at
from ..projections.reports import REPORTS, ReportView
from ..projections.runs import RUNS
from ..reports.report import Report
from ..streams import report_stream
from .render_report import load_report

LONGEST = 500
"""Characters of a reason."""


@attrs.frozen(kw_only=True)
class Decided:
    """A decision as it stands in the ledger.

    Attributes:
        position: of it; is_new: whether it was appended now, or the same stood there already.
    """

    event: DecisionRecorded
    position: int
    is_new: bool


def decide(store: EventStore, view: ReportView, decision: str, why: str) -> Decided:
    """Record a decision on a report; the same one again is recorded once.

    Args:
        decision: `adopt`, `reject`, `keep` or `collect-more`.
        why: one line of at most 500 characters; the ledger keeps it for ever.

    Raises:
        UsageError: the reason is empty, too long, or names a person, a machine or a secret.
        LedgerError: somebody else decided meanwhile, or the ledger cannot be written.
    """
    reason = lasting_text("--why", why, LONGEST)
    before = view.decisions[-1] if view.decisions else None
    if before is not None and (before[1].decision, before[1].why) == (decision, reason):
        return Decided(event=before[1], position=before[0], is_new=False)
    event = DecisionRecorded(
        report=view.built.report,
        decision=decision,
        why=reason,
        supersedes=None if before is None else before[0],
    )
    new = NewEvent(event=event, key=(len(view.decisions),), basis=store.basis())
    stream = report_stream(view.built.report)
    (receipt,) = store.append(stream, [new], expected_version=view.version)
    return Decided(event=event, position=receipt.seq, is_new=True)


@attrs.frozen(kw_only=True)
class BankRow:
    """A report with what was decided on it.

    Attributes:
        found: what its declared comparisons came to, in a few words.
        gates: how many gates came out in each way.
        by_rule: what the rule of its experiment came to; empty where it has none.
        decision: what stands now; None where nobody decided.
        earlier: decisions that it replaced, the first one first, each with its position.
    """

    report: str
    run: str
    experiment: str
    position: int
    found: str
    gates: Mapping[str, int]
    by_rule: str
    decision: tuple[int, DecisionRecorded] | None
    earlier: tuple[tuple[int, DecisionRecorded], ...]


@attrs.frozen(kw_only=True)
class Bank:
    """Every report of a workspace, and the runs that never became one.

    Attributes:
        abandoned: runs without an end; unreported: runs that ended without a report.
    """

    rows: tuple[BankRow, ...]
    runs: int
    abandoned: int
    unreported: int


def bank_of(store: EventStore) -> Bank:
    """What was decided on every report, in the order of the ledger."""
    runs = view_at(RUNS, store).values()
    return Bank(
        rows=tuple(_row(store, view) for view in view_at(REPORTS, store).values()),
        runs=len(runs),
        abandoned=sum(run.completed is None for run in runs),
        unreported=sum(run.completed is not None and not run.reports for run in runs),
    )


def _row(store: EventStore, view: ReportView) -> BankRow:
    """One report."""
    report = load_report(store, view)
    return BankRow(
        report=view.built.report,
        run=view.built.run,
        experiment=report.head.experiment_name,
        position=view.position,
        found=found_text(report),
        gates=dict(sorted(Counter(gate.verdict for gate in report.gates).items())),
        by_rule="" if report.decision is None else report.decision.decision,
        decision=view.decisions[-1] if view.decisions else None,
        earlier=view.decisions[:-1],
    )


def found_text(report: Report) -> str:
    """What the declared comparisons of a report came to: no difference found is not equality."""
    tally = Counter(one.verdict for one in report.comparisons if one.declared)
    if not tally:
        return "nothing compared"
    told = ", ".join(f"{tally[word]} {word}" for word in verdicts.VERDICTS if tally[word])
    is_found = tally[verdicts.BETTER] or tally[verdicts.WORSE]
    return told if is_found else f"no difference found: {told}"
