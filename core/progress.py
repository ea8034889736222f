"""How work tells how far it has come."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told how far the work has come."""

    def __call__(self, label: str, done: int, total: int) -> None:
        """`done` of `total` steps of what `label` names; for a lane, of its topics."""
        ...
