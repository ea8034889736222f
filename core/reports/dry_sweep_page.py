"""A sweep that was tried without a corpus, as a page."""

from __future__ import annotations

from ..counting import counted
from ..sweeping.dry import DrySweep
from .layout import Page, Section, Table


def dry_sweep_page(tried: DrySweep) -> Page:
    """What each configuration makes of the same lanes."""
    rows = tuple((name, " ".join(order)) for name, order in tried.orders.items())
    return Page(
        title=f"Dry run of {tried.experiment}",
        sections=(
            Section(
                title=f"Dry run: {counted(len(rows), 'configuration')}, nothing is measured",
                facts=tuple(
                    (name, ", ".join(f"{unit} {score:g}" for unit, score in ranked))
                    for name, ranked in tried.lanes.items()
                ),
                table=Table(header=("configuration", "order"), rows=rows, align="ll"),
                below=("the lanes above are made by hand; no lane, corpus or model was asked",),
            ),
        ),
        header=("configuration", "order"),
        rows=rows,
    )
