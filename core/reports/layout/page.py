"""A page: what a command shows that is no report of a run, in the form that reporters render."""

from __future__ import annotations

import attrs

from .tables import Section

Cell = str | int | None


@attrs.frozen(kw_only=True)
class Page:
    """Sections for those who read, and rows for those who calculate.

    Attributes:
        title: a few words.
        sections: what is to be read, the most important first; all its text is printable.
        header: the columns of `rows`.
        rows: what a spreadsheet or a data frame takes, numbers as they were recorded; None where
            there is none.
    """

    title: str
    sections: tuple[Section, ...]
    header: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    @property
    def shown(self) -> tuple[Section, ...]:
        """The sections that say something."""
        return tuple(section for section in self.sections if section.says_something)
