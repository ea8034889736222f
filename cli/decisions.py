"""`benchbook decisions`: every report with what was decided on it, null findings included."""

from __future__ import annotations

from pathlib import Path

import click

from .options import plugin_option, workspace_option
from .pages import page_options, print_page
from .workspace import open_store


@click.command("decisions")
@plugin_option
@page_options
@workspace_option
def command(*, workspace: Path, plugins: tuple[Path, ...], form: str | None) -> None:
    """List every report with its decision, or that there is none.

    Reports in which no difference was found are listed as those that found one, and runs that were
    abandoned are counted.

    \b
    Example:
      benchbook decisions
      benchbook decisions --json
    """
    from ..core.commands.decide_report import bank_of
    from ..core.plugging.loading import load_registry
    from ..core.reports.bank_page import bank_page, bank_plain

    registry = load_registry(plugins)
    with open_store(workspace, readonly=True) as store:
        bank = bank_of(store)
    print_page(bank_page(bank), lambda: bank_plain(bank), form, registry)
