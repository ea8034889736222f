"""Cells of CSV files that a spreadsheet may open: text that would be a formula is made harmless.

A spreadsheet takes a cell that begins with one of a few characters for a formula, and runs it.
Which ones: OWASP, "CSV Injection".
"""

from __future__ import annotations

import re

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - full-width forms count
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_MARK = "'"


def neutralise(cell: str) -> str:
    """The cell as it may stand in a CSV file: an apostrophe before what could run as a formula.

    Formulas begin with `=`, `+`, `-`, `@`, a tab or a line break, or with the full-width form of a
    sign. Plain numbers (`-0.5`, `+1e-3`) stay as they are. An apostrophe that already stands before
    a formula gets another one, so that `restore` gives each cell back as it was.
    """
    return _MARK + cell if _is_formula(cell) else cell


def restore(cell: str) -> str:
    """A cell as it was before `neutralise`, for whoever reads the file without a spreadsheet."""
    return cell[1:] if cell.startswith(_MARK) and _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    """Whether a spreadsheet could run it, apostrophes before it aside."""
    text = cell.lstrip(_MARK)
    return text.startswith(_BEGINS_A_FORMULA) and not _PLAIN_NUMBER.fullmatch(text)
