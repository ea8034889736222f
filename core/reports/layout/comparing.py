"""Each condition against the baseline by the primary metric: in numbers, words and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ...counting import counted
from ...decimals import fixed_text
from ..report import Report
from ..rows import Comparison, ConditionRow, Number
from .cells import (
    EXPLORATORY,
    NOTED,
    PLACES,
    TIED,
    confidence_text,
    difference_text,
    estimate_text,
    listed,
    p_text,
    share_text,
    verdict_text,
)
from .plot import difference_plot
from .tables import Section, Table

CORRECTED = {"holm": "Holm p", "bonferroni": "Bonferroni p", "none": "p"}
Said = TypeVar("Said")
_WITH_REASON = ("ties decide", "cannot tell", "not compared")


def comparison_section(report: Report) -> Section:
    """The primary metric: every mean and its difference to the baseline, with what was tested."""
    against = primary_comparisons(report)
    by = CORRECTED[report.head.instrument.correction]
    tested = ("difference", by, "verdict") if against else ()
    header = ("condition", report.primary, *tested)
    rows = tuple(
        _row(report, row, against.get(row.name))[: len(header)] for row in report.conditions
    )
    beside = f" against {report.baseline}" if against else ""
    intervals = f"with {confidence_text(report)} intervals"
    return Section(
        title=f"{report.primary}{beside}, {intervals}, over {_population(report)} questions",
        picture=difference_plot(tuple(against.values())),
        table=Table(header=header, rows=rows, align="lllrl"[: len(header)]),
        below=tuple(_below(report, tuple(against.values()))),
    )


def primary_comparisons(report: Report) -> dict[str, Comparison]:
    """Comparisons by the primary metric, by condition, in the report's order."""
    return {one.condition: one for one in report.comparisons if one.metric == report.primary}


def primary_number(report: Report, row: ConditionRow) -> Number:
    """A row's number for the primary metric."""
    return row.numbers[report.metrics.index(report.primary)]


def counted_topics(report: Report) -> int:
    """The topics that stand above tables: those of the first condition with a primary value."""
    numbers = (primary_number(report, row) for row in report.conditions)
    return next((number.n for number in numbers if number.value is not None), 0)


def _population(report: Report) -> str:
    """`46 of 50`."""
    return share_text(counted_topics(report), report.head.topics)


def _row(report: Report, row: ConditionRow, one: Comparison | None) -> tuple[str, ...]:
    """One condition."""
    estimate = estimate_text(primary_number(report, row), counted_topics(report))
    if one is None:
        return row.name, estimate, "baseline" if row.name == report.baseline else "", "", ""
    p = one.p if report.head.instrument.correction == "none" else one.corrected
    return row.name, estimate, difference_text(one), p_text(p), verdict_text(one)


def _below(report: Report, against: Sequence[Comparison]) -> Iterator[str]:
    """What the signs say, why there is no verdict where there is none, and how it was tested."""
    yield from _tied(report)
    yield from _noted(report, against)
    if any(not one.declared for one in against):
        yield (
            f"{EXPLORATORY} exploratory: not in the family that was declared before the run; "
            "higher and lower follow the uncorrected p: a hint and no finding"
        )
    for verdict in _WITH_REASON:
        for reason, names in _grouped(
            (o.reason, o.condition) for o in against if o.verdict == verdict
        ):
            yield f"{verdict}: {listed(names)}: {reason}"
    if against:
        yield instrument_text(report)


def instrument_text(report: Report) -> str:
    """How differences are tested, in one sentence."""
    used = report.head.instrument
    by = CORRECTED[used.correction]
    corrected = f"{used.correction.capitalize()} over {used.family} declared comparisons"
    corrected = "no correction" if used.correction == "none" else corrected
    return (
        f"Tested by {used.test} ({used.details}); {corrected}, alpha {used.alpha}. The words "
        f"follow the {by}; intervals, and the p beside them, are uncorrected."
    )


def _tied(report: Report) -> Iterator[str]:
    """The means that another order of equal scores could change, all in one sentence."""
    tied = [(row.name, primary_number(report, row).tied) for row in report.conditions]
    spans = [
        f"{name} {fixed_text(span.low, PLACES)} to {fixed_text(span.high, PLACES)}"
        for name, span in tied
        if span and span.low != span.high
    ]
    if spans:
        yield f"{TIED} with equal scores in another order: {', '.join(spans)}"
    unseen = ((span.open, name) for name, span in tied if span and span.open)
    for topics, names in _grouped(unseen):
        told = f"{counted(topics, 'question')} {'has' if topics == 1 else 'have'} equal scores"
        value = "its value" if topics == 1 else "their values"
        yield f"{TIED} {listed(names)}: {told} at the cut-off: {value} could differ"


def _noted(report: Report, compared: Sequence[Comparison]) -> Iterator[str]:
    """What a reader must know of intervals, each note once with all whom it concerns."""
    means = [(row.name, primary_number(report, row).bounds) for row in report.conditions]
    differences = [(one.condition, one.bounds) for one in compared]
    for what, found in (("the mean", means), ("the difference", differences)):
        noted = [(bounds.note, name) for name, bounds in found if bounds and bounds.note]
        for note, names in _grouped(noted):
            yield f"{NOTED} interval of {what} of {listed(names)}: {note}"


def _grouped(pairs: Iterable[tuple[Said, str]]) -> Iterable[tuple[Said, list[str]]]:
    """Names by what is said of them, in the order in which it is first said."""
    names: dict[Said, list[str]] = {}
    for said, name in pairs:
        names.setdefault(said, []).append(name)
    return names.items()
