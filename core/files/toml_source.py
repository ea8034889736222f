"""A TOML file under check: typed access, and errors that name the line and the nearest key."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from textwrap import shorten
from typing import Any, NoReturn
from unicodedata import is_normalized

import attrs

from ..errors import BadExperiment
from ..names import NAME

LATER = {
    "client": "clients",
}
"""Reserved words whose machinery this version does not have: refused, never ignored."""

Table = Mapping[str, Any]
MOST = 1_000_000
SHOWN = 60
NESTING = 32


@attrs.frozen
class TomlSource:
    """The file under check: typed access to its tables, and errors that name a line."""

    file: str
    text: str

    def fail(
        self, path: tuple[str, ...], key: str, found: str, expected: str, hint: str = ""
    ) -> NoReturn:
        """Refuse a key, naming its line.

        Raises:
            BadExperiment: always.
        """
        name = ".".join([*path, key])
        line = _line_of(self.text, path, key)
        if line is None and path:  # a key of an inline table stands in the line of the table
            line = _line_of(self.text, path[:-1], path[-1])
        raise BadExperiment(self.file, line, f"{name} {found}".strip(), expected, hint)

    def known(self, path: tuple[str, ...], table: Table, keys: Iterable[str]) -> None:
        """Refuse unknown keys, naming the nearest known one."""
        allowed = tuple(keys)
        for key in table:
            if key not in allowed:
                if key in LATER:
                    self.fail(
                        path, key, "", f"no {LATER[key]}, which this version does not have yet"
                    )
                near = get_close_matches(key, allowed, n=1)
                hint = f"Did you mean {near[0]!r}?" if near else ""
                self.fail(path, key, "(an unknown key)", f"one of {', '.join(allowed)}", hint)

    def keepable(self, tables: Table) -> None:
        """Refuse what the ledger could not keep as it is: text not in NFC, and nesting without end.

        Asked level by level: a dotted key nests deeper than a recursion could follow.
        """
        level: list[tuple[tuple[str, ...], object]] = [((), tables)]
        for _ in range(NESTING):
            for path, value in level:
                texts = [value, *path[-1:]]
                if not all(is_normalized("NFC", one) for one in texts if isinstance(one, str)):
                    found = "with characters that are not composed"
                    self.fail(path[:-1], path[-1], found, "text in Unicode's form NFC")
            level = [inner for path, value in level for inner in _inside(path, value)]
        if level:
            *table, key = level[0][0][:3]
            self.fail(tuple(table), key, "(deeply nested)", f"at most {NESTING} levels")

    def table(self, path: tuple[str, ...], parent: Table, key: str) -> Table:
        """A table that must be there."""
        value = parent.get(key)
        if not isinstance(value, dict) or not value:
            found = "(missing)" if value is None else f"= {shown(value)}"
            self.fail(path, key, found, "a table with at least one entry")
        for name in value:
            if key != "experiment" and not NAME.fullmatch(name):
                self.fail(
                    (*path, key), name, "(a name)", "letters, digits and . _ + - (64 at most)"
                )
        return value

    def text_of(
        self, path: tuple[str, ...], table: Table, key: str, default: str | None = None
    ) -> str:
        """A text; required where there is no default."""
        value = table.get(key, default)
        if not isinstance(value, str) or (not value and default is None):
            self.fail(path, key, found(table, key), "a text")
        return value

    def count_of(self, path: tuple[str, ...], table: Table, key: str, default: int) -> int:
        """A whole number from 1 to a million."""
        value = table.get(key, default)
        if type(value) is not int or not 1 <= value <= MOST:
            self.fail(path, key, found(table, key), f"a whole number from 1 to {MOST:,}")
        return value

    def texts_of(self, path: tuple[str, ...], table: Table, key: str) -> tuple[str, ...]:
        """A list of texts, each once."""
        value = table.get(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fail(path, key, found(table, key), "a list of texts")
        if len(set(value)) != len(value):
            self.fail(path, key, f"= {shown(value)}", "each entry once")
        return tuple(value)

    def one_of(self, path: tuple[str, ...], key: str, value: str, choices: Iterable[str]) -> str:
        """A text out of a set."""
        options = tuple(choices)
        if value not in options:
            near = get_close_matches(value, options, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else ""
            self.fail(path, key, f"= {value!r}", f"one of {', '.join(options)}", hint)
        return value

    def refuse_later(self, path: tuple[str, ...], table: Table, reserved: Collection[str]) -> None:
        """Refuse reserved keys that this version cannot honour."""
        for key in table:
            if key in reserved and key in LATER:
                self.fail(path, key, "", f"no {LATER[key]}, which this version does not have yet")


def _inside(path: tuple[str, ...], value: object) -> list[tuple[tuple[str, ...], object]]:
    """The values inside a table or a list, each with its path; those of a list have the list's."""
    if isinstance(value, dict):
        return [((*path, key), inner) for key, inner in value.items()]
    return [(path, inner) for inner in value] if isinstance(value, list) else []


def found(table: Table, key: str) -> str:
    """What stands at a key."""
    return f"= {shown(table[key])}" if key in table else "(missing)"


def shown(value: object) -> str:
    """A value in a message, shortened."""
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return shorten(text, SHOWN, placeholder=" …")


def _line_of(text: str, path: tuple[str, ...], key: str) -> int | None:
    """The line of a key in a TOML text, as well as a search can tell."""
    table: tuple[str, ...] = ()
    best: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+([^\]]+)\]+", line)
        if header:
            table = tuple(part.strip().strip("\"'") for part in header[1].split("."))
            if table in ((*path, key), path) and best is None:
                best = number
        elif table == path and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
            return number
    return best
