"""A report as Markdown, for a pull request, an issue or a notebook."""

from __future__ import annotations

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

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>()#+!|~$@"})


class MarkdownReporter:
    """CommonMark with tables. Text from files is escaped: it can neither format nor link."""

    def render(self, report: Report) -> bytes:
        """The report as UTF-8 text."""
        lines = [f"# Report {report.id}", ""]
        lines += [f"- **{label}**: {_escaped(text)}" for label, text in report_facts(report)]
        lines += ["", "## Conditions", "", *_table(*condition_table(report))]
        lines += [
            "",
            "\\* the primary metric; every value is a mean over the topics counted beside it",
        ]
        for name, why in unmeasured(report):
            lines += ["", f"**{_escaped(name)}**: not measured: {_escaped(why)}"]
        lines += ["", "## Where the numbers come from", ""]
        lines += _table(*provenance_table(report), numbers=False)
        lines += ["", *_table(*lane_table(report), numbers=False)]
        lines += ["", "## Notes", ""]
        lines += [f"- {_escaped(note)}" for note in report.head.notes]
        lines += ["", _escaped(printable(report.head.disclaimer)), ""]
        return "\n".join(lines).encode()


def _table(header: list[str], rows: list[list[str]], *, numbers: bool = True) -> list[str]:
    """A table with its first column to the left, and numbers to the right."""
    rule = ["---"] + ["---:" if numbers else "---"] * (len(header) - 1)
    escaped = [[_escaped(cell) for cell in row] for row in (header, *rows)]
    return [f"| {' | '.join(cells)} |" for cells in (escaped[0], rule, *escaped[1:])]


def _escaped(text: str) -> str:
    """Text that CommonMark shows as it is."""
    return printable(text).translate(_SPECIAL)


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="markdown",
            version="1",
            summary="CommonMark with tables",
            build=MarkdownReporter,
            media="text/markdown",
            suffix=".md",
        )
    ]
