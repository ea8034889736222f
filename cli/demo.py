"""`benchbook demo`: the main job on the shipped corpus, from start to report."""

from __future__ import annotations

from pathlib import Path

import click

from .output import Bars, counted, print_bytes, write_whole
from .workspace import LEDGER, REPORTS

SECTIONS = b"\n\n\n"
"""Between the sections of the report as text."""

OPENING = 2
"""Sections that are printed: what was found, and the primary metric with its comparisons."""


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

    Thirteen conditions of a hybrid retriever are fused, measured and compared; what was found
    is printed, and the whole report is written as a page under reports/. Less than 20 seconds.

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
    page = workspace / REPORTS / f"{shown.report}.html"
    page.parent.mkdir(exist_ok=True)
    write_whole(page, shown.page)
    print_bytes(SECTIONS.join(shown.table.split(SECTIONS)[:OPENING]) + b"\n")
    click.echo(f"replay: {shown.verdict}, {counted(shown.size, 'event')}, root {shown.root[:16]}")
    click.echo(f"the report as a page: {page}")
    click.echo(f"all of it as text: benchbook report show latest --dir {workspace}", err=True)
    if shown.verdict != "identical":
        raise click.exceptions.Exit(ContentDiffers.exit_code)
