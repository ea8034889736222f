"""Small multiples: one dot plot for each bucket, all on the scale of all."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from benchbook import BucketRow, Number, Report

from . import words
from .order import baseline_place, best_first, letters, primary_place
from .scale import Mark, Scale, ends, scale_over


@attrs.frozen(kw_only=True)
class PanelRow:
    """One condition in one bucket.

    Attributes:
        y: per cent of the height, as text.
        mark: None where it is not measured.
        number: the mean in words; note: the letter of a note on its interval, empty without.
    """

    name: str
    is_baseline: bool
    y: str
    mark: Mark | None
    number: str
    interval: str
    note: str


@attrs.frozen(kw_only=True)
class Panel:
    """One bucket.

    Attributes:
        baseline_at: where the baseline's mean in this bucket stands; None where it has none.
        is_small: whether it has too few topics for any comparison.
    """

    name: str
    topics: int
    is_small: bool
    rows: tuple[PanelRow, ...]
    baseline_at: str | None


FEWEST = 10
"""Topics below which nothing should be compared."""


@attrs.frozen(kw_only=True)
class Panels:
    """The panels with the scale that they share.

    Attributes:
        notes: letter, note and buckets: why intervals are dashed.
    """

    every: tuple[Panel, ...]
    scale: Scale
    notes: tuple[tuple[str, str, str], ...]


def panels(report: Report) -> Panels:
    """A panel for each bucket."""
    order, primary = best_first(report), primary_place(report)
    shown = [bucket.numbers[place][primary] for bucket in report.buckets for place in order]
    scale = scale_over(end for number in shown for end in ends(number.value, number.bounds))
    names = _noted(report, primary)
    lettered = dict(zip(names, map(str.lower, letters(len(names))), strict=True))
    return Panels(
        every=tuple(_panel(report, bucket, scale, lettered) for bucket in report.buckets),
        scale=scale,
        notes=tuple((lettered[note], note, ", ".join(own)) for note, own in names.items()),
    )


def _noted(report: Report, primary: int) -> dict[str, list[str]]:
    """Each note of an interval, with the buckets that have it."""
    names: dict[str, dict[str, None]] = {}
    for bucket in report.buckets:
        for number in (group[primary] for group in bucket.numbers):
            if number.bounds and number.bounds.note:
                names.setdefault(number.bounds.note, {})[bucket.name] = None
    return {note: list(own) for note, own in names.items()}


def _panel(report: Report, bucket: BucketRow, scale: Scale, lettered: Mapping[str, str]) -> Panel:
    """One bucket with its conditions, in the order of all topics."""
    order, primary, baseline = best_first(report), primary_place(report), baseline_place(report)
    numbers = [bucket.numbers[place][primary] for place in order]
    base = None if baseline is None else bucket.numbers[baseline][primary].value
    rows = tuple(
        _row(report, place, number, f"{100 * (row + 0.5) / len(order):.2f}", scale, lettered)
        for row, (place, number) in enumerate(zip(order, numbers, strict=True))
    )
    return Panel(
        name=bucket.name,
        topics=bucket.topics,
        is_small=bucket.topics < FEWEST,
        rows=rows,
        baseline_at=None if base is None else scale.at(base),
    )


def _row(
    report: Report, place: int, number: Number, y: str, scale: Scale, lettered: Mapping[str, str]
) -> PanelRow:
    """One condition."""
    name = report.conditions[place].name
    return PanelRow(
        name=name,
        is_baseline=name == report.baseline,
        y=y,
        mark=None if number.value is None else scale.mark(number.value, number.bounds),
        number=words.ABSENT if number.value is None else words.shown(number.value, words.IN_PLOTS),
        interval=words.interval(number.bounds, words.IN_PLOTS),
        note=lettered.get(number.bounds.note, "") if number.bounds else "",
    )
