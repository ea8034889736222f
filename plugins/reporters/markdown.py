"""A report as Markdown, for a pull request, an issue or a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from benchbook import (
    Page,
    Report,
    ReporterPlugin,
    Section,
    Table,
    hookimpl,
    printable,
    report_sections,
)

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>()#+!|~$@&"})
_LINKS = re.compile(r"://|\bwww\.", re.IGNORECASE)
_BEGINS_A_LIST = re.compile(r"[0-9]+(?=[.)])|(?=[-=])")


class MarkdownReporter:
    """CommonMark with tables. Text from files is escaped: it can neither format nor link."""

    def render(self, report: Report) -> bytes:
        """The report as UTF-8 text."""
        return _text(f"Report {report.id}", report_sections(report))

    def render_page(self, page: Page) -> bytes:
        """The same of a page."""
        return _text(_escaped(page.title), page.shown)


def _text(title: str, sections: Iterable[Section]) -> bytes:
    """Sections under a title that is escaped already."""
    lines = [f"# {title}"]
    for section in sections:
        lines += ["", f"## {_escaped(section.title)}", *_section(section)]
    return ("\n".join(lines) + "\n").encode()


def _section(section: Section) -> Iterator[str]:
    """What a section says, its blocks parted by empty lines."""
    for warning in section.warnings:
        yield from ("", f"> **Warning:** {_escaped(warning)}")
    yield from _bullets([_began(text) for text in section.lines])
    yield from _bullets([f"**{_escaped(name)}**: {_escaped(text)}" for name, text in section.facts])
    if section.picture:
        # No fence: a name could close it. Inside `pre` nothing but the end tag means anything.
        picture = "\n".join(section.picture)
        yield from ("", f"<pre>\n{escape(picture, quote=False)}\n</pre>")
    if section.table and section.table.rows:
        yield from ("", *_table(section.table))
    yield from _bullets([_began(text) for text in section.below])


def _bullets(texts: Sequence[str]) -> list[str]:
    """A list, with an empty line before it."""
    return ["", *(f"- {text}" for text in texts)] if texts else []


def _table(table: Table) -> list[str]:
    """A table, its numbers to the right."""
    rule = ["---:" if side == "r" else "---" for side in table.align]
    header = [_escaped(cell).strip() for cell in table.header]
    rows = [
        [_cell(cell, is_strong=(at, column) in table.strong) for column, cell in enumerate(row)]
        for at, row in enumerate(table.rows)
    ]
    return [f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)]


def _cell(text: str, *, is_strong: bool) -> str:
    """One cell."""
    escaped = _escaped(text).strip()
    return f"**{escaped}**" if is_strong and escaped else escaped


def _escaped(text: str) -> str:
    """Text that a page shows as it is: no mark-up, no HTML, no address that becomes a link."""
    special = printable(text).translate(_SPECIAL)
    return _LINKS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", special)


def _began(text: str) -> str:
    """The same at the start of a line, where a number or a dash would begin a list."""
    escaped = _escaped(text)
    found = _BEGINS_A_LIST.match(escaped)
    return f"{found[0]}\\{escaped[found.end() :]}" if found else escaped


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="markdown",
            version="2",
            summary="CommonMark with tables",
            build=MarkdownReporter,
            media="text/markdown",
            suffix=".md",
        )
    ]
