"""Run an experiment's conditions as the modes of one retriever: measured, or skipped and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..plugging.registry import Registry
from ..progress import Progress
from ..reports.results import results_of
from ..running.specification import Experiment
from .evaluate import Evaluated, evaluate
from .retrieve import RunOptions

DRY_RUN = "dry_run"


def chosen_modes(experiment: Experiment, text: str) -> tuple[str, ...]:
    """The modes of a comma list, in its order, each once; all of them where it is empty.

    Raises:
        UsageError: the experiment has no condition of a name.
    """
    wanted = tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    for name in wanted:
        if name not in experiment.conditions:
            there = ", ".join(experiment.conditions)
            message = f"{experiment.file} has no mode {name!r}; it has {there}"
            raise UsageError(message)
    return wanted or tuple(experiment.conditions)


@attrs.frozen(kw_only=True)
class ModesDone:
    """Modes that were run, or tried without a workspace.

    Attributes:
        modes: in the order asked for; evaluated: None for a dry run.
    """

    experiment: Experiment
    modes: tuple[str, ...]
    evaluated: Evaluated | None

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, under the names of SciX's harness."""
        done = self.evaluated
        if done is None:
            empty: dict[str, Any] = {"overall": {}, "by_bucket": {}, "skipped_reason": DRY_RUN}
            told: dict[str, Any] = {name: dict(empty) for name in self.modes}
        else:
            results = results_of(done.report)
            told = {name: results[name] for name in self.modes}
        return {
            "dry_run": done is None,
            "k": self.experiment.settings.depth,
            "queries_path": self.experiment.settings.gold
            if done is None
            else done.report.head.gold,
            "n_queries": 0 if done is None else done.report.head.topics,
            "run": None if done is None else done.report.run,
            "modes": told,
        }


def run_modes(
    store: EventStore,
    experiment: Experiment,
    modes: Sequence[str],
    registry: Registry,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    options: RunOptions,
) -> ModesDone:
    """Run the modes that are asked for; a lane that two of them need ranks once.

    Raises:
        UsageError, LedgerError: as `run_retrieval` does.
    """
    chosen = experiment.only(tuple(modes))
    done = evaluate(store, chosen, registry, entropy=entropy, progress=progress, options=options)
    return ModesDone(experiment=chosen, modes=tuple(modes), evaluated=done)
