"""`benchbook init`: a workspace."""

from __future__ import annotations

from pathlib import Path

import click

from .options import workspace_option
from .workspace import EXPERIMENTS, LEDGER

SHIPPED = ("two_lanes.toml", "experiment.toml", "ablation.toml")


@click.command("init")
@click.argument(
    "directory",
    metavar="[DIR]",
    required=False,
    type=click.Path(path_type=Path, file_okay=False),
)
@workspace_option
@click.option(
    "--name", default="benchbook", show_default=True, help="The name in the log's origin."
)
def command(directory: Path | None, workspace: Path, name: str) -> None:
    """Make a workspace: a ledger and an experiment that runs.

    DIR is its folder, as --dir is; else BENCHBOOK_DIR, else the current folder. Experiments that
    are there stay.

    \b
    Example:
      benchbook init
      benchbook ingest scifact/ --corpus scifact --reader beir
      benchbook gold import scifact/ --gold scifact --reader beir
      benchbook eval retrieval two_lanes.toml
    """
    import os
    from importlib.resources import files

    from ..core.errors import UsageError
    from ..core.event_store import EventStore

    if directory is not None and workspace not in (Path(), directory) and _is_typed("workspace"):
        message = f"init makes one workspace: DIR is {directory}, --dir is {workspace}; say one"
        raise click.UsageError(message)
    folder = directory or workspace
    ledger, experiments = folder / LEDGER, folder / EXPERIMENTS
    if ledger.exists():
        next_step = "`benchbook ingest PATH --corpus NAME`"
        message = f"{str(folder)!r} is a workspace already; next: {next_step}"
        raise UsageError(message)
    experiments.mkdir(parents=True, exist_ok=True)  # first: a ledger beside no folder is half made
    with EventStore.create(ledger, name=name, entropy=os.urandom) as store:
        click.echo(f"{ledger}: a new ledger, {store.origin}")
    for name_of_file in SHIPPED:
        path = experiments / name_of_file
        if not path.exists():
            path.write_bytes(files("benchbook.specs").joinpath(name_of_file).read_bytes())
            click.echo(f"{path}: an experiment to start from")
    click.echo(
        "next: `benchbook ingest PATH --corpus NAME`, then `benchbook gold import PATH --gold NAME`"
    )


def _is_typed(parameter: str) -> bool:
    """Whether a parameter stands on the command line, not in the environment."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is click.core.ParameterSource.COMMANDLINE
