"""Cells of CSV files: no formula gets through, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.files.csv_cells import neutralise, restore

SIGNS = "'=+-@\t\r\n＝＋－＠0129.eEa "  # noqa: RUF001 - full-width forms count


@pytest.mark.parametrize(
    "formula",
    [
        "=1+1",
        '=HYPERLINK("http://x.example","y")',
        "@SUM(A1)",
        "-1+1",
        "+1-cmd|' /C calc'!A0",
        "-",
        "-0.5.",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",  # noqa: RUF001 - full-width forms count
        "-１",  # noqa: RUF001 - a digit of another script makes no plain number
    ],
)
def test_a_formula_becomes_text(formula: str) -> None:
    """An apostrophe stands before it: a spreadsheet shows it and runs nothing."""
    assert "'" + formula == neutralise(formula)


@pytest.mark.parametrize(
    "cell", ["", "full_deep", "0.5", "-0.5", "+1e-3", "-0.0118", "'tis", "a=b", "'-1", " =1"]
)
def test_what_is_no_formula_stays(cell: str) -> None:
    """Numbers stay numbers, and text stays text."""
    assert cell == neutralise(cell) == restore(cell)


def test_an_apostrophe_of_the_text_itself_is_kept() -> None:
    """A cell that was `'=1` before does not come back as `=1`."""
    assert "''=1" == neutralise("'=1")
    assert "'=1" == restore("''=1")


@given(st.one_of(st.text(SIGNS, max_size=6), st.text(max_size=12)))
def test_every_cell_comes_back(cell: str) -> None:
    """Restoring undoes neutralising, whatever the cell is."""
    assert cell == restore(neutralise(cell))


@given(st.text(SIGNS, max_size=6))
def test_two_cells_never_look_the_same(cell: str) -> None:
    """What is neutral cannot be neutralised into: at most one cell gives it."""
    assert neutralise(cell) != cell or restore(cell) == cell
