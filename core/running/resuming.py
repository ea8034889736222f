"""Resuming: the one run that may be gone on with, in the environment that it was started in."""

from __future__ import annotations

from ..errors import UsageError
from ..event_store import EventStore, digest
from ..projections.log import LogView
from ..projections.runs import RunSummary
from .environment import differs_for_resuming
from .plan import Plan
from .settling import Views
from .start import Inputs, current_environment, fingerprint


def find_unfinished(
    store: EventStore, views: Views, plan: Plan, inputs: Inputs, unfinished: str | None
) -> tuple[str, str]:
    """The one unfinished run of this experiment, with the environment it was sealed in.

    Raises:
        UsageError: there is none, there are several, or it was started with other code or data.
    """
    experiment = digest(plan.resolved)
    found = [
        run
        for run in views.runs.values()
        if run.started.experiment == experiment and not run.is_finished
    ]
    meant = [run for run in found if run.id.startswith(unfinished or "")]
    if not found:
        message = (
            "there is no unfinished run of this experiment to resume; start one without --resume"
        )
        raise UsageError(message)
    ids = ", ".join(run.id for run in found)
    if not meant:
        message = f"no unfinished run of this experiment is called {unfinished!r}; there is {ids}"
        raise UsageError(message)
    if len(meant) > 1:
        message = (
            f"there are {len(meant)} unfinished runs of this experiment ({ids}); "
            "name one with --run, or start a new one without --resume"
        )
        raise UsageError(message)
    return meant[0].id, _check_equal(store, views.log, meant[0], plan, inputs)


def _check_equal(
    store: EventStore, log: LogView, run: RunSummary, plan: Plan, inputs: Inputs
) -> str:
    """The environment id of a run that may be resumed here.

    Raises:
        UsageError: something that can change a number differs from when the run was started.
    """
    env = run.env
    now = current_environment(store)
    if fingerprint(plan, inputs, now) != run.started.fingerprint:
        differs = differs_for_resuming(log.sealed[env], now) if env in log.sealed else ()
        why = ", ".join(differs) or "the data or a plugin's code"
        message = (
            f"run {run.id} cannot be resumed: it was started with other {why}; "
            "start a new run without --resume"
        )
        raise UsageError(message)
    return env
