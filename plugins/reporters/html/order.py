"""The order of conditions on the page: by the primary metric, best first."""

from __future__ import annotations

from decimal import Decimal

from benchbook import Comparison, ConditionRow, Report


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


def lane_words(report: Report, row: ConditionRow) -> str:
    """The lanes of a condition as they differ from those of the baseline: `without graph`.

    Of the baseline itself, and where there is none, all of them.
    """
    place = baseline_place(report)
    base = None if place is None else report.conditions[place]
    if base is None or base.name == row.name:
        return ", ".join(row.lanes)
    changed = [lane for lane in row.lanes if lane not in base.lanes and _plain(lane) in base.lanes]
    kept = {*row.lanes, *map(_plain, changed)}
    missing = [lane for lane in base.lanes if lane not in kept]
    more = [lane for lane in row.lanes if lane not in base.lanes and lane not in changed]
    if missing and len(row.lanes) <= max(1, len(missing) - 1):
        return f"only {', '.join(row.lanes)}"
    told = [
        f"{word} {', '.join(own)}" for word, own in (("without", missing), ("with", more)) if own
    ]
    return ", ".join([*told, *_settings(row, changed)]) or "the same lanes"


def _plain(lane: str) -> str:
    """A lane's name without what a condition sets otherwise for it: `graph[weighted = true]`."""
    return lane.partition("[")[0]


def _settings(row: ConditionRow, changed: list[str]) -> list[str]:
    """`graph: weighted = true` for lanes with settings of their own, each setting once."""
    names: dict[str, list[str]] = {}
    for lane in changed:
        names.setdefault(lane.partition("[")[2].removesuffix("]"), []).append(_plain(lane))
    return [
        f"{'all lanes' if len(own) == len(row.lanes) > 1 else ', '.join(own)}: {setting}"
        for setting, own in names.items()
    ]


def letters(count: int) -> tuple[str, ...]:
    """A short name for each condition, where a whole one has no room: A to Z, then AA."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return tuple(
        (alphabet[place // 26 - 1] if place >= len(alphabet) else "") + alphabet[place % 26]
        for place in range(count)
    )
