"""`benchbook demo`: the main job on the shipped corpus, from start to report."""

from __future__ import annotations

from pathlib import Path

import click

from .output import Bars, counted, print_bytes
from .workspace import LEDGER


@click.command("demo")
@click.option(
    "--dir",
    "workspace",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("benchbook-demo"),
    show_default=True,
    help="The demo's workspace; it is made where there is none.",
)
def command(workspace: Path) -> None:
    """Run the main job on the shipped corpus, from start to report.

    The corpus and its questions were written for this demo; no person has reviewed the questions,
    and the report says so.

    \b
    Example:
      benchbook demo
      benchbook demo --dir /tmp/book
    """
    import os

    from ..core.commands.demo import run_demo
    from ..core.errors import ContentDiffers

    shown = run_demo(
        workspace / LEDGER,
        entropy=os.urandom,
        progress=Bars(),
        say=lambda text: click.echo(text, err=True),
    )
    print_bytes(shown.table)
    click.echo(f"replay: {shown.verdict}, {counted(shown.size, 'event')}, root {shown.root[:16]}")
    click.echo(f"the workspace, with its ledger and its experiment: {workspace}", err=True)
    if shown.verdict != "identical":
        raise click.exceptions.Exit(ContentDiffers.exit_code)
