"""A report as CSV: one row for each mean and value of a topic, for spreadsheets and frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from benchbook import (
    Comparison,
    ConditionRow,
    Number,
    Page,
    Report,
    ReporterPlugin,
    hookimpl,
    neutralise,
    printable,
)

HEADER = (
    *("report", "scope", "group", "condition", "metric", "value", "n", "of"),
    *("low", "high", "method", "tied_low", "tied_high", "tied_expected"),
    *("difference", "diff_low", "diff_high", "diff_method", "p", "p_corrected", "declared"),
    *("wins", "ties", "losses", "detectable", "verdict", "reason", "positions"),
)
Row = Mapping[str, object]


class CsvReporter:
    """RFC 4180 in UTF-8 with a header, one row for each scope, condition and metric.

    `scope` is `all`, `bucket` or `topic`, and `group` the name of the bucket or the topic's id.
    Numbers are as they were recorded; a cell without one is empty, and `reason` says why. Positions
    are apart by blanks. Text that a spreadsheet could run bears an apostrophe, which
    `benchbook.restore` takes away; control characters are escaped.
    """

    def render(self, report: Report) -> bytes:
        """The rows: all topics first, then buckets, then single topics."""
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, HEADER, restval="")
        writer.writeheader()
        for row in _rows(report):
            writer.writerow({name: _cell(value) for name, value in row.items()})
        return text.getvalue().encode()

    def render_page(self, page: Page) -> bytes:
        """The rows of a page under its header."""
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(page.header)
        writer.writerows([_cell(cell) for cell in row] for row in page.rows)
        return text.getvalue().encode()


def _rows(report: Report) -> Iterator[Row]:
    """Every row with the report's id."""
    for row in (*_of_all(report), *_of_buckets(report), *_of_topics(report)):
        yield {"report": report.id, **row}


def _of_all(report: Report) -> Iterator[Row]:
    """Means over all topics, with their differences to the baseline."""
    against = {(one.condition, one.metric): one for one in report.comparisons}
    for row in report.conditions:
        for metric, number in zip(report.metrics, row.numbers, strict=True):
            compared = against.get((row.name, metric))
            yield {
                **_named("all", "", row, metric),
                **_mean(number),
                **(_difference(compared, number) if compared else {}),
            }


def _of_buckets(report: Report) -> Iterator[Row]:
    """Means over the topics of a bucket."""
    for bucket in report.buckets:
        for row, numbers in zip(report.conditions, bucket.numbers, strict=False):
            for metric, number in zip(report.metrics, numbers, strict=True):
                yield {**_named("bucket", bucket.name, row, metric), **_mean(number)}


def _of_topics(report: Report) -> Iterator[Row]:
    """Values of single topics, which come from where the mean comes from."""
    for topic in report.topics:
        for row, values in zip(report.conditions, topic.values, strict=False):
            for metric, value, number in zip(report.metrics, values, row.numbers, strict=True):
                yield {
                    **_named("topic", topic.id, row, metric),
                    "value": value,
                    "n": int(value is not None),
                    "of": 1,
                    "positions": _apart(number.positions),
                }


def _named(scope: str, group: str, row: ConditionRow, metric: str) -> Row:
    """What a row is about."""
    return {"scope": scope, "group": group, "condition": row.name, "metric": metric}


def _mean(number: Number) -> Row:
    """One mean."""
    bounds, tied = number.bounds, number.tied
    return {
        "value": number.value,
        "n": number.n,
        "of": number.of,
        **({"low": bounds.low, "high": bounds.high, "method": bounds.method} if bounds else {}),
        **(
            {"tied_low": tied.low, "tied_high": tied.high, "tied_expected": tied.expected}
            if tied
            else {}
        ),
        "reason": number.reason,
        "positions": _apart(number.positions),
    }


def _difference(compared: Comparison, number: Number) -> Row:
    """A difference to the baseline; the position of its test joins those of the mean."""
    bounds = compared.bounds
    return {
        "difference": compared.difference,
        "diff_low": bounds and bounds.low,
        "diff_high": bounds and bounds.high,
        "diff_method": bounds and bounds.method,
        "p": compared.p,
        "p_corrected": compared.corrected,
        "declared": "yes" if compared.declared else "no",
        "wins": compared.wins,
        "ties": compared.ties,
        "losses": compared.losses,
        "detectable": compared.detectable,
        "verdict": compared.verdict,
        "reason": number.reason or compared.reason,
        "positions": _apart((*number.positions, *compared.positions)),
    }


def _apart(positions: tuple[int, ...]) -> str:
    """Positions, each once, rising, apart by blanks."""
    return " ".join(map(str, sorted(set(positions))))


def _cell(value: object) -> str:
    """A cell that no spreadsheet runs; empty for what there is not."""
    return "" if value is None else neutralise(printable(str(value)))


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="csv",
            version="1",
            summary="one row for each number, for spreadsheets and data frames",
            build=CsvReporter,
            media="text/csv",
            suffix=".csv",
        )
    ]
