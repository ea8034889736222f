"""`benchbook eval`: run an experiment and report it."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, plugin_option, workspace_option
from .output import Bars, print_bytes, print_json
from .workspace import EXPERIMENTS, open_store


@click.group("eval")
def command() -> None:
    """Run an experiment and report it.

    \b
    Example:
      benchbook eval retrieval two_lanes.toml
    """


@command.command("retrieval")
@click.argument("experiment", required=False, type=click.Path(path_type=Path, readable=False))
@click.option("--resume", is_flag=True, help="Go on with the unfinished run of this experiment.")
@click.option("--run", "unfinished", metavar="RUN", help="With --resume: which, of several.")
@plugin_option
@json_option
@workspace_option
def retrieval(
    experiment: Path | None,
    workspace: Path,
    plugins: tuple[Path, ...],
    unfinished: str | None,
    *,
    resume: bool,
    as_json: bool,
) -> None:
    """Run lanes over a gold set, fuse them, measure, and report.

    EXPERIMENT is a TOML file, also looked for under experiments/; without it the only one there is
    run. Exit code 8 means that a lane failed: the report says which rows are not measured, and why.

    \b
    Example:
      benchbook eval retrieval two_lanes.toml
      benchbook eval retrieval two_lanes.toml --resume
    """
    import os

    from ..core.commands.evaluate import evaluate
    from ..core.commands.find import find_experiment
    from ..core.plugging.loading import load_registry
    from ..core.running.experiment import read_experiment

    if unfinished and not resume:
        message = "--run names the run that --resume goes on with; say both"
        raise click.UsageError(message)
    with open_store(workspace) as store:
        done = evaluate(
            store,
            read_experiment(find_experiment(workspace / EXPERIMENTS, experiment)),
            load_registry(plugins),
            entropy=os.urandom,
            progress=Bars(),
            resume=resume,
            unfinished=unfinished,
        )
    if as_json:
        print_json(done.as_plain())
    else:
        print_bytes(done.table)
    _tell_lanes(done.outcome.skipped, done.outcome.failed)


def _tell_lanes(skipped: tuple[str, ...], failed: tuple[str, ...]) -> None:
    """Say which lanes did not rank; a failed one decides the exit code."""
    from ..core.errors import RunFailed
    from ..core.printable import printable

    for reason in skipped:
        click.echo(f"benchbook: lane skipped: {printable(reason)}", err=True)
    for reason in failed:
        click.echo(f"benchbook: lane failed: {printable(reason)}", err=True)
    if failed:
        raise click.exceptions.Exit(RunFailed.exit_code)
