"""A report opened in Python: its means, values, rankings and comparisons as columns."""

from __future__ import annotations

from pathlib import Path

import attrs

from ..commands.export_run import condition_rankings
from ..commands.find import find_report, find_run
from ..commands.render_report import load_report, render
from ..errors import UsageError
from ..event_store import EventStore
from ..objects.comparisons import Mean
from ..plugging.loading import load_registry
from ..reports.layout import report_sections
from ..reports.report import Head, Report, report_of
from ..reports.rows import Comparison, Number
from .columns import Columns
from .fragments import html_of
from .picking import pick_one
from .tables import MEAN, as_float, differences_table, mean_cells

LEDGER = "benchbook.ledger"


@attrs.frozen(eq=False, repr=False)
class OpenReport:
    """A report. The ledger is open only while something is read from it.

    Attributes:
        report: all of it, as plain frozen data; numbers are decimals in text.
        ledger: where it lies; None for a report that was opened from a file.
    """

    report: Report
    ledger: Path | None

    @property
    def head(self) -> Head:
        """What a reader must know before any number."""
        return self.report.head

    def means(self) -> Columns:
        """One row for each condition and metric: mean, denominators, interval, range over ties.

        `reason` says why there is no value, where there is none.
        """
        rows = [
            (
                row.name,
                *mean_cells(_mean(row.name, metric, found)),
                found.reason or row.reason or None,
            )
            for row in self.report.conditions
            for metric, found in zip(self.report.metrics, row.numbers, strict=True)
        ]
        return Columns.of_rows(("condition", *MEAN, "reason"), rows)

    def mean(self, condition: str, metric: str) -> Mean | None:
        """What is known of a mean; None where the condition is not measured.

        Raises:
            UsageError: there is no such condition or metric.
        """
        rows = {row.name: row for row in self.report.conditions}
        if condition not in rows or metric not in self.report.metrics:
            there = f"{', '.join(rows)} by {', '.join(self.report.metrics)}"
            message = f"nothing of {condition!r} by {metric!r}; there are {there}"
            raise UsageError(message)
        found = rows[condition].numbers[self.report.metrics.index(metric)]
        if found.value is None and rows[condition].state != "measured":
            return None
        return _mean(condition, metric, found)

    def difference(self, condition: str, metric: str) -> Comparison:
        """What is known of a difference to the baseline.

        Raises:
            UsageError: there is no such condition or metric, or it was not compared.
        """
        names = [row.name for row in self.report.conditions]
        return pick_one(self.report.comparisons, condition, metric, names)

    def scores(self) -> Columns:
        """One row for each topic, condition and metric.

        `value` is None where it is not defined, and `defined` says so.
        """
        rows = [
            (topic.id, row.name, metric, as_float(value), value is not None)
            for topic in self.report.topics
            for row, values in zip(self.report.conditions, topic.values, strict=True)
            for metric, value in zip(self.report.metrics, values, strict=True)
        ]
        return Columns.of_rows(("topic", "condition", "metric", "value", "defined"), rows)

    def comparisons(self) -> Columns:
        """One row for each condition but the baseline, and each metric but those of holes."""
        return differences_table(self.report.comparisons, "condition")

    def rankings(self, condition: str | None = None) -> Columns:
        """One row for each ranked unit: topic, condition, rank from 1, unit and score.

        Args:
            condition: one alone; all that are measured when None.

        Raises:
            UsageError: the report was opened from a file, which holds no rankings, or there is no
                such condition.
        """
        if self.ledger is None:
            message = "a report in a file holds no rankings; open it from its workspace"
            raise UsageError(message)
        measured = [row.name for row in self.report.conditions if row.state == "measured"]
        rows: list[tuple[str | int | float, ...]] = []
        with EventStore.open(self.ledger, readonly=True) as store:
            run = find_run(store, self.report.run)
            for name in measured if condition is None else [condition]:
                for topic, ranked in condition_rankings(store, run, name):
                    rows += [
                        (topic, name, rank, unit, score)
                        for rank, (unit, score) in enumerate(ranked, 1)
                    ]
        return Columns.of_rows(("topic", "condition", "rank", "unit", "score"), rows)

    def __repr__(self) -> str:
        """The report as a terminal shows it."""
        return self._rendered("table").rstrip("\n")

    def _repr_html_(self) -> str:
        """The sections of the report for a notebook, escaped."""
        return html_of(report_sections(self.report))

    def _repr_markdown_(self) -> str:
        """The report as Markdown."""
        return self._rendered("markdown")

    def to_html(self) -> str:
        """The page of the report, for a file and a browser."""
        return self._rendered("html")

    def _rendered(self, reporter: str) -> str:
        """The report in a form; nothing is recorded of it."""
        registered = load_registry(external=False).find("reporter", f"benchbook:{reporter}")
        return render(self.report, registered).data.decode()


def open(  # noqa: A001 - as a person says it: benchbook.open
    report: str | Path = "latest",
    *,
    dir: str | Path = ".",  # noqa: A002 - the command's --dir
) -> OpenReport:
    """Open a report: by its id or its run's, `latest`, or as a file of its JSON.

    Args:
        report: at least four digits of an id, `latest`, or a file: a `Path`, or a name that ends
            in `.json`.
        dir: the workspace.

    Raises:
        UsageError: there is no such report or file, or no workspace.
        BadData: the file holds no report.
    """
    path = Path(report)
    if isinstance(report, Path) or path.suffix == ".json":
        return OpenReport(report_of(_read(path), str(path)), None)
    ledger = Path(dir) / LEDGER
    if not ledger.exists():
        message = f"no {LEDGER} in {str(dir)!r}; name a workspace with dir=…"
        raise UsageError(message)
    with EventStore.open(ledger, readonly=True) as store:
        return OpenReport(load_report(store, find_report(store, str(report))), ledger)


def _read(path: Path) -> bytes:
    """The bytes of an exported report.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot read report {str(path)!r}: {error.strerror}"
        raise UsageError(message) from error


def _mean(condition: str, metric: str, found: Number) -> Mean:
    """A number of a report as the ledger knows it."""
    return Mean(
        condition=condition,
        metric=metric,
        bucket="",
        value=found.value,
        n=found.n,
        of=found.of,
        bounds=found.bounds,
        tied=found.tied,
    )
