"""Runs of a log, one line each: what was started, what ended, what was reported."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import ReportBuilt, RunCompleted, RunStarted
from .projection import Projection


@attrs.frozen(kw_only=True)
class RunSummary:
    """One run as a list shows it.

    Attributes:
        position: of `run-started`; completed: of `run-completed`, or None.
        env: id of the environment sealed for it.
        reports: ids of the reports built of it, in the order of the log.
    """

    id: str
    position: int
    ts: str
    env: str
    started: RunStarted
    completed: int | None
    reports: tuple[str, ...]

    @property
    def state(self) -> str:
        """`completed`, or `abandoned`: it has no end."""
        return "abandoned" if self.completed is None else "completed"

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do: completed and reported."""
        return self.completed is not None and bool(self.reports)


Runs = Mapping[str, RunSummary]


def _apply(view: Runs, recorded: Recorded) -> Runs:
    """Take one event into the view; a report of an unknown run changes nothing."""
    match recorded.event:
        case RunStarted() as started:
            run = RunSummary(
                id=started.run,
                position=recorded.seq,
                ts=recorded.ts,
                env=recorded.env or "",
                started=started,
                completed=None,
                reports=(),
            )
        case RunCompleted(run=id_) if id_ in view:
            run = attrs.evolve(view[id_], completed=recorded.seq)
        case ReportBuilt(run=id_, report=report) if id_ in view:
            run = attrs.evolve(view[id_], reports=(*view[id_].reports, report))
        case _:
            return view
    return MappingProxyType({**view, run.id: run})


RUNS = Projection[Runs](
    name="runs",
    version=1,
    initial=MappingProxyType({}),
    handles=(RunStarted, RunCompleted, ReportBuilt),
    apply=_apply,
)
