"""Metadata as the ledger can keep it: text, whole numbers, booleans, lists and objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

NESTING = 64
"""Levels of lists and objects: what is written once must be readable for ever."""


def find_fault(metadata: Mapping[str, object]) -> tuple[str, str] | None:
    """What is wrong with metadata and what was expected; None where nothing is."""
    if _is_deep(metadata):
        return f"nesting of more than {NESTING} levels", f"at most {NESTING} levels"
    for odd in _odd_values(metadata):
        if type(odd) is str:
            return f"half of a surrogate pair in {odd!r:.40}", "whole characters"
        expected = "text, whole numbers, booleans, lists and objects"
        return f"{type(odd).__name__} {odd!r:.40}", expected
    return None


def is_writable(text: str) -> bool:
    """Whether a text can be written as UTF-8: it holds no half of a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_deep(value: object) -> bool:
    """Whether a value is nested deeper than metadata may be; asked level by level."""
    level = [value]
    for _ in range(NESTING + 1):
        lists = [one for one in level if isinstance(one, list | tuple)]
        tables = [one for one in level if isinstance(one, Mapping)]
        level = [inner for one in lists for inner in one]
        level += [inner for one in tables for inner in one.values()]
        if not level:
            return False
    return True


def _odd_values(value: object) -> Iterator[object]:
    """The parts of metadata that are of no kind it may have."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if type(key) is not str or not is_writable(key):
                yield key
            yield from _odd_values(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _odd_values(inner)
    elif type(value) is str:
        if not is_writable(value):
            yield value
    elif value is not None and type(value) not in {int, bool}:
        yield value
