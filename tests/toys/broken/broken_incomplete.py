"""A plugin that requires a library which nobody has."""

from __future__ import annotations

from benchbook import Report, ReporterPlugin, hookimpl


class Plotted:
    """Draws with a library that is not there."""

    def render(self, report: Report) -> bytes:
        """Nothing, since the library is missing."""
        raise ModuleNotFoundError(report.kind)


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="plotted",
            version="1",
            summary="needs a plotting library",
            build=Plotted,
            requires=("benchbook-toy-plots",),
            media="image/png",
            suffix=".png",
        )
    ]
