"""`benchbook replay`: rebuild a report and compare the bytes."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, plugin_option, workspace_option
from .output import counted, print_json
from .workspace import open_store


@click.command("replay")
@click.argument("report", default="latest")
@plugin_option
@json_option
@workspace_option
def command(report: str, workspace: Path, plugins: tuple[Path, ...], *, as_json: bool) -> None:
    """Rebuild a report from the ledger and compare the bytes.

    REPORT is an id, the beginning of one (four characters or more), a run's id, or `latest`. Each
    part is answered: *identical* (made again, the same bytes), *recorded* (what makes it is not
    installed in that version; the recorded bytes match their digest), *DIFFERENT* (exit code 3).

    No lane, fuser, reranker or metric runs again: the report is made of what they gave, which
    stands in the ledger. Only reporters do, so --plugin is for a reporter in a single file.

    \b
    Example:
      benchbook replay latest
    """
    from ..core.commands.find import find_report
    from ..core.commands.replay import replay_report
    from ..core.errors import ContentDiffers
    from ..core.plugging.loading import load_registry

    with open_store(workspace, readonly=True) as store:
        view = find_report(store, report)
        replayed = replay_report(store, view, load_registry(plugins))
    if as_json:
        print_json({**replayed.as_plain(), "verdict": replayed.verdict})
    else:
        for one in replayed.checked:
            click.echo(f"{one.verdict}: {one.what}, sha256 {one.sha256[:16]}")
            if one.detail:
                click.echo(f"  {one.detail}")
        events = counted(replayed.size, "event")
        click.echo(
            f"replayed over the first {events}, root {replayed.root[:16]}; "
            f"built at position {replayed.position}"
        )
    if replayed.verdict == "DIFFERENT":
        raise click.exceptions.Exit(ContentDiffers.exit_code)
