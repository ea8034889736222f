"""Numbers as cells of a table: one spelling for every rendering."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal

from ...decimals import fixed_text, signed_text
from ...gating.gate import LATENCY
from ...objects.comparisons import Bounds, Difference, Instrument
from ..rows import GateRow, Number

PLACES = 4
_MEAN_BOUND, _DIFFERENCE_BOUND, _TIME = 2, 3, 3
NOT_MEASURED = "not measured"
ABSENT = "–"
TIED, NOTED, EXPLORATORY = "±", "†", "°"
HIGHER, LOWER = "△", "▽"
_HINTS = {"higher": "higher (hint)", "lower": "lower (hint)"}
_SMALLEST_SHOWN = Decimal("0.0001")


def value_text(number: Number) -> str:
    """`0.6630`, or that there is no value."""
    return NOT_MEASURED if number.value is None else fixed_text(number.value, PLACES)


def estimate_text(number: Number, n: int) -> str:
    """`0.6630 [0.51, 0.81]`, with signs for what is told below the table.

    `±` marks a value that another order of equal scores could change, `†` an interval with a note.

    Args:
        n: topics that stand above the table; where the number has others, it says so.
    """
    if number.value is None:
        return NOT_MEASURED
    parts = (value_text(number), interval_text(number.bounds), _count(number.n, n), _marks(number))
    return " ".join(filter(None, parts))


def difference_text(comparison: Difference) -> str:
    """`−0.0118 [−0.051, +0.024]`, the signs always shown; a dash where nothing is paired."""
    if comparison.difference is None:
        return ABSENT
    bounds = comparison.bounds
    marks = NOTED if bounds and bounds.note else ""
    interval = _between(bounds, lambda bound: signed_text(bound, _DIFFERENCE_BOUND))
    shown = f"{signed_text(comparison.difference, PLACES):>7}"  # so that columns stand
    return " ".join(filter(None, (shown, interval, marks)))


def plain_text(number: Number, n: int) -> str:
    """`0.6630`, and over how many topics where these are others than `n`."""
    return " ".join(filter(None, (value_text(number), number.value and _count(number.n, n))))


def verdict_text(comparison: Difference) -> str:
    """The verdict, hints called so; what is outside the declared family has its sign."""
    text = _HINTS.get(comparison.verdict, comparison.verdict)
    return text if comparison.declared else text + EXPLORATORY


def interval_text(bounds: Bounds | None) -> str:
    """The interval of a mean, `[0.51, 0.81]`; nothing where there is none."""
    return _between(bounds, lambda bound: fixed_text(bound, _MEAN_BOUND))


def gate_text(gate: GateRow) -> str:
    """What was held against a gate: a mean, a difference with its signs, or a time."""
    number = gate.number
    if number is None or number.value is None:
        return NOT_MEASURED
    if gate.kind == LATENCY:
        return f"{fixed_text(number.value, _TIME)} ms"
    if gate.baseline:
        bounds = number.bounds
        is_point = bounds is not None and bounds.low == bounds.high  # nothing scatters: no interval
        shown = None if is_point else bounds
        between = _between(shown, lambda bound: signed_text(bound, _DIFFERENCE_BOUND))
        return f"{signed_text(number.value, PLACES)} {between}".strip()
    return f"{value_text(number)} {interval_text(number.bounds)}".strip()


def p_text(p: str | None) -> str:
    """`0.0312`; never 0: `<0.0001` is the least. A dash where nothing was tested."""
    if p is None:
        return ABSENT
    return "<0.0001" if Decimal(p) < _SMALLEST_SHOWN else fixed_text(p, PLACES)


def share_text(part: int, whole: int) -> str:
    """`61 of 131`."""
    return f"{part} of {whole}"


def confidence_text(used: Instrument) -> str:
    """The confidence of every interval, as `95 %`."""
    return f"{((1 - Decimal(used.alpha)) * 100).normalize():f} %"


def ranges(positions: Iterable[int]) -> str:
    """Positions as `3, 7–11`."""
    groups: list[list[int]] = []
    for place in sorted(positions):
        if groups and place == groups[-1][1] + 1:
            groups[-1][1] = place
        else:
            groups.append([place, place])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in groups)


def listed(names: Iterable[str], most: int = 10) -> str:
    """`a, b, c`, and how many more."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more


def _between(bounds: Bounds | None, spelt: Callable[[str], str]) -> str:
    """`[−0.10, +∞]` without a bound on one side; nothing without both."""
    if bounds is None or bounds.low is bounds.high is None:
        return ""
    low = "−∞" if bounds.low is None else spelt(bounds.low)
    high = "+∞" if bounds.high is None else spelt(bounds.high)
    return f"[{low}, {high}]"


def _marks(number: Number) -> str:
    """The signs of a number."""
    noted = number.bounds is not None and bool(number.bounds.note)
    return (TIED if number.tied else "") + (NOTED if noted else "")


def _count(counted: int, n: int) -> str:
    """`(n 45)` where 45 is not what stands above."""
    return "" if counted == n else f"(n {counted})"
