"""Each condition against the baseline by the primary metric: in numbers, words and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

import attrs

from ...counting import counted
from ...decimals import fixed_text
from ...objects.comparisons import Difference, Instrument, TieBounds
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


@attrs.frozen(kw_only=True)
class Primary:
    """What is shown of the primary metric, of a report or of files that are compared.

    Attributes:
        metric: the primary; baseline: what the others are compared with.
        numbers: by the name of a condition or of a run, in the order of the rows.
        against: the difference of each to the baseline, by name; empty where nothing was compared.
        of: topics of the population; topic: the word for one of them.
        names: what stands above the names.
        beside: further columns, each with a cell by name, behind the verdict.
    """

    metric: str
    baseline: str
    instrument: Instrument
    numbers: Mapping[str, Number]
    against: Mapping[str, Difference]
    of: int
    topic: str = "question"
    names: str = "condition"
    beside: Mapping[str, Mapping[str, str]] = MappingProxyType({})

    @property
    def n(self) -> int:
        """The topics that stand above the table: those of the first that has a value."""
        return next((one.n for one in self.numbers.values() if one.value is not None), 0)


def comparison_section(report: Report) -> Section:
    """The primary metric: every mean and its difference to the baseline, with what was tested."""
    return primary_section(
        Primary(
            metric=report.primary,
            baseline=report.baseline,
            instrument=report.head.instrument,
            numbers={row.name: primary_number(report, row) for row in report.conditions},
            against=primary_comparisons(report),
            of=report.head.topics,
        )
    )


def primary_section(shown: Primary) -> Section:
    """The same of whatever is shown."""
    by = CORRECTED[shown.instrument.correction]
    tested = ("difference", by, "verdict", *shown.beside) if shown.against else ()
    header = (shown.names, shown.metric, *tested)
    rows = tuple(_row(shown, name)[: len(header)] for name in shown.numbers)
    beside = f" against {shown.baseline}" if shown.against else ""
    intervals = f"with {confidence_text(shown.instrument)} intervals"
    population = f"{share_text(shown.n, shown.of)} {shown.topic}s"
    align = "lllrl" + "r" * len(shown.beside)
    return Section(
        title=f"{shown.metric}{beside}, {intervals}, over {population}",
        picture=difference_plot(tuple(shown.against.values())),
        table=Table(header=header, rows=rows, align=align[: len(header)]),
        below=tuple(_below(shown)),
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


def _row(shown: Primary, name: str) -> tuple[str, ...]:
    """One condition."""
    estimate = estimate_text(shown.numbers[name], shown.n)
    one = shown.against.get(name)
    if one is None:
        empty = ("",) * (len(shown.beside) + 2)
        return name, estimate, "baseline" if name == shown.baseline else "", *empty
    p = one.p if shown.instrument.correction == "none" else one.corrected
    cells = (column.get(name, "") for column in shown.beside.values())
    return name, estimate, difference_text(one), p_text(p), verdict_text(one), *cells


def _below(shown: Primary) -> Iterator[str]:
    """What the signs say, why there is no verdict where there is none, and how it was tested."""
    against = tuple(shown.against.values())
    yield from signs_below(shown)
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
        yield instrument_text(shown.instrument)


def instrument_text(used: Instrument, one: str = "declared comparison") -> str:
    """How differences are tested, in one sentence.

    Args:
        one: the word for what was corrected together.
    """
    by, family = CORRECTED[used.correction], counted(used.family, one)
    corrected = f"{used.correction.capitalize()} over {family}"
    if used.correction == "none":
        several = f" for {family}, so that a small p is a hint and no finding"
        corrected = f"no correction{several if used.family > 1 else ''}"
    return (
        f"Tested by {used.test} ({used.details}); {corrected}, alpha {used.alpha}. The words "
        f"follow the {by}; intervals, and the p beside them, are uncorrected."
    )


def signs_below(shown: Primary) -> Iterator[str]:
    """What the signs beside means and differences say."""
    yield from _tied(shown)
    yield from _noted(shown)


def _tied(shown: Primary) -> Iterator[str]:
    """The means that another order of equal scores could change, all in one sentence."""
    tied = [(name, number.tied) for name, number in shown.numbers.items()]
    spans = [f"{name} {_span(span)}" for name, span in tied if span and span.low != span.high]
    if spans:
        yield f"{TIED} with equal scores in another order: {', '.join(spans)}"
    unseen = ((span.open, name) for name, span in tied if span and span.open)
    for topics, names in _grouped(unseen):
        told = f"{counted(topics, shown.topic)} {'has' if topics == 1 else 'have'} equal scores"
        value = "its value" if topics == 1 else "their values"
        yield f"{TIED} {listed(names)}: {told} at the cut-off: {value} could differ"


def _span(span: TieBounds) -> str:
    """A range, and the mean over all orders where it is known."""
    low, high = fixed_text(span.low, PLACES), fixed_text(span.high, PLACES)
    if low == high:
        return f"{low} still, in four places"
    known = "" if span.expected is None else f" ({fixed_text(span.expected, PLACES)} on average)"
    return f"{low} to {high}{known}"


def _noted(shown: Primary) -> Iterator[str]:
    """What a reader must know of intervals, each note once with all whom it concerns."""
    means = [(name, number.bounds) for name, number in shown.numbers.items()]
    differences = [(name, one.bounds) for name, one in shown.against.items()]
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
