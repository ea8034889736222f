"""Text of others as it may be shown: nothing in it can steer a terminal or reorder what is read."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text in one line, with control and bidirectional characters escaped."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
