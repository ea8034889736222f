"""`benchbook eval`: run an experiment and report it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .credit import credit
from .diff import diff
from .endings import end_evaluation, inconclusive_option
from .experiments import experiment_options, meant_experiment
from .modes import modes
from .options import json_option, plugin_option, preflight_option, workspace_option
from .output import Bars, print_bytes, print_json
from .profile import profile
from .sweep import sweep
from .workspace import EXPERIMENTS, RESUMABLE, open_store

if TYPE_CHECKING:
    from ..core.running.specification import Experiment


@click.group("eval")
def command() -> None:
    """Run an experiment and report it.

    \b
    Example:
      benchbook eval retrieval two_lanes.toml
      benchbook eval profile two_lanes.toml
    """


command.add_command(profile)
command.add_command(credit)
command.add_command(diff)
command.add_command(modes)
command.add_command(sweep)


@command.command("retrieval")
@experiment_options
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Ask lanes in this many processes; the bytes stay the same.",
)
@click.option("--resume", is_flag=True, help="Go on with the unfinished run of this experiment.")
@preflight_option
@inconclusive_option
@click.option("--run", "unfinished", metavar="RUN", help="With --resume: which, of several.")
@plugin_option
@json_option
@workspace_option
def retrieval(
    *,
    experiment: Path | None,
    workspace: Path,
    plugins: tuple[Path, ...],
    conditions: tuple[str, ...],
    corpus: str | None,
    gold: str | None,
    snapshot: str | None,
    jobs: int,
    unfinished: str | None,
    inconclusive: str | None,
    ablation: bool,
    resume: bool,
    as_json: bool,
) -> None:
    """Run lanes over a gold set, fuse them, measure, and report.

    EXPERIMENT is a TOML file, also looked for under experiments/; without it the only one there is
    run. --ablation takes experiments/ablation.toml, else the one that is shipped. A condition that
    needs a merge, as the ablation's resolved_entities, is run by its name alone, on a --snapshot of
    a corpus in which names of entities are merged. Exit code 8 means that a plugin failed: the
    report says which rows are not measured, and why. A gate of the experiment that fails gives 10,
    one that is inconclusive 11, unattainable 12, not measured 13.

    \b
    Example:
      benchbook eval retrieval two_lanes.toml
      benchbook eval retrieval two_lanes.toml --resume
      benchbook eval retrieval --ablation --jobs 2
      benchbook eval retrieval --ablation --condition full_deep --condition no_graph
      benchbook eval retrieval --condition resolved_entities --snapshot after-merge
    """
    import os

    from ..core.commands.evaluate import evaluate
    from ..core.commands.retrieve import RunOptions
    from ..core.plugging.loading import load_registry

    if unfinished and not resume:
        message = "--run names the run that --resume goes on with; say both"
        raise click.UsageError(message)
    click.get_current_context().meta[RESUMABLE] = True
    with open_store(workspace) as store:
        meant = meant_experiment(
            workspace / EXPERIMENTS,
            experiment,
            (corpus, gold),
            ablation=ablation,
            conditions=conditions,
        )
        done = evaluate(
            store,
            _with_conditions(meant, conditions),
            load_registry(plugins),
            entropy=os.urandom,
            progress=Bars(),
            options=RunOptions(resume=resume, unfinished=unfinished, snapshot=snapshot, jobs=jobs),
        )
    if as_json:
        print_json(done.as_plain())
    else:
        print_bytes(done.table)
    end_evaluation(done, inconclusive)


def _with_conditions(experiment: Experiment, conditions: tuple[str, ...]) -> Experiment:
    """An experiment with the conditions asked for; it is told where its baseline is another one."""
    from ..core.commands.find import find_conditions

    if not conditions:
        return experiment
    chosen = find_conditions(experiment, conditions)
    before, now = experiment.settings.baseline, chosen.settings.baseline
    lost = [gate.name for gate in experiment.gates if gate not in chosen.gates]
    if lost:
        told = f"not decided, since their conditions are left out: gates {', '.join(lost)}"
        if experiment.decision != chosen.decision:
            told += ", and with them the decision"
        click.echo(f"benchbook: {told}", err=True)
    if before != now:
        click.echo(f"benchbook: {before} is left out; {now} is the baseline", err=True)
    return chosen
