"""A report as its canonical JSON: the bytes whose SHA-256 the report id begins."""

from __future__ import annotations

from benchbook import Report, ReporterPlugin, hookimpl


class JsonReporter:
    """The canonical JSON, as it is recorded."""

    def render(self, report: Report) -> bytes:
        """The report's own bytes, without a newline at the end."""
        return report.as_json()


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="json",
            version="1",
            summary="canonical JSON; its SHA-256 begins with the report id",
            build=JsonReporter,
            media="application/json",
            suffix=".json",
        )
    ]
