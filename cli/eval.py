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
@click.argument("experiment", required=False, type=click.Path(path_type=Path))
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

    from ..core.commands.find import find_report
    from ..core.commands.render_report import load_report, render_report
    from ..core.commands.retrieve import run_retrieval
    from ..core.errors import RunFailed
    from ..core.plugging.loading import load_registry
    from ..core.running.experiment import read_experiment

    if unfinished and not resume:
        message = "--run names the run that --resume goes on with; say both"
        raise click.UsageError(message)
    with open_store(workspace) as store:
        specification = read_experiment(find_experiment(workspace, experiment))
        registry = load_registry(plugins)
        outcome = run_retrieval(
            store,
            specification,
            registry,
            entropy=os.urandom,
            progress=Bars(),
            resume=resume,
            unfinished=unfinished,
        )
        view = find_report(store, outcome.report)
        table = render_report(store, view, registry.find("reporter", "benchbook:table"))
        if as_json:
            print_json(
                {
                    "run": outcome.run,
                    "report": outcome.report,
                    "failed": list(outcome.failed),
                    "skipped": list(outcome.skipped),
                    "content": load_report(store, view).as_plain(),
                }
            )
        else:
            print_bytes(table.data)
    for reason in outcome.skipped:
        click.echo(f"benchbook: lane skipped: {reason}", err=True)
    for reason in outcome.failed:
        click.echo(f"benchbook: lane failed: {reason}", err=True)
    if outcome.failed:
        raise click.exceptions.Exit(RunFailed.exit_code)


def find_experiment(workspace: Path, given: Path | None) -> Path:
    """The experiment file that is meant: as given, under experiments/, or the only one there.

    Raises:
        UsageError: there is no such file; or none is named, and there is none or more than one.
    """
    from ..core.errors import UsageError

    folder = workspace / EXPERIMENTS
    if given is not None:
        for path in (given, folder / given):
            if path.exists():
                return path
    found = sorted(folder.glob("*.toml"))
    if given is None and len(found) == 1:
        return found[0]
    there = f"there are {', '.join(path.name for path in found)}" if found else "there is none"
    wanted = "name an experiment" if given is None else f"no experiment file {str(given)!r}"
    message = f"{wanted}; under {EXPERIMENTS}/ {there}"
    raise UsageError(message)
