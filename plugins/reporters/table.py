"""A report as plain text for a terminal: no colour, at most 100 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import attrs

from benchbook import Page, Report, ReporterPlugin, Section, Table, hookimpl, report_sections

WIDTH, PROSE = 100, 80
"""Columns that a line of a table may take, and one of a sentence: terminals differ."""

_LEAST_NAME, _MOST_NAME, _MOST_CELL = 16, 36, 40
_MUCH = 60
_MOST_HEAD, _HEAD_LINES = 12, 2
_GAP = "  "
_SIGNS = ("△", "▽")

Cells = Sequence[str]


class TableReporter:
    """Aligned text. Numbers have four places, rounded half to even from the recorded ones.

    A table that is wider than the page goes on in another one below, under the same names; a cell
    that is wider than its column goes on in the next line. So nothing is cut, whatever it holds.
    """

    def render(self, report: Report) -> bytes:
        """The report as UTF-8 text, its sections parted by empty lines."""
        return _text(report_sections(report))

    def render_page(self, page: Page) -> bytes:
        """The same of a page."""
        return _text(page.shown)


def _text(sections: Iterable[Section]) -> bytes:
    """Sections, parted by empty lines."""
    return ("\n\n\n".join(map(_section, sections)) + "\n").encode()


def _section(section: Section) -> str:
    """A title and what the section says, its blocks parted by empty lines."""
    table = section.table
    tables = [_aligned(part) for part in _parts(table)] if table and table.rows else []
    blocks = (
        _wrapped(section.title, PROSE),
        _listed(section.lines, "- ") + _listed(section.warnings, "! "),
        _facts(section.facts),
        list(section.picture),
        *tables,
        _listed(section.below, ""),
    )
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def _listed(texts: Sequence[str], mark: str) -> list[str]:
    """Sentences, each with a mark before it, its further lines under its first word."""
    lines = []
    for text in texts:
        first, *more = _wrapped(text, PROSE - len(_GAP))
        lines += [mark + first, *(_GAP + line for line in more)]
    return lines


def _facts(facts: Sequence[tuple[str, str]]) -> list[str]:
    """Labels, and beside them what they say."""
    table = Table(header=("", ""), rows=tuple(facts), align="lp")
    return _aligned(table, PROSE)[2:] if facts else []


def _parts(table: Table) -> Iterator[Table]:
    """The table in as many parts as the page needs, the first column in each of them."""
    widths = _widths(table)
    taken, room = [0], WIDTH - widths[0]
    for column in range(1, len(widths)):
        if room < len(_GAP) + widths[column] and len(taken) > 1:
            yield _only(table, taken)
            taken, room = [0], WIDTH - widths[0]
        taken.append(column)
        room -= len(_GAP) + widths[column]
    yield _only(table, taken)


def _only(table: Table, columns: Sequence[int]) -> Table:
    """Some columns of a table."""
    return Table(
        header=tuple(table.header[at] for at in columns),
        rows=tuple(tuple(row[at] for at in columns) for row in table.rows),
        align="".join(table.align[at] for at in columns),
    )


def _aligned(table: Table, page: int = WIDTH) -> list[str]:
    """Columns under their names: numbers to the right, all else to the left.

    Prose has the room that is left beside the others; where that is little, the line below.
    """
    table = _hung(table)
    widths = _widths(table)
    prose = [row[-1] for row in table.rows] if table.align.endswith("p") else []
    room = page - _total(widths)
    is_below = room < _MUCH and any(_width(text) > room for text in prose)
    if prose:
        widths[-1:] = [] if is_below else [room]
    header = _row(table.header, widths, table.align)
    lines = [*header, "─" * max(len(line.rstrip()) for line in header)]
    for row in table.rows:
        lines += _row(row, widths, table.align)
        lines += [_GAP + line for line in _wrapped(row[-1], page - len(_GAP))] if is_below else []
    return lines


def _hung(table: Table) -> Table:
    """The same, with a blank after numbers where others of their column bear a sign there."""
    signed = [any(row[at][-1:] in _SIGNS for row in table.rows) for at in range(len(table.header))]
    rows = tuple(
        tuple(
            f"{cell} " if side == "r" and hangs and cell[-1:] not in _SIGNS else cell
            for cell, side, hangs in zip(row, table.align, signed, strict=True)
        )
        for row in table.rows
    )
    return attrs.evolve(table, rows=rows)


def _widths(table: Table) -> list[int]:
    """What each column takes: its widest cell, or its name; prose takes what it is given."""
    widths = []
    for at, name in enumerate(table.header):
        cells = max((_width(row[at]) for row in table.rows), default=0)
        words = _name_width(name, cells)
        most = _MOST_CELL if at else _MOST_NAME
        widths.append(0 if table.align[at] == "p" else min(most, max(cells, words)))
    too_wide = _total(widths) - WIDTH
    if 0 < too_wide <= widths[0] - _LEAST_NAME:
        widths[0] -= too_wide
    return widths


def _name_width(name: str, least: int) -> int:
    """What the name of a column takes: two lines if they are not over twelve, else its words."""
    words = max((_width(word) for word in name.split()), default=0)
    widths = range(max(least, words), max(_MOST_HEAD, words) + 1)
    return next((width for width in widths if len(_wrapped(name, width)) <= _HEAD_LINES), words)


def _total(widths: Sequence[int]) -> int:
    """What a line takes."""
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _row(cells: Cells, widths: Sequence[int], align: str) -> list[str]:
    """The lines of one row, of as many cells as there are widths."""
    pieces = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=False)]
    lines = []
    for at in range(max(len(one) for one in pieces)):
        texts = [one[at] if at < len(one) else "" for one in pieces]
        lines.append(_GAP.join(map(_padded, texts, widths, align)))
    return lines


def _padded(text: str, width: int, side: str) -> str:
    """A cell in its width."""
    blanks = " " * (width - _width(text))
    return blanks + text if side == "r" else text + blanks


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` columns; only words that are wider break."""
    lines, line = list[str](), ""
    for word in text.split(" ") if _width(text) > width else [text]:
        if line and _width(line) + 1 + _width(word) <= width:
            line += f" {word}"
            continue
        lines += [line] if line else []
        *whole, line = _broken(word, width)
        lines += whole
    return [*lines, line]


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces of at most `width` columns."""
    pieces = [""]
    for char in word:
        if pieces[-1] and _width(pieces[-1] + char) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


def _width(text: str) -> int:
    """Columns that a terminal takes: two for wide characters, none for those put on others."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="table",
            version="2",
            summary="aligned text for a terminal",
            build=TableReporter,
            media="text/plain",
            suffix=".txt",
        )
    ]
