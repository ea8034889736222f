"""Counts as a sentence says them."""

from __future__ import annotations


def counted(count: int, word: str, words: str = "") -> str:
    """A count with its word: `1 topic`, `2 topics`, `1,000 topics`.

    Args:
        words: the word for several, where it is not the one with an s behind it.
    """
    return f"{count:,} {word if count == 1 else words or f'{word}s'}"
