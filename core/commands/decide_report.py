"""Record what was decided on a report, and why; and list what was decided on all of them."""

from __future__ import annotations

from collections import Counter

import attrs

from ..event_store import EventStore, NewEvent
from ..events import DecisionRecorded
from ..lasting_lines import lasting_text
from ..projections.projection import view_at
from ..projections.reports import REPORTS, ReportView
from ..projections.runs import RUNS
from ..reports.bank_page import Bank, BankRow, found_text
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
