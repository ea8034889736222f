"""The experiment that a command is about: which file, on what, and the options that say so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..core.running.specification import Experiment

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("experiment", required=False, type=click.Path(path_type=Path, readable=False)),
    click.option(
        "--ablation",
        is_flag=True,
        help="The thirteen conditions of a hybrid retriever, each lane on and off.",
    ),
    click.option(
        "--condition",
        "conditions",
        multiple=True,
        metavar="NAME",
        help="Only this condition (may be repeated).",
    ),
    click.option("--corpus", metavar="NAME", help="The corpus, whatever the experiment names."),
    click.option("--gold", metavar="NAME", help="The gold set, whatever the experiment names."),
    click.option("--snapshot", metavar="NAME", help="This named state of the corpus."),
)


def experiment_options(command: Command) -> Command:
    """Add EXPERIMENT and what changes it to a command.

    It receives `experiment`, `ablation`, `conditions`, `corpus`, `gold` and `snapshot`.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def meant_experiment(
    folder: Path,
    given: Path | None,
    names: tuple[str | None, str | None],
    *,
    ablation: bool,
    conditions: tuple[str, ...] = (),
) -> Experiment:
    """The experiment that is meant, on what it is to be run on.

    Conditions that need a merge are in it only where one of them is asked for by name; without a
    file, such a name means the ablation's.

    Args:
        folder: the workspace's folder of experiments.
        names: of the corpus and of the gold set, where they are given.
        conditions: those that are asked for.

    Raises:
        UsageError: there is no such file, two experiments are meant, or one of all conditions but
            those that need a merge together with one of these.
    """
    from ..core.commands.find import find_ablation, find_meant
    from ..core.running.experiment import read_experiment

    if ablation and given is not None:
        message = f"--ablation is an experiment of its own; leave {str(given)!r} or it out"
        raise click.UsageError(message)
    path = find_ablation(folder) if ablation else find_meant(folder, given, conditions)
    experiment = read_experiment(path).on(*names)
    merged = [name for name in conditions if name in experiment.merged]
    if merged and ablation:
        message = (
            f"{', '.join(merged)} is a condition of a corpus state of its own and no row of the "
            "ablation; leave --ablation out"
        )
        raise click.UsageError(message)
    return experiment if merged else _without_merged(experiment, told=not ablation)


def _without_merged(experiment: Experiment, *, told: bool) -> Experiment:
    """An experiment without the conditions that need a merge.

    Args:
        told: whether to say which these are.
    """
    if told and experiment.merged:
        names = ", ".join(experiment.merged)
        click.echo(
            f"benchbook: left out: {names}; run on a state with merges: --condition "
            f"{experiment.merged[0]} --snapshot NAME",
            err=True,
        )
    return experiment.unmerged()
