"""Run an experiment's conditions as the modes of one retriever: measured, or skipped and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..plugging.registry import Registry
from ..progress import Progress
from ..reports.modes_shown import ModesShown
from ..running.specification import Experiment
from .evaluate import Evaluated, evaluate
from .retrieve import RunOptions


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
    """Modes that were run: how the run ended, and what is shown of it."""

    evaluated: Evaluated
    shown: ModesShown


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
    shown = ModesShown(depth=chosen.settings.depth, modes=tuple(modes), report=done.report)
    return ModesDone(evaluated=done, shown=shown)
