"""A made-up person on a made-up machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Identity:
    """A made-up person on a made-up machine.

    Attributes:
        environment: variables for a process that shall believe in it.
        traces: byte strings of which none may stand in a ledger, a report or a log.
    """

    environment: dict[str, str]
    traces: tuple[bytes, ...]
