"""A report as plain text for a terminal: no colour, no width of its own."""

from __future__ import annotations

from textwrap import wrap

from benchbook import (
    Report,
    ReporterPlugin,
    condition_table,
    hookimpl,
    lane_table,
    printable,
    provenance_table,
    report_facts,
    unmeasured,
)

PROSE = 100
"""Columns that notes and the disclaimer may take; tables take what they need."""


class TableReporter:
    """Aligned text. Numbers have four places, rounded half to even from the recorded ones."""

    def render(self, report: Report) -> bytes:
        """The report as UTF-8 text."""
        label_width = max(len(label) for label, _ in report_facts(report))
        lines = [f"{label:<{label_width}}  {text}" for label, text in report_facts(report)]
        lines += ["", *_aligned(*condition_table(report))]
        for name, why in unmeasured(report):
            lines += wrap(f"{name}: not measured: {why}", PROSE, subsequent_indent="  ")
        lines += [
            "",
            "* the primary metric; every value is a mean over the topics counted beside it",
        ]
        lines += ["", *_told(*provenance_table(report))]
        lines += ["", *_told(*lane_table(report)), ""]
        for note in report.head.notes:
            lines += wrap(f"note: {printable(note)}", PROSE, subsequent_indent="      ")
        lines += ["", *wrap(printable(report.head.disclaimer), PROSE), ""]
        return "\n".join(line.rstrip() for line in lines).encode()


def _told(header: list[str], rows: list[list[str]]) -> list[str]:
    """A table whose last column stands on lines of its own: it can be long."""
    table = _aligned(header[:-1], [row[:-1] for row in rows], numbers=False)
    lines = table[:2]
    for line, row in zip(table[2:], rows, strict=True):
        lines += [line, *wrap(row[-1], PROSE, initial_indent="  ", subsequent_indent="  ")]
    return lines


def _aligned(header: list[str], rows: list[list[str]], *, numbers: bool = True) -> list[str]:
    """Columns under their names: the first to the left, numbers to the right."""
    table = [header, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    lines = []
    for row in table:
        cells = [
            f"{cell:>{width}}" if numbers and column else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells))
    return [lines[0], "─" * len(lines[0].rstrip()), *lines[1:]]


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="table",
            version="1",
            summary="aligned text for a terminal",
            build=TableReporter,
            media="text/plain",
            suffix=".txt",
        )
    ]
