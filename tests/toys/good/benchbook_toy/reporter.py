"""A reporter that gives one line per condition."""

from __future__ import annotations

from benchbook import Report, ReporterPlugin, hookimpl


class Lines:
    """One line for each condition: its name and its value of the primary metric."""

    def render(self, report: Report) -> bytes:
        """UTF-8 text, names escaped as in ASCII string literals."""
        at = report.metrics.index(report.primary)
        lines = [
            f"{row.name!a} {row.numbers[at].value or 'not measured'}" for row in report.conditions
        ]
        return "".join(f"{line}\n" for line in lines).encode()


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="lines",
            version="1",
            summary="one line per condition",
            build=Lines,
            media="text/plain",
            suffix=".txt",
        )
    ]
