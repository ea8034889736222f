"""What a rendering is made of: sections, each with sentences, labelled facts or a table."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ...printable import printable


def _shown(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts as they may be shown: each in one line, nothing in it steers a terminal."""
    return tuple(printable(text) for text in texts)


def _all_shown(rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Rows of such texts."""
    return tuple(_shown(row) for row in rows)


def _pairs_shown(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Labels and texts likewise."""
    return tuple((printable(label), printable(text)) for label, text in pairs)


@attrs.frozen(kw_only=True)
class Table:
    """Rows under a header, all as text. The first column names the row.

    Attributes:
        header: one cell per column; rows: each as long as the header.
        align: one letter per column: `l` to the left, `r` to the right, `p` for prose, which is to
            the left and may be long.
        strong: row and column of each cell that stands out, as the best of its column.
    """

    header: tuple[str, ...] = attrs.field(converter=_shown)
    rows: tuple[tuple[str, ...], ...] = attrs.field(converter=_all_shown)
    align: str
    strong: frozenset[tuple[int, int]] = frozenset()


@attrs.frozen(kw_only=True)
class Section:
    """A part of a report under its title. All its text is printable; markup is not escaped.

    Attributes:
        title: a few words.
        lines: sentences, in their order.
        warnings: sentences that nobody should overlook.
        facts: label and text.
        picture: lines of equal-width characters, to be shown as they are.
        table: None where the section has none.
        below: sentences that explain the signs in the table.
    """

    title: str = attrs.field(converter=printable)
    lines: tuple[str, ...] = attrs.field(converter=_shown, default=())
    warnings: tuple[str, ...] = attrs.field(converter=_shown, default=())
    facts: tuple[tuple[str, str], ...] = attrs.field(converter=_pairs_shown, default=())
    picture: tuple[str, ...] = attrs.field(converter=_shown, default=())
    table: Table | None = None
    below: tuple[str, ...] = attrs.field(converter=_shown, default=())

    @property
    def says_something(self) -> bool:
        """Whether there is anything under the title: explanations alone are nothing."""
        return bool(
            self.lines
            or self.warnings
            or self.facts
            or self.picture
            or (self.table and self.table.rows)
        )
