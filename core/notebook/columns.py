"""A table by columns: for a loop, a data frame, and the eye."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec

import attrs

from ..errors import UsageError
from ..printable import printable

Cell = str | int | float | bool | None

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

    def frame(self) -> object:
        """A data frame: of pandas where that is installed, else of polars.

        Raises:
            UsageError: neither is.
        """
        for library in ("pandas", "polars"):
            if find_spec(library):
                make: object = import_module(library).DataFrame(dict(self.columns))
                return make
        message = "no data frames here: install pandas (pip install 'benchbook[frames]') or polars"
        raise UsageError(message)

    def __repr__(self) -> str:
        """The first rows, aligned."""
        header, *rows = [list(self.names), *self._first()]
        widths = [max(len(row[at]) for row in (header, *rows)) for at in range(len(header))]
        lines = [
            "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (header, *rows)
        ]
        return "\n".join([*lines, *self._rest()])

    def _repr_html_(self) -> str:
        """The same for a notebook, escaped."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.names)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
            for row in self._first()
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return table + "".join(f"<p>{line}</p>" for line in self._rest())

    def _first(self) -> list[list[str]]:
        """The first rows as text; a cell without a value is empty."""
        shown = zip(*(column[:MOST_SHOWN] for column in self.columns.values()), strict=True)
        return [["" if cell is None else _text(cell) for cell in row] for row in shown]

    def _rest(self) -> list[str]:
        """How many rows are not shown, where some are not."""
        more = len(self) - MOST_SHOWN
        return [f"… and {more:,} more rows"] if more > 0 else []


def _text(cell: Cell) -> str:
    """A cell in one line; a number with six places at most."""
    return f"{cell:.6g}" if isinstance(cell, float) else printable(str(cell))
