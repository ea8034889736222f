"""A report opened in Python: its means, values, rankings and comparisons as columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from ..commands.export_run import condition_rankings
from ..commands.find import find_report, find_run
from ..commands.render_report import load_report, render
from ..errors import UsageError
from ..event_store import EventStore
from ..objects.comparisons import Bounds, Mean
from ..plugging.loading import load_registry
from ..reports.report import Head, Report, report_of
from ..reports.rows import Comparison
from .columns import Columns
from .picking import pick_one

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
        """One row for each condition and metric: the mean with its interval and denominators."""
        header = ("condition", "metric", "value", "n", "of", "low", "high", "method", "reason")
        return Columns.of_rows(header, list(self._means()))

    def _means(self) -> Iterator[tuple[str | int | float | None, ...]]:
        """The rows of `means`."""
        for row in self.report.conditions:
            for metric, number in zip(self.report.metrics, row.numbers, strict=True):
                bounds = number.bounds
                yield (
                    *(row.name, metric, _float(number.value), number.n, number.of),
                    *_ends(bounds),
                    *(bounds.method if bounds else None, number.reason or None),
                )

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
        number = rows[condition].numbers[self.report.metrics.index(metric)]
        if number.value is None and rows[condition].state != "measured":
            return None
        return Mean(
            condition=condition,
            metric=metric,
            bucket="",
            value=number.value,
            n=number.n,
            of=number.of,
            bounds=number.bounds,
            tied=number.tied,
        )

    def difference(self, condition: str, metric: str) -> Comparison:
        """What is known of a difference to the baseline.

        Raises:
            UsageError: there is no such condition or metric, or it was not compared.
        """
        names = [row.name for row in self.report.conditions]
        return pick_one(self.report.comparisons, condition, metric, names)

    def scores(self) -> Columns:
        """One row for each topic, condition and metric; None where a value is not defined."""
        rows = [
            (topic.id, row.name, metric, _float(value))
            for topic in self.report.topics
            for row, values in zip(self.report.conditions, topic.values, strict=True)
            for metric, value in zip(self.report.metrics, values, strict=True)
        ]
        return Columns.of_rows(("topic", "condition", "metric", "value"), rows)

    def comparisons(self) -> Columns:
        """One row for each condition but the baseline and each metric."""
        header = (
            *("condition", "baseline", "metric", "declared", "difference", "low", "high"),
            *("p", "corrected", "smallest", "detectable", "n", "wins", "ties", "losses"),
            *("verdict", "reason"),
        )
        rows = [
            (
                *(one.condition, one.baseline, one.metric, one.declared, _float(one.difference)),
                *_ends(one.bounds),
                *map(_float, (one.p, one.corrected, one.smallest, one.detectable)),
                *(one.n, one.wins, one.ties, one.losses, one.verdict, one.reason),
            )
            for one in self.report.comparisons
        ]
        return Columns.of_rows(header, rows)

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

    def _repr_markdown_(self) -> str:
        """The report for a notebook."""
        return self._rendered("markdown")

    def to_html(self) -> str:
        """The page of the report."""
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
        report: at least four digits of an id, `latest`, or the path of an exported JSON.
        dir: the workspace.

    Raises:
        UsageError: there is no such report, or no workspace.
        BadData: the file holds no report.
    """
    path = Path(report)
    if path.suffix == ".json" and path.is_file():
        return OpenReport(report_of(path.read_bytes(), str(path)), None)
    ledger = Path(dir) / LEDGER
    if not ledger.exists():
        message = f"no {LEDGER} in {str(dir)!r}; name a workspace with dir=…"
        raise UsageError(message)
    with EventStore.open(ledger, readonly=True) as store:
        return OpenReport(load_report(store, find_report(store, str(report))), ledger)


def _ends(bounds: Bounds | None) -> tuple[float | None, float | None]:
    """Both ends of an interval, where there is one."""
    return (None, None) if bounds is None else (_float(bounds.low), _float(bounds.high))


def _float(text: str | None) -> float | None:
    """A recorded decimal for calculation."""
    return None if text is None else float(text)
