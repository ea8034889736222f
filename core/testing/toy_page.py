"""A small page that holds everything which a reporter of pages must show, and hostile text."""

from __future__ import annotations

from ..reports.layout import Page, Section, Table
from .toy_report import HOSTILE


def toy_page(*, hostile: bool = True) -> Page:
    """Sentences, warnings, facts, a picture and a table; then a table without rows.

    Its rows are cases, so that a reporter for a CI service has something to show.

    Args:
        hostile: whether the title and every text holds markup and control characters.
    """
    text = HOSTILE if hostile else "a plain text"
    return Page(
        title=text,
        sections=(
            Section(
                title=text,
                lines=(f"{text} is better than both.", "Nothing else was found."),
                warnings=(text,),
                facts=((text, text), ("alpha", "0.05")),
                picture=("│   ├──●──┤", text),
                table=_table(text),
                below=(f"{text}: a sign",),
            ),
            Section(title="Not shown", table=Table(header=("run",), rows=(), align="l")),
        ),
        header=("case", "outcome", "reason", "metric", "value", "n"),
        rows=(
            (text, "fail", text, "nDCG@10", "0.8125", 2),
            ("both", "not measured", text, text, None, 0),
        ),
    )


def _table(text: str) -> Table:
    """A table with a cell that stands out, numbers and prose."""
    return Table(
        header=("run", "nDCG@10", text),
        rows=((text, "0.8125", "baseline"), ("both", "not measured", text)),
        align="lrp",
        strong=frozenset({(0, 1)}),
    )
