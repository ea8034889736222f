"""Tables by columns: as rows, as frames, and for the eye."""

from __future__ import annotations

import importlib.util

import pytest

from benchbook import Columns, UsageError

HOSTILE = "<img src=x onerror=alert(1)>\n\x1b[31m"
TABLE = Columns.of_rows(
    ("topic", "value", "defined"), [("q1", 0.123456789, True), (HOSTILE, None, False)]
)


def test_rows_are_dictionaries() -> None:
    """In the order of the columns, a cell without a value None."""
    assert [
        {"topic": "q1", "value": 0.123456789, "defined": True},
        {"topic": HOSTILE, "value": None, "defined": False},
    ] == list(TABLE)
    assert 2 == len(TABLE)
    assert ("topic", "value", "defined") == TABLE.names


def test_an_unknown_column_is_told() -> None:
    """With those that there are."""
    with pytest.raises(UsageError, match="no column 'score'; there are topic, value, defined"):
        TABLE["score"]


def test_a_table_without_rows_is_one() -> None:
    """Its columns stand."""
    empty = Columns.of_rows(("topic", "value"), [])

    assert (0, "topic  value") == (len(empty), repr(empty))
    assert [] == list(empty)


def test_text_is_aligned_and_cannot_steer_a_terminal() -> None:
    """Numbers to the right; a line break and an escape code in a name are shown as signs."""
    header, first, second = repr(TABLE).splitlines()

    assert header.endswith("     value  defined")
    assert first.startswith("q1 ")
    assert first.endswith("  0.123457  True")
    assert "\x1b" not in second


def test_markup_in_a_cell_is_text() -> None:
    """In a notebook nothing of a file is run."""
    shown = TABLE._repr_html_()

    assert "<img" not in shown
    assert "&lt;img src=x" in shown
    assert '<td style="text-align: right; white-space: nowrap">0.123457</td>' in shown


def test_of_a_long_table_the_first_rows_are_shown() -> None:
    """And how many there are beside."""
    long = Columns({"n": tuple(range(2025))})

    assert "… and 2,005 more rows" == repr(long).splitlines()[-1]
    assert "<p>… and 2,005 more rows</p>" in long._repr_html_()
    assert 22 == len(repr(long).splitlines())


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_has_the_columns(library: str) -> None:
    """Of the library that is asked for; what has no value is null there."""
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    frame = TABLE.frame(library)

    assert library == type(frame).__module__.partition(".")[0]
    assert ["topic", "value", "defined"] == list(frame.columns)
    assert [0.123456789] == list(frame["value"])[:1]
    gaps = frame["value"].isna() if library == "pandas" else frame["value"].is_null()
    assert [False, True] == list(gaps)


def test_without_a_library_the_next_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install."""
    monkeypatch.setattr("benchbook.core.notebook.columns.find_spec", lambda _: None)

    with pytest.raises(UsageError, match=r"pip install 'benchbook\[frames\]' for pandas"):
        TABLE.frame()
    with pytest.raises(UsageError, match="polars: not installed"):
        TABLE.frame("polars")


def test_another_library_is_refused() -> None:
    """By name."""
    with pytest.raises(UsageError, match="library 'dask'; expected one of pandas, polars"):
        TABLE.frame("dask")
