"""The numbers of a report, as gates are held against them: of a file, no ledger is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from ..comparing.buckets import REST
from ..comparing.rules import Rules
from ..comparing.scored import MetricScale
from ..gating.scoresheet import Instrument, Scoresheet
from ..measuring.judged import Values
from ..objects.comparisons import Mean
from .report import Report
from .rows import Number, TopicRow

SIGNED = "signed"


def sheet_of_report(report: Report, scales: Mapping[str, MetricScale]) -> Scoresheet:
    """The numbers of a report.

    Args:
        scales: of its metrics, by canonical name.
    """
    names = [row.name for row in report.conditions]
    topics = sorted(report.topics, key=lambda row: row.id)
    return Scoresheet(
        name=f"report {report.id}",
        instrument=_instrument(report),
        rules=Rules.recorded(report.head.instrument, report.baseline, report.primary),
        topics=tuple(row.id for row in topics),
        buckets={
            bucket.name: np.asarray(
                [at for at, row in enumerate(topics) if _bucket(row, report) == bucket.name],
                dtype=np.int64,
            )
            for bucket in report.buckets
        },
        signed=np.asarray([row.state == SIGNED for row in topics], dtype=bool),
        scales=scales,
        means=_means(report),
        values_of=cache(lambda condition: _values(report, topics, names.index(condition))),
        is_rounded=True,
        missing={row.name: row.reason for row in report.conditions if row.state != "measured"},
    )


def _bucket(row: TopicRow, report: Report) -> str:
    """The bucket of a topic; those without one are together, where others have one."""
    return row.bucket or (REST if report.buckets else "")


def _instrument(report: Report) -> Instrument:
    """What the numbers stand on; a report does not say which versions of metrics made them."""
    head = report.head
    return Instrument(
        questions=head.gold_digest,
        qrels=head.qrels_digest,
        relevance=f"{head.relevance.rule} {head.relevance.match}".strip(),
        unit=head.unit,
        depth=head.depth,
        metrics={},
    )


def _means(report: Report) -> dict[tuple[str, str, str], Mean]:
    """Every mean, by condition, metric and bucket."""
    found = {}
    for place, row in enumerate(report.conditions):
        if row.state != "measured":
            continue
        for at, metric in enumerate(report.metrics):
            found[(row.name, metric, "")] = _mean(row.name, metric, "", row.numbers[at])
            for bucket in report.buckets:
                number = bucket.numbers[place][at]
                key = (row.name, metric, bucket.name)
                found[key] = _mean(*key, number)
    return found


def _mean(condition: str, metric: str, bucket: str, number: Number) -> Mean:
    """A number of a report as the ledger knows it."""
    return Mean(
        condition=condition,
        metric=metric,
        bucket=bucket,
        value=number.value,
        n=number.n,
        of=number.of,
        bounds=number.bounds,
        tied=number.tied,
    )


def _values(report: Report, topics: list[TopicRow], place: int) -> Mapping[str, Values]:
    """What a condition scored, by metric."""
    found = {}
    for at, metric in enumerate(report.metrics):
        texts = [row.values[place][at] for row in topics]
        found[metric] = Values(
            np.asarray([0.0 if text is None else float(text) for text in texts]),
            np.asarray([text is not None for text in texts]),
        )
    return found
