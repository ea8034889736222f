"""Pieces of Markdown that the pages are put together from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_CODE = re.compile(r"(`+[^`]+`+)")


def blocks(*parts: str) -> str:
    """Parts that are not empty, a blank line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def code(text: str, language: str = "") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def literal(text: str) -> str:
    """Code in a line; nothing where there is no text."""
    return f"`{text}`" if text else ""


def prose(text: str) -> str:
    """Text of a docstring: what looks like HTML outside of code is text."""
    pieces = _CODE.split(text)
    pieces[::2] = [piece.replace("<", "&lt;") for piece in pieces[::2]]
    return "".join(pieces)


def kind_and_default(kind: str, default: str) -> str:
    """What a value is and what it is where nobody gives it, in one cell."""
    return ", ".join(filter(None, (kind, default)))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty where there is no row."""
    body = [_row(row) for row in rows]
    return "\n".join([_row(header), _row(["---"] * len(header)), *body]) if body else ""


def _row(cells: Sequence[str]) -> str:
    """One line of a table."""
    return "".join(["|", *(f" {_cell(cell)} |" for cell in cells)])


def _cell(text: str) -> str:
    """Text that breaks no table."""
    return prose(" ".join(text.split())).replace("|", r"\|")


def folded(title: str, content: str) -> str:
    """What a reader opens by a click."""
    return blocks(f"<details><summary>{title}</summary>", content, "</details>")
