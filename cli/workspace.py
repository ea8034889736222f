"""The workspace of a command, and what its parts are called.

`--dir`, then BENCHBOOK_DIR, then the current folder.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..core.event_store import EventStore

LEDGER = "benchbook.ledger"
EXPERIMENTS = "experiments"
REPORTS = "reports"
Command = TypeVar("Command", bound=Callable[..., Any])


def workspace_option(command: Command) -> Command:
    """Add `--dir` to a command, which receives it as `workspace`."""
    return click.option(
        "--dir",
        "workspace",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="BENCHBOOK_DIR",
        default=Path(),
        help="The workspace; else BENCHBOOK_DIR, else the current folder.",
    )(command)


def ledger_path(workspace: Path) -> Path:
    """The ledger of a workspace.

    Raises:
        UsageError: there is none.
    """
    from ..core.errors import UsageError

    path = workspace / LEDGER
    if not path.exists():
        message = f"no {LEDGER} in {str(workspace)!r}; `benchbook init` makes a workspace"
        raise UsageError(message)
    return path


def open_store(workspace: Path, *, readonly: bool = False) -> EventStore:
    """Open the workspace's ledger as an event store.

    Raises:
        UsageError: there is no workspace.
    """
    from ..core.event_store import EventStore

    return EventStore.open(ledger_path(workspace), readonly=readonly)
