"""The dot plot: each condition's mean with its interval, and its difference to the baseline."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from benchbook import Bounds, Comparison, ConditionRow, Number, Report

from . import words
from .order import baseline_place, best_first, compared, primary_place
from .scale import Mark, Scale, ends, scale_over

MARKS = {
    "better": "up",
    "worse": "down",
    "more": "more",
    "less": "less",
    "higher": "higher",
    "lower": "lower",
    "not distinguished": "ring",
    "ties decide": "diamond",
    "cannot tell": "square",
}
"""The shape of a verdict, so that none is told by its colour alone; that of a hint is hollow."""


@attrs.frozen(kw_only=True)
class DotRow:
    """One condition.

    Attributes:
        value, difference: where they stand; None where there is none.
        value_words, difference_words: the same as numbers.
        value_note, difference_note: whether the interval has a note.
        verdict: in words, empty for the baseline; p: the one that it follows, empty without one.
        shape: of the verdict's mark, empty where it has none.
    """

    name: str
    is_baseline: bool
    value: Mark | None
    value_words: str
    value_interval: str
    value_note: bool
    difference: Mark | None
    difference_words: str
    difference_interval: str
    difference_note: bool
    verdict: str
    p: str
    shape: str


@attrs.frozen(kw_only=True)
class DotPlot:
    """The rows with the scales of their two panels.

    Attributes:
        baseline_at: where the baseline's mean stands; None where it is not measured.
        zero_at: where no difference stands.
        counted: the questions that the means are over, in words.
        reasons: why a verdict is no more than it is: verdict, reason, conditions.
        notes: what is to be known of intervals, each with those that it holds for.
        has_hints: whether a verdict is outside the declared family.
        describes: whether a verdict is of a metric that says what documents are like.
    """

    rows: tuple[DotRow, ...]
    values: Scale
    differences: Scale
    baseline_at: str | None
    zero_at: str
    counted: str
    reasons: tuple[tuple[str, str, str], ...]
    notes: tuple[tuple[str, str], ...]
    has_hints: bool
    describes: bool


def dot_plot(report: Report) -> DotPlot:
    """The plot of the primary metric."""
    primary, comparisons = primary_place(report), compared(report)
    pairs = [
        (row, comparisons.get((row.name, report.primary)))
        for row in (report.conditions[place] for place in best_first(report))
    ]
    numbers = [row.numbers[primary] for row, _ in pairs]
    values = scale_over(end for number in numbers for end in ends(number.value, number.bounds))
    gaps = [end for _, one in pairs if one for end in ends(one.difference, one.bounds)]
    differences = scale_over([*gaps, "0"] if gaps else [])
    baseline = baseline_place(report)
    mean = None if baseline is None else report.conditions[baseline].numbers[primary].value
    return DotPlot(
        rows=tuple(_row(report, row, one, values, differences) for row, one in pairs),
        values=values,
        differences=differences,
        baseline_at=None if mean is None else values.at(mean),
        zero_at=differences.at("0"),
        counted=_counted([number for number in numbers if number.value is not None]),
        reasons=_reasons([one for _, one in pairs if one]),
        notes=_notes(pairs, primary),
        has_hints=any(not one.declared for _, one in pairs if one),
        describes=any(one.verdict in {"more", "less"} for _, one in pairs if one),
    )


def _counted(numbers: Sequence[Number]) -> str:
    """`59 of 59 questions`, where all means are over as many."""
    told = {words.counted(number) for number in numbers}
    return f"{told.pop()} questions" if len(told) == 1 else "the questions that the table counts"


def _reasons(comparisons: Sequence[Comparison]) -> tuple[tuple[str, str, str], ...]:
    """Each reason once, with the conditions that it holds for."""
    names: dict[tuple[str, str], list[str]] = {}
    for one in comparisons:
        if one.reason:
            names.setdefault((one.verdict, one.reason), []).append(one.condition)
    return tuple((verdict, reason, ", ".join(own)) for (verdict, reason), own in names.items())


def _notes(
    pairs: Sequence[tuple[ConditionRow, Comparison | None]], primary: int
) -> tuple[tuple[str, str], ...]:
    """Each note once, with whose interval it is."""
    names: dict[str, list[str]] = {}
    for row, one in pairs:
        mean, gap = row.numbers[primary].bounds, one.bounds if one else None
        for what, bounds in (("", mean), (" (difference)", gap)):
            if bounds and bounds.note:
                names.setdefault(bounds.note, []).append(f"{row.name}{what}")
    return tuple((note, ", ".join(own)) for note, own in names.items())


def _row(
    report: Report, row: ConditionRow, one: Comparison | None, values: Scale, differences: Scale
) -> DotRow:
    """One condition with its comparison, where there is one."""
    number = row.numbers[primary_place(report)]
    gap = one.difference if one else None
    return DotRow(
        name=row.name,
        is_baseline=row.name == report.baseline,
        value=None if number.value is None else values.mark(number.value, number.bounds),
        value_words=words.shown(number.value, words.IN_PLOTS),
        value_interval=words.interval(number.bounds, words.IN_PLOTS),
        value_note=is_noted(number.bounds),
        difference=None if one is None or gap is None else differences.mark(gap, one.bounds),
        difference_words="" if gap is None else words.signed(gap, words.IN_PLOTS),
        difference_interval=words.interval(one.bounds, words.IN_PLOTS) if one else "",
        difference_note=one is not None and is_noted(one.bounds),
        verdict=words.verdict(one) if one else "",
        p=_p(one, report.head.instrument.alpha) if one else "",
        shape=shape_of(one) if one else "",
    )


def _p(one: Comparison, alpha: str) -> str:
    """The p that a verdict follows: the corrected one where there is one; empty for none."""
    return "" if one.p is None else words.short_p(one.corrected or one.p, alpha)


def shape_of(one: Comparison) -> str:
    """The shape of a comparison's verdict: hollow where it is a hint; empty where it has none."""
    return MARKS.get(one.verdict, "")


def is_noted(bounds: Bounds | None) -> bool:
    """Whether an interval is less than its name says, and has a note that tells why."""
    return bounds is not None and bool(bounds.note)
