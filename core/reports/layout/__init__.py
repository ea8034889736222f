"""What every rendering of a report shows, in one order: they differ in form, not in content."""

from __future__ import annotations

from .cells import ranges
from .page import Page
from .sections import report_sections
from .tables import Section, Table

__all__ = ["Page", "Section", "Table", "ranges", "report_sections"]
