"""A table by columns: for a loop, a data frame, and the eye."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import attrs

from ..errors import UsageError
from ..reports.layout.tables import Table
from .fragments import table_html

Cell = str | int | float | bool | None

LIBRARIES = ("pandas", "polars")
"""Those that frames are made of, the one that is asked first before the other."""

MOST_SHOWN = 20
"""Rows that a notebook shows of a table."""


@attrs.frozen(eq=False, repr=False)
class Columns:
    """Named columns of equal length, in their order.

    Attributes:
        columns: by name; a cell without a value is None.
    """

    columns: Mapping[str, Sequence[Cell]]

    @classmethod
    def of_rows(cls, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Columns:
        """Turn rows into columns."""
        return cls({name: tuple(row[at] for row in rows) for at, name in enumerate(header)})

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(self.columns)

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> Sequence[Cell]:
        """A column.

        Raises:
            UsageError: there is none of that name.
        """
        if name not in self.columns:
            message = f"no column {name!r}; there are {', '.join(self.names)}"
            raise UsageError(message)
        return self.columns[name]

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        """Each row as a dictionary."""
        for cells in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.names, cells, strict=True))

    def frame(self, library: str | None = None) -> Any:  # noqa: ANN401 - of a library that need not be here
        """A data frame: of pandas where that is installed, else of polars.

        A cell without a value is what the library has for that: NaN or None in pandas, null in
        polars.

        Args:
            library: `pandas` or `polars`, where it must be that one.

        Raises:
            UsageError: it is not installed, or neither is.
        """
        if library not in {None, *LIBRARIES}:
            message = f"library {library!r}; expected one of {', '.join(LIBRARIES)}"
            raise UsageError(message)
        wanted = LIBRARIES if library is None else (library,)
        for name in wanted:
            if find_spec(name):
                columns = {column: list(cells) for column, cells in self.columns.items()}
                return import_module(name).DataFrame(columns)
        install = "pip install 'benchbook[frames]' for pandas, pip install polars for polars"
        message = f"{' and '.join(wanted)}: not installed; {install}"
        raise UsageError(message)

    def __repr__(self) -> str:
        """The first rows, aligned."""
        table = self.table()
        rows = (table.header, *table.rows)
        widths = [max(len(row[at]) for row in rows) for at in range(len(table.header))]
        return "\n".join([*(_line(row, widths, table.align) for row in rows), *self._rest()])

    def _repr_html_(self) -> str:
        """The same for a notebook, escaped."""
        return table_html(self.table()) + "".join(f"<p>{line}</p>" for line in self._rest())

    def table(self) -> Table:
        """The first rows for the eye: numbers to the right, a cell without a value empty."""
        shown = [column[:MOST_SHOWN] for column in self.columns.values()]
        return Table(
            header=self.names,
            rows=tuple(tuple(map(_text, row)) for row in zip(*shown, strict=True)),
            align="".join("r" if _is_of_numbers(column) else "l" for column in shown),
        )

    def _rest(self) -> list[str]:
        """How many rows are not shown, where some are not."""
        more = len(self) - MOST_SHOWN
        return [f"… and {more:,} more rows"] if more > 0 else []


def _line(cells: Sequence[str], widths: Sequence[int], align: str) -> str:
    """A row, each cell on its side."""
    parts = (
        f"{cell:>{width}}" if side == "r" else f"{cell:<{width}}"
        for cell, width, side in zip(cells, widths, align, strict=True)
    )
    return "  ".join(parts).rstrip()


def _is_of_numbers(column: Sequence[Cell]) -> bool:
    """Whether all that stands in a column is a number."""
    cells = [cell for cell in column if cell is not None]
    return bool(cells) and not any(isinstance(cell, str | bool) for cell in cells)


def _text(cell: Cell) -> str:
    """A cell; a number with six digits at most."""
    if cell is None:
        return ""
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
