"""Sweep a grid of fusions: one run, its report, and what it came to by its own rule."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..objects.sweeps import SweepFound, unpack_sweep
from ..plain import to_plain
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.projection import fold
from ..projections.run import RUN
from ..reports.report import Report
from ..reports.results import results_of
from ..running.specification import Experiment
from ..streams import run_stream
from ..sweeping.rule import SweepRule
from .evaluate import Evaluated, evaluate
from .retrieve import RunOptions


@attrs.frozen(kw_only=True)
class SweepDone:
    """A sweep that was run.

    Attributes:
        rule: as it was frozen before the run.
        found: what it came to, as it is recorded; position: of that.
    """

    evaluated: Evaluated
    rule: SweepRule
    found: SweepFound
    position: int

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, under the names of SciX's sweep beside ours."""
        head = self.report.head
        return {
            "dry_run": False,
            "run": self.report.run,
            "report": self.report.id,
            "n_queries": head.topics,
            "pool": head.retrieve,
            "k": head.depth,
            "results": results_of(self.report),
            "protocol": {
                "n_tuning": self.found.tuning,
                "n_confirmation": self.found.confirming if self.rule.salt else 0,
                "selected_config": self.found.headline and self.found.headline.configuration,
            },
            "coverage": {
                "covered": self.found.covered.answered,
                "of": self.found.covered.topics,
                "required": str(self.rule.coverage),
                "errors": [
                    {"query_id": topic, "stratum": stratum, "error": f"{', '.join(lanes)}: no rows"}
                    for topic, stratum, lanes in self.found.covered.missing
                ],
            },
            "confirmation_results": {
                key: one and {"value": one.value, "n": one.n}
                for key, one in (
                    ("baseline", self.found.baseline),
                    ("premise", self.found.premise),
                    ("selected", self.found.headline),
                )
            },
            "rule": self.rule.as_plain(),
            "sweep": to_plain(self.found),
            "position": self.position,
        }

    @property
    def report(self) -> Report:
        """The report of the run."""
        return self.evaluated.report


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
    return SweepDone(evaluated=done, rule=rule, found=found, position=position)
