"""What every rendering of a report shows, in one order: they differ in form, not in content."""

from __future__ import annotations

from .cells import ranges
from .sections import report_sections
from .tables import Section, Table

__all__ = ["Section", "Table", "ranges", "report_sections"]
