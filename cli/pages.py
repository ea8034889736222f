"""What a command shows that is no report of a run: one page, in the form that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .output import print_bytes, print_json

if TYPE_CHECKING:
    from ..core.plugging.registry import Registry
    from ..core.reports.layout import Page

Command = TypeVar("Command", bound=Callable[..., Any])

_FORMS = {
    "json": "Print JSON, for programs.",
    "csv": "Print one row for each number, for spreadsheets and data frames.",
    "latex": "Print tables for a paper.",
    "markdown": "Print Markdown, for a pull request or a notebook.",
    "html": "Print one self-contained page, for a browser.",
}


def page_options(command: Command) -> Command:
    """Add `--json`, `--csv`, `--latex`, `--markdown` and `--html` to a command.

    It receives one of these words as `form`, or None for a terminal.
    """
    for form, told in reversed(_FORMS.items()):
        option = click.option(f"--{form}", "form", flag_value=form, help=told)
        command = option(command)
    return command


def print_page(
    page: Page, plain: Callable[[], Mapping[str, object]], form: str | None, registry: Registry
) -> None:
    """Print a page on stdout.

    Args:
        plain: gives the same as JSON knows it; asked only for that.
        form: as `page_options` gives it.
        registry: has the reporters.
    """
    from ..core.commands.render_report import render_page

    if form == "json":
        print_json(plain())
        return
    registered = registry.find("reporter", f"benchbook:{form or 'table'}")
    print_bytes(render_page(page, registered).data)
