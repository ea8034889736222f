"""The order of conditions on the page: by the primary metric, best first."""

from __future__ import annotations

from decimal import Decimal

from benchbook import Comparison, Report


def best_first(report: Report) -> tuple[int, ...]:
    """The places of the conditions: the highest mean first, then what is not measured.

    Equal means stay in the order of the experiment.
    """
    primary = primary_place(report)

    def rank(place: int) -> tuple[bool, Decimal]:
        value = report.conditions[place].numbers[primary].value
        return value is None, -Decimal(value or 0)

    return tuple(sorted(range(len(report.conditions)), key=rank))


def primary_place(report: Report) -> int:
    """The place of the primary metric among the metrics."""
    return report.metrics.index(report.primary)


def baseline_place(report: Report) -> int | None:
    """The place of the baseline among the conditions; None where it is not among them."""
    names = [row.name for row in report.conditions]
    return names.index(report.baseline) if report.baseline in names else None


def compared(report: Report) -> dict[tuple[str, str], Comparison]:
    """The comparisons by condition and metric; the first where there are several."""
    found: dict[tuple[str, str], Comparison] = {}
    for row in report.comparisons:
        found.setdefault((row.condition, row.metric), row)
    return found


def letters(count: int) -> tuple[str, ...]:
    """A short name for each condition, where a whole one has no room: A to Z, then AA."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return tuple(
        (alphabet[place // 26 - 1] if place >= len(alphabet) else "") + alphabet[place % 26]
        for place in range(count)
    )
