"""Run an experiment to its end: retrieved, measured, reported, and rendered for a terminal."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..event_store import EventStore
from ..plugging.registry import Registry
from ..progress import Progress
from ..reports.report import Report
from ..running.specification import Experiment
from .find import find_report
from .render_report import load_report, render_report
from .retrieve import Outcome, RunOptions, run_retrieval

TABLE = "benchbook:table"


@attrs.frozen(kw_only=True)
class Evaluated:
    """What an evaluation ends with.

    Attributes:
        table: the report as text, as it was recorded.
    """

    outcome: Outcome
    report: Report
    table: bytes

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "run": self.outcome.run,
            "report": self.outcome.report,
            "failed": list(self.outcome.failed),
            "skipped": list(self.outcome.skipped),
            "content": self.report.as_plain(),
        }


def evaluate(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    options: RunOptions = RunOptions(),  # noqa: B008 - frozen
) -> Evaluated:
    """Run an experiment, or go on with one, and record its report and the text of it.

    Args:
        entropy, progress, options: as `run_retrieval` takes them.

    Raises:
        UsageError, LedgerError: as `run_retrieval` does.
    """
    outcome = run_retrieval(
        store, experiment, registry, entropy=entropy, progress=progress, options=options
    )
    view = find_report(store, outcome.report)
    table = render_report(store, view, registry.find("reporter", TABLE)).data
    return Evaluated(outcome=outcome, report=load_report(store, view), table=table)
