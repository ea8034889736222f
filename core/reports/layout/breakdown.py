"""Where the numbers come from: buckets, lanes, missed questions, holes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from ...decimals import fixed_text
from ..report import Report
from ..rows import BucketRow, LaneShare, Number
from .cells import (
    ABSENT,
    NOT_MEASURED,
    NOTED,
    PLACES,
    confidence_text,
    listed,
    share_text,
    value_text,
)
from .tables import Section, Table

MOST_MISSED = 10
_WIDEST = "widest interval"


def buckets_section(report: Report) -> Section:
    """The primary metric by bucket, and how little so few topics can say."""
    at = _primary(report)
    columns = [[group[at] for group in bucket.numbers] for bucket in report.buckets]
    rows = [
        (row.name, *(value_text(column[place]) for column in columns))
        for place, row in enumerate(report.conditions)
        if row.state != NOT_MEASURED
    ]
    widest = (_WIDEST, *(_widest(column) for column in columns))
    header = ("condition", *(f"{one.name} n={one.topics}" for one in report.buckets))
    return Section(
        title=f"{report.primary} by bucket",
        table=Table(
            header=header,
            rows=(*rows, widest) if rows and columns else (),
            align="l" + "r" * len(columns),
        ),
        below=(
            f"{_WIDEST}: how far apart its {confidence_text(report.head.instrument)} bounds are",
            *_notes(report.buckets, at),
        ),
    )


def shares_section(report: Report) -> Section:
    """What each lane brought to the baseline, or else to the condition with the most lanes."""
    lanes = Counter(one.condition for one in report.shares)
    shown = tuple(_shown_shares(report, lanes))
    rows = tuple(_share(one, lanes[one.condition]) for one in shown)
    tied = [f"{one.lane} {share_text(one.tied, one.rows)}" for one in shown if one.tied]
    return Section(
        title=f"What the lanes brought, in relevant {report.head.unit}s of all questions together",
        table=Table(
            header=("lane", "condition", "found", "kept", "alone", "questions"),
            rows=rows,
            align="llrrrr",
        ),
        below=(
            f"found: among the lane's own first {report.head.depth}, of all that are relevant",
            f"kept: of these, also among the first {report.head.depth} of the condition",
            (
                f"alone: of those kept, in no other lane's first {report.head.depth}; lower ranks "
                "add to a fusion too; questions: that have such a one"
            ),
            *([f"rows whose score a neighbour has too: {', '.join(tied)}"] if tied else []),
        ),
    )


def missed_section(report: Report) -> Section:
    """The topics to which each condition returned nothing that is relevant."""
    answerable = [topic for topic in report.topics if topic.relevant]
    rows = []
    for place, row in enumerate(report.conditions):
        missed = [topic.id for topic in answerable if topic.found[place] == 0]
        if missed:
            count = share_text(len(missed), len(answerable))
            rows.append((row.name, count, listed(missed, MOST_MISSED)))
    return Section(
        title=f"Missed: questions with nothing relevant among the first {report.head.depth}",
        table=Table(header=("condition", "missed", "questions"), rows=rows, align="lrp"),
    )


def holes_section(report: Report) -> Section:
    """What unjudged documents could do to a value."""
    values = {
        (row.name, metric): number
        for row in report.conditions
        for metric, number in zip(report.metrics, row.numbers, strict=True)
    }
    rows = tuple(
        (
            hole.condition,
            hole.metric,
            *(fixed_text(hole.judged, 2), _text_of(values.get((hole.condition, hole.metric)))),
            *(fixed_text(hole.condensed, PLACES), fixed_text(hole.at_most, PLACES)),
        )
        for hole in report.holes
    )
    return Section(
        title="What unjudged documents could change",
        table=Table(
            header=("condition", "metric", "judged", "value", "without", "at most"),
            rows=rows,
            align="llrrrr",
        ),
        below=(
            "value: what nobody judged counts as not relevant; without: its rows are taken out",
            "at most: all of it had the best grade",
        ),
    )


def _primary(report: Report) -> int:
    """The place of the primary metric."""
    return report.metrics.index(report.primary)


def _widest(column: list[Number]) -> str:
    """The width of the widest interval of a bucket."""
    bounds = [number.bounds for number in column if number.bounds]
    widths = [Decimal(b.high) - Decimal(b.low) for b in bounds if b.high and b.low]
    noted = f" {NOTED}" if any(one.note for one in bounds) else ""
    return fixed_text(str(max(widths)), 2) + noted if widths else ABSENT


def _notes(buckets: Sequence[BucketRow], at: int) -> Iterator[str]:
    """What a reader must know of intervals in buckets, each note with the buckets that have it."""
    names: dict[str, dict[str, None]] = {}
    for bucket in buckets:
        for number in (group[at] for group in bucket.numbers):
            if number.bounds and number.bounds.note:
                names.setdefault(number.bounds.note, {})[bucket.name] = None
    for note, found in names.items():
        yield f"{NOTED} intervals of {listed(found)}: {note}"


def _shown_shares(report: Report, lanes: Mapping[str, int]) -> Iterable[LaneShare]:
    """One for each lane: of the baseline, unless it has one lane alone or lacks this one."""

    def order(one: LaneShare) -> tuple[bool, int]:
        """The baseline first, then what has more lanes: there a lane can be superfluous."""
        count = lanes[one.condition]
        return count == 1 or one.condition != report.baseline, -count

    shown: dict[str, LaneShare] = {}
    for one in sorted(report.shares, key=order):
        shown.setdefault(one.lane, one)
    return shown.values()


def _share(one: LaneShare, lanes: int) -> tuple[str, ...]:
    """One lane in one condition; where it is the only one, it has no other to be compared with."""
    alone = (str(one.alone), str(one.topics)) if lanes > 1 else (ABSENT, ABSENT)
    return (
        one.lane,
        one.condition,
        share_text(one.found, one.of),
        share_text(one.kept, one.found),
        *alone,
    )


def _text_of(number: Number | None) -> str:
    """A value, or a dash where the report has no such number."""
    return value_text(number) if number else ABSENT
