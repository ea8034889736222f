"""A plugin whose hook has a misspelt name."""

from __future__ import annotations

from benchbook import ReporterPlugin, hookimpl


@hookimpl
def benchbook_plugin() -> list[ReporterPlugin]:
    """Would register nothing, even under the right name."""
    return []
