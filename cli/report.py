"""`benchbook report`: list, show and render reports."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, plugin_option, workspace_option
from .output import print_bytes, print_json, print_rows, require_folder, write_whole
from .workspace import REPORTS, open_store

FORMAT = "A reporter: table, markdown, html, json, csv, latex, junit, or one of a plugin."


@click.group("report")
def command() -> None:
    """List, show and render reports.

    \b
    Example:
      benchbook report show latest
      benchbook report render latest --format markdown
    """


@command.command("list")
@json_option
@workspace_option
def list_reports(workspace: Path, *, as_json: bool) -> None:
    """List the reports of a workspace, in the order of the ledger.

    \b
    Example:
      benchbook report list
    """
    from ..core.projections import reports
    from ..core.projections.projection import view_at

    with open_store(workspace, readonly=True) as store:
        views = view_at(reports.REPORTS, store)
    if as_json:
        print_json(
            [
                {
                    "report": id_,
                    "kind": view.built.kind,
                    "run": view.built.run,
                    "position": view.position,
                    "basis": {"size": view.basis.size, "root": view.basis.root},
                    "renderings": [one.reporter.qualified for _, one in view.renderings],
                }
                for id_, view in views.items()
            ]
        )
        return
    print_rows(
        ["report", "kind", "run", "position", "built (claimed)", "renderings"],
        [
            [
                id_,
                view.built.kind,
                view.built.run,
                str(view.position),
                view.ts,
                ", ".join(one.reporter.name for _, one in view.renderings),
            ]
            for id_, view in views.items()
        ],
    )


@command.command("show")
@click.argument("report", default="latest")
@click.option("--format", "reporter", default="table", show_default=True, help=FORMAT)
@plugin_option
@workspace_option
def show(report: str, reporter: str, workspace: Path, plugins: tuple[Path, ...]) -> None:
    """Print a recorded report in any format; nothing is written.

    \b
    Example:
      benchbook report show latest --format markdown
    """
    from ..core.commands.find import find_report
    from ..core.commands.render_report import load_report, render
    from ..core.plugging.loading import load_registry

    registry = load_registry(plugins)
    with open_store(workspace, readonly=True) as store:
        registered = registry.find("reporter", reporter)
        content = load_report(store, find_report(store, report))
    print_bytes(render(content, registered).data)


@command.command("render")
@click.argument("report", default="latest")
@click.option("--format", "reporter", default="table", show_default=True, help=FORMAT)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The copy's path; reports/ID.SUFFIX by default.",
)
@plugin_option
@workspace_option
def render_command(
    report: str, reporter: str, out: Path | None, workspace: Path, plugins: tuple[Path, ...]
) -> None:
    """Render a report, record the bytes in the ledger, and write a copy.

    \b
    Example:
      benchbook report render latest --format markdown
    """
    from ..core.commands.find import find_report
    from ..core.commands.render_report import render_report
    from ..core.plugging.loading import load_registry

    if out is not None:
        require_folder(out)
    registry = load_registry(plugins)
    with open_store(workspace) as store:
        registered = registry.find("reporter", reporter)
        view = find_report(store, report)
        rendering = render_report(store, view, registered)
    path = out or workspace / REPORTS / f"{view.built.report}{rendering.suffix}"
    if out is None:
        path.parent.mkdir(exist_ok=True)
    write_whole(path, rendering.data)
    click.echo(str(path))
