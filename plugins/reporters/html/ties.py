"""Means that another order of equal scores could change: one line for each condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchbook import Number, Report

from . import words
from .order import best_first


def tie_notes(report: Report) -> tuple[str, ...]:
    """What equal scores leave open, the best condition first; empty where they leave nothing."""
    rows = (report.conditions[place] for place in best_first(report))
    return tuple(
        f"{row.name}: {said}"
        for row in rows
        for said in _said(dict(zip(report.metrics, row.numbers, strict=True)))
    )


def range_of(number: Number) -> tuple[str, str] | None:
    """The lowest and the highest mean over ties; None where they are one."""
    tied = number.tied
    return (tied.low, tied.high) if tied and tied.low != tied.high else None


def _said(numbers: Mapping[str, Number]) -> Iterator[str]:
    """Of one condition: ranges that are known, then equal scores that may go on unseen."""
    spans = [
        f"{metric} {words.shown(span[0])} to {words.shown(span[1])}{_on_average(number)}"
        for metric, number in numbers.items()
        if (span := range_of(number))
    ]
    if spans:
        yield f"with equal scores in another order: {', '.join(spans)}"
    unseen = ((number.tied.open, metric) for metric, number in numbers.items() if number.tied)
    for topics, metrics in _by_count(unseen):
        told = f"{words.count(topics, 'question')} {'has' if topics == 1 else 'have'} equal scores"
        value = "its value" if topics == 1 else "their values"
        yield f"{told} at the cut-off: {value} could differ ({', '.join(metrics)})"


def _on_average(number: Number) -> str:
    """The mean over all orders, where it is known."""
    expected = None if number.tied is None else number.tied.expected
    return "" if expected is None else f" ({words.shown(expected)} on average)"


def _by_count(pairs: Iterable[tuple[int, str]]) -> Iterable[tuple[int, Sequence[str]]]:
    """Metrics by how many questions are open."""
    metrics: dict[int, list[str]] = {}
    for topics, metric in pairs:
        if topics:
            metrics.setdefault(topics, []).append(metric)
    return metrics.items()
