"""Modes as a page: each measured, or skipped with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from .layout import Page, Section, Table
from .layout.cells import value_text
from .layout.comparing import comparison_section
from .modes_shown import DRY_RUN, ModesShown
from .report import Report
from .rows import ConditionRow

HEADER = ("mode", "scope", "metric", "value", "n", "skipped_reason")


def modes_page(done: ModesShown) -> Page:
    """The page of some modes."""
    if done.report is None:
        sections: tuple[Section, ...] = (_dry_section(done),)
        return Page(title="Dry run of modes", sections=sections, header=HEADER)
    report = done.report
    rows = {row.name: row for row in report.conditions}
    ordered = [rows[name] for name in done.modes]
    return Page(
        title=f"Modes, run {report.run}",
        sections=(_means_section(report, ordered), comparison_section(report), _skipped(ordered)),
        header=HEADER,
        rows=tuple(_rows(report, ordered)),
    )


def _dry_section(done: ModesShown) -> Section:
    """What would be measured."""
    rows = tuple((name, DRY_RUN) for name in done.modes)
    return Section(
        title="Dry run: nothing is measured",
        table=Table(header=("mode", "skipped"), rows=rows, align="ll"),
    )


def _means_section(report: Report, ordered: list[ConditionRow]) -> Section:
    """Every mode by every metric."""
    rows = tuple((row.name, *(value_text(number) for number in row.numbers)) for row in ordered)
    return Section(
        title=f"Modes, over {report.head.topics} topics",
        warnings=report.head.warnings,
        table=Table(
            header=("mode", *report.metrics), rows=rows, align="l" + "r" * len(report.metrics)
        ),
    )


def _skipped(ordered: list[ConditionRow]) -> Section:
    """Why a mode has no numbers."""
    return Section(
        title="Skipped", facts=tuple((row.name, row.reason) for row in ordered if row.reason)
    )


def _rows(report: Report, ordered: list[ConditionRow]) -> Iterator[tuple[str | int | None, ...]]:
    """A row for each mode and metric, overall and by bucket."""
    place = {row.name: at for at, row in enumerate(report.conditions)}
    for row in ordered:
        groups = [("overall", row.numbers)]
        groups += [(one.name, one.numbers[place[row.name]]) for one in report.buckets]
        for scope, numbers in groups:
            for metric, number in zip(report.metrics, numbers, strict=True):
                yield (row.name, scope, metric, number.value, number.n, row.reason or None)
