"""Sizes as a ratchet: what grows beyond them is split, or stands here with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from house import Source, sources

MOST_IN_FUNCTION = 40
MOST_IN_FILE = 300
# Path, or path and function, to the reason. An entry that is no longer needed fails the test.
LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def functions(source: Source) -> Iterator[tuple[str, int]]:
    """Give each function with the number of lines of its body, its docstring not counted."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield f"{source.path} {node.name}", lines


def too_long(sizes: Iterator[tuple[str, int]], most: int, known: dict[str, str]) -> list[str]:
    """Name what is too long and not known to be, and what is known and no longer too long."""
    over = {name: lines for name, lines in sizes if lines > most}
    grown = [f"{name}: {lines} lines" for name, lines in over.items() if name not in known]
    return grown + [f"{name}: take it off the list" for name in known if name not in over]


def test_functions_do_one_thing() -> None:
    """No function has more than 40 lines."""
    sizes = (size for source in sources() for size in functions(source))

    found = too_long(sizes, MOST_IN_FUNCTION, LONG_FUNCTIONS)

    assert [] == found, "\n".join(found)


def test_files_hold_one_concept() -> None:
    """No file has more than 300 lines."""
    sizes = ((str(source.path), source.text.count("\n")) for source in sources())

    found = too_long(sizes, MOST_IN_FILE, LONG_FILES)

    assert [] == found, "\n".join(found)
