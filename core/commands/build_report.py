"""Build the report of a completed run; building it again changes nothing."""

from __future__ import annotations

import attrs

from ..event_store import EventStore, NewEvent, digest
from ..events import ReportBuilt
from ..reports import retrieval_v1
from ..reports.at_hand import NOTHING, AtHand
from ..reports.report import Report
from ..streams import report_stream

REPORT = "application/vnd.benchbook.report+json"


@attrs.frozen(kw_only=True)
class Built:
    """A report with its id."""

    id: str
    report: Report


def build_report(store: EventStore, run_id: str, at_hand: AtHand = NOTHING) -> Built:
    """Fold a run into its report and record it, once.

    Args:
        at_hand: what of the run's need not be loaded again.

    Raises:
        UsageError: the run does not exist or has no end.
    """
    report = retrieval_v1.build(store, run_id, at_hand)
    content = report.as_json()
    sha256 = digest(content)
    stream = report_stream(report.id)
    _, version = store.read(stream)
    if version == 0:
        store.put(content, REPORT)
        event = ReportBuilt(report=report.id, kind=report.kind, run=run_id, content=sha256)
        new = NewEvent(
            event=event,
            key=(sha256,),
            objects=(sha256,),
            basis=report.basis,
        )
        store.append(stream, [new], expected_version=0)
    return Built(id=report.id, report=report)
