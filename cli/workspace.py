"""The workspace of a command, and what its parts are called.

`--dir`, then BENCHBOOK_DIR, then the current folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.event_store import EventStore

LEDGER = "benchbook.ledger"
EXPERIMENTS = "experiments"
REPORTS = "reports"

RESUMABLE = "benchbook.resumable"
"""Stands in click's `meta` while what an interruption leaves behind can be gone on with."""


def ledger_path(workspace: Path) -> Path:
    """The ledger of a workspace.

    Raises:
        UsageError: there is none.
    """
    from ..core.errors import UsageError

    path = workspace / LEDGER
    if not path.exists():
        message = (
            f"no {LEDGER} in {str(workspace)!r}; name a workspace with --dir or BENCHBOOK_DIR, "
            "or make one with `benchbook init`"
        )
        raise UsageError(message)
    return path


def open_store(workspace: Path, *, readonly: bool = False) -> EventStore:
    """Open the workspace's ledger as an event store.

    Raises:
        UsageError: there is no workspace.
    """
    from ..core.event_store import EventStore

    return EventStore.open(ledger_path(workspace), readonly=readonly)
