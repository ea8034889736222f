"""Where a fact was read: a file and a line."""

from __future__ import annotations

import attrs


@attrs.frozen
class Place:
    """A line of a file, counted from 1, for messages that a person acts on."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"
