"""Sweep a grid of fusions: one run, its report, and what it came to by its own rule."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..objects.sweeps import unpack_sweep
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.projection import fold
from ..projections.run import RUN
from ..reports.sweep_shown import SweepShown
from ..running.specification import Experiment
from ..streams import run_stream
from .evaluate import Evaluated, evaluate
from .retrieve import RunOptions


@attrs.frozen(kw_only=True)
class SweepDone:
    """A sweep that was run: how its run ended, and what is shown of it."""

    evaluated: Evaluated
    shown: SweepShown


def sweep(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    options: RunOptions,
) -> SweepDone:
    """Run a sweep, or go on with one.

    Raises:
        UsageError: the experiment has no table `[sweep]`, or as `run_retrieval` says.
        LedgerError: the ledger cannot be written.
    """
    rule = experiment.sweep
    if rule is None:
        message = f"{experiment.file} is no sweep: it has no table [sweep]; see fusion_sweep.toml"
        raise UsageError(message)
    done = evaluate(
        store, experiment, registry, entropy=entropy, progress=progress, options=options
    )
    view = fold(RUN, store.read(run_stream(done.outcome.run))[0])
    assert view.swept is not None  # noqa: S101 - a sweep that ended was concluded
    position, event = view.swept
    found = unpack_sweep(store.get(event.sweep), f"sweep at position {position}")
    shown = SweepShown(report=done.report, rule=rule, found=found, position=position)
    return SweepDone(evaluated=done, shown=shown)
