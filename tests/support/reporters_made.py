"""Reporters that behave, and some that do not, for tests that render."""

from __future__ import annotations

from collections.abc import Callable

from benchbook import Report, ReporterPlugin
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import render_report
from benchbook.core.event_store import EventStore
from benchbook.core.plugging.registry import Registry
from book import registry


def render(store: EventStore, name: str, plugins: Registry | None = None) -> bytes:
    """Render the latest report and record it."""
    found = (plugins or registry()).find("reporter", name)
    return render_report(store, find_report(store, "latest"), found).data


def reporter(build: Callable[[], object], version: str = "1") -> ReporterPlugin:
    """A toy reporter's record."""
    return ReporterPlugin(
        name="toy",
        version=version,
        summary="a toy",
        build=build,  # type: ignore[arg-type]  # toys are not typed
        media="text/plain",
        suffix=".txt",
    )


class Plain:
    """Renders a report's id."""

    def render(self, report: Report) -> bytes:
        """The id."""
        return report.id.encode()


class Moody:
    """Renders something else each time."""

    count = 0

    def render(self, report: Report) -> bytes:
        """How often it was asked."""
        type(self).count += 1
        return f"{report.id}\nasked {self.count} times".encode()


class Raising:
    """A reporter that breaks."""

    def render(self, report: Report) -> bytes:
        """Nothing."""
        raise ZeroDivisionError(report.id)


class Text:
    """A reporter that forgets to encode."""

    def render(self, report: Report) -> str:
        """Text."""
        return report.id
