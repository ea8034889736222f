"""The rows of the tables: means by condition, means by bucket, comparisons, gates, holes."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from benchbook import Bounds, Comparison, GateRow, HolesRow, Number, Report

from . import words
from .conditions import differs_words
from .dots import shape_of
from .order import best_first, letters, primary_place
from .ties import range_of


@attrs.frozen(kw_only=True)
class Cell:
    """A mean in a table.

    Attributes:
        n: of how many questions, where that is not said by the row; empty where it is.
        is_tied: whether equal scores could change it; note: the letter of a note below.
    """

    value: str
    interval: str
    n: str
    is_tied: bool
    note: str
    is_measured: bool


@attrs.frozen(kw_only=True)
class MeanRow:
    """One condition with a cell for each metric, or for each bucket.

    What the table does not show is empty.
    """

    name: str
    is_baseline: bool
    differs: str
    cells: tuple[Cell, ...]
    n: str
    judged: str
    reason: str


@attrs.frozen(kw_only=True)
class MeanTable:
    """Conditions by columns.

    Attributes:
        notes: letters that cells bear, and what they mean.
        constant: metrics that have no column, since one sentence says all that it would.
    """

    columns: tuple[str, ...]
    rows: tuple[MeanRow, ...]
    notes: tuple[tuple[str, str], ...]
    constant: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class CompareRow:
    """A comparison in words."""

    row: Comparison
    difference: str
    interval: str
    p: str
    corrected: str
    smallest: str
    detectable: str
    verdict: str
    shape: str


@attrs.frozen(kw_only=True)
class Gate:
    """A gate in words."""

    row: GateRow
    observed: str
    interval: str
    shape: str


@attrs.frozen(kw_only=True)
class Holes:
    """What unjudged documents can do, in words, beside the mean itself."""

    row: HolesRow
    value: str
    judged: str
    condensed: str
    at_most: str


GATE_MARKS = {"pass": "up", "fail": "down"}


def mean_table(report: Report) -> MeanTable:
    """Every condition by every metric that is not the same in all of them."""
    judged = {row.condition: row.judged for row in report.holes if row.metric == report.primary}
    constant = _constant(report)
    places = [place for place in range(len(report.metrics)) if place not in constant]
    numbers = [[row.numbers[place] for place in places] for row in report.conditions]
    lettered = _lettered(number.bounds for row in numbers for number in row)
    return MeanTable(
        columns=tuple(report.metrics[place] for place in places),
        notes=tuple((letter, note) for note, letter in lettered.items()),
        constant=tuple(constant.values()),
        rows=tuple(
            MeanRow(
                name=row.name,
                is_baseline=row.name == report.baseline,
                differs=differs_words(report, row),
                cells=tuple(_cell(number, own[0], lettered) for number in own),
                n=words.counted(own[0]),
                judged=words.shown(judged[row.name]) if row.name in judged else words.ABSENT,
                reason=row.reason,
            )
            for row, own in (
                (report.conditions[place], numbers[place]) for place in best_first(report)
            )
        ),
    )


def _constant(report: Report) -> dict[int, str]:
    """Metrics but the primary that give each measured condition the same, and what they give."""
    told = {}
    for place, metric in enumerate(report.metrics):
        numbers = [row.numbers[place] for row in report.conditions]
        known = [number for number in numbers if number.value is not None]
        same = {(number.value, number.n, number.bounds, range_of(number)) for number in known}
        if metric != report.primary and len(same) == 1 and len(known) > 1:
            value, interval = words.shown(known[0].value), words.interval(known[0].bounds)
            told[place] = f"{metric}: {value} {interval} over {words.counted(known[0])}"
    return told


def bucket_tables(report: Report) -> tuple[tuple[str, MeanTable], ...]:
    """Every condition by every bucket, a table for each metric, the primary one first.

    None for a metric that is the same in all of them.
    """
    primary = primary_place(report)
    others = (place for place in range(len(report.metrics)) if place != primary)
    places = [primary, *(place for place in others if _differs(report, place))]
    return tuple((report.metrics[place], _bucket_table(report, place)) for place in places)


def _differs(report: Report, place: int) -> bool:
    """Whether a metric has more than one value over all buckets and conditions."""
    groups = (group[place] for bucket in report.buckets for group in bucket.numbers)
    return len({number.value for number in groups if number.value is not None}) > 1


def _bucket_table(report: Report, metric: int) -> MeanTable:
    """One metric."""
    lettered = _lettered(
        by_metric[metric].bounds
        for bucket in report.buckets
        for by_metric in bucket.numbers
        if by_metric[metric].bounds
    )
    rows = tuple(
        MeanRow(
            name=report.conditions[place].name,
            is_baseline=report.conditions[place].name == report.baseline,
            differs="",
            cells=tuple(
                _cell(bucket.numbers[place][metric], None, lettered, of=bucket.topics)
                for bucket in report.buckets
            ),
            n="",
            judged="",
            reason="",
        )
        for place in best_first(report)
    )
    columns = tuple(f"{bucket.name} (n = {bucket.topics:,})" for bucket in report.buckets)
    notes = tuple((letter, note) for note, letter in lettered.items())
    return MeanTable(columns=columns, rows=rows, notes=notes)


def _cell(number: Number, first: Number | None, lettered: dict[str, str], of: int = 0) -> Cell:
    """One mean; its own number of questions stands with it where the row's or column's differs."""
    expected = first.n if first else of
    return Cell(
        value=words.shown(number.value),
        interval=words.interval(number.bounds),
        n="" if number.value is None or number.n == expected else words.counted(number),
        is_tied=number.tied is not None,
        note=lettered.get(number.bounds.note, "") if number.bounds else "",
        is_measured=number.value is not None,
    )


def _lettered(bounds: Iterable[Bounds | None]) -> dict[str, str]:
    """A letter for each note that intervals carry, in the order in which they first occur."""
    notes = dict.fromkeys(one.note for one in bounds if one and one.note)
    return {note: name.lower() for note, name in zip(notes, letters(len(notes)), strict=True)}


def compare_rows(report: Report, *, declared: bool) -> tuple[CompareRow, ...]:
    """The comparisons of the declared family, or the exploratory ones, in the recorded order."""
    return tuple(_compare_row(row) for row in report.comparisons if row.declared == declared)


def _compare_row(row: Comparison) -> CompareRow:
    """One comparison."""
    return CompareRow(
        row=row,
        difference=words.ABSENT if row.difference is None else words.signed(row.difference),
        interval=words.interval(row.bounds),
        p=words.p_value(row.p),
        corrected=words.p_value(row.corrected),
        smallest=words.p_value(row.smallest),
        detectable=words.ABSENT if row.detectable is None else words.shown(row.detectable),
        verdict=words.verdict(row),
        shape=shape_of(row),
    )


def gates(report: Report) -> tuple[Gate, ...]:
    """The gates in the order of the experiment."""
    return tuple(
        Gate(
            row=row,
            observed=_observed(row),
            interval=words.interval(row.number.bounds) if row.number else "",
            shape=GATE_MARKS.get(row.verdict, "square"),
        )
        for row in report.gates
    )


def _observed(row: GateRow) -> str:
    """What was held against a gate: a mean, a difference with its sign, or a time."""
    value = row.number.value if row.number else None
    if row.kind == "latency" and value is not None:
        return f"{words.shown(value)} ms"
    return words.signed(value) if row.baseline else words.shown(value)


def holes(report: Report) -> tuple[Holes, ...]:
    """The rows of holes."""
    means = {
        (row.name, metric): number.value
        for row in report.conditions
        for metric, number in zip(report.metrics, row.numbers, strict=True)
    }
    return tuple(
        Holes(
            row=row,
            value=words.shown(means.get((row.condition, row.metric))),
            judged=words.shown(row.judged),
            condensed=words.shown(row.condensed),
            at_most=words.shown(row.at_most),
        )
        for row in report.holes
    )
