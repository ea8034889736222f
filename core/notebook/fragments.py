"""What a notebook shows of sections: plain HTML without scripts and without a style of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ..reports.layout.tables import Section, Table

_SIDES = {
    "r": ' style="text-align: right; white-space: nowrap"',
    "l": ' style="text-align: left; white-space: nowrap"',
    "p": ' style="text-align: left"',
}
"""By the letter of a column; prose alone goes on in the next line."""


def html_of(sections: Iterable[Section]) -> str:
    """Sections one below the other; their text is escaped. A wide table scrolls by itself."""
    return "".join(part for section in sections for part in _section(section))


def _section(section: Section) -> Iterator[str]:
    """A section under its title."""
    yield f"<h4>{escape(section.title)}</h4>"
    yield from _listed(section.lines)
    yield from _listed(section.warnings)
    yield from _listed(f"{label}: {text}" for label, text in section.facts)
    if section.picture:
        yield f'<pre style="overflow-x: auto">{escape(chr(10).join(section.picture))}</pre>'
    if section.table and section.table.rows:
        yield table_html(section.table)
    yield from (f"<p><small>{escape(line)}</small></p>" for line in section.below)


def _listed(lines: Iterable[str]) -> Iterator[str]:
    """Sentences as a list; nothing where there is none."""
    told = "".join(f"<li>{escape(line)}</li>" for line in lines)
    if told:
        yield f"<ul>{told}</ul>"


def table_html(table: Table) -> str:
    """A table, numbers to the right, what stands out strong."""
    sides = [_SIDES[side] for side in table.align]
    head = _cells("th", table.header, sides, set())
    body = "".join(
        f"<tr>{_cells('td', row, sides, {column for at, column in table.strong if at == place})}"
        "</tr>"
        for place, row in enumerate(table.rows)
    )
    return (
        f'<div style="overflow-x: auto"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cells(tag: str, cells: Iterable[str], sides: Iterable[str], strong: set[int]) -> str:
    """The cells of a row."""
    return "".join(
        f"<{tag}{side}>{_shown(cell, is_strong=at in strong)}</{tag}>"
        for at, (cell, side) in enumerate(zip(cells, sides, strict=True))
    )


def _shown(cell: str, *, is_strong: bool) -> str:
    """A cell, strong where it stands out."""
    return f"<strong>{escape(cell)}</strong>" if is_strong else escape(cell)
