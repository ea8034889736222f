"""Differences and their intervals as lines of text on one scale, zero marked in each."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import attrs

from ...decimals import signed_text
from ...objects.comparisons import Bounds, Difference
from ...printable import printable
from .cells import p_text

COLUMNS = 49
MOST_NAME = 24
_STEPS = tuple(Decimal(digit).scaleb(exponent) for exponent in range(-3, 13) for digit in (1, 2, 5))
_MOST_STEPS = 6
_LABEL = "difference"


@attrs.frozen
class _Scale:
    """Where a value stands among the columns."""

    low: Decimal
    high: Decimal

    def column(self, value: Decimal) -> int:
        """From 0 to the last column; what lies outside stands at the edge."""
        share = (value - self.low) / (self.high - self.low)
        return round(min(Decimal(1), max(Decimal(0), share)) * (COLUMNS - 1))


def difference_plot(comparisons: Sequence[Difference]) -> tuple[str, ...]:
    """An axis, then a line per comparison, the best first: name, interval, uncorrected p.

    `├──●──┤` is an interval around its difference, `◄` and `►` one without a bound on that side;
    the upright line is zero. Comparisons without an interval have no line. Nothing is drawn where
    there is none, or where all are exactly zero. Lines fit in 84 columns.
    """
    drawn = [
        one for one in comparisons if one.difference and one.bounds and _is_bounded(one.bounds)
    ]
    drawn.sort(key=lambda one: Decimal(one.difference or 0), reverse=True)
    scale = _scale_of(drawn)
    if scale is None:
        return ()
    widest = max(len(printable(one.condition)) for one in drawn)
    width = max(len(_LABEL), min(MOST_NAME, widest))
    lines = [f"{_name(one.condition, width)}  {_row(one, scale)}  {_p(one)}" for one in drawn]
    return (f"{_LABEL:<{width}}  {_axis(scale)}  {'p':>7}".rstrip(), *lines)


def _is_bounded(bounds: Bounds) -> bool:
    """Whether there is an interval: without any bound there is none."""
    return not (bounds.low is None and bounds.high is None)


def _scale_of(drawn: Sequence[Difference]) -> _Scale | None:
    """From the lowest to the highest bound, with zero, and room for the arrows.

    None where everything is zero.
    """
    bounds = [one.bounds for one in drawn if one.bounds]
    ends = [text for one in bounds for text in (one.low, one.high)]
    texts = [one.difference for one in drawn] + ends
    values = [Decimal(0), *(Decimal(text) for text in texts if text is not None)]
    low, high = min(values), max(values)
    room = (high - low) / 8
    low -= room if any(one.low is None for one in bounds) else 0
    high += room if any(one.high is None for one in bounds) else 0
    return _Scale(low, high) if low < high else None


def _name(name: str, width: int) -> str:
    """A name in so many columns; what does not fit is cut, with a sign."""
    name = printable(name)
    shown = name if len(name) <= width else f"{name[: width - 1]}…"
    return f"{shown:<{width}}"


def _p(one: Difference) -> str:
    """The uncorrected p, which the interval agrees with."""
    return f"{p_text(one.p):>7}"


def _row(one: Difference, scale: _Scale) -> str:
    """One interval."""
    low, high = (one.bounds.low, one.bounds.high) if one.bounds else (None, None)
    first = 0 if low is None else scale.column(Decimal(low))
    last = COLUMNS - 1 if high is None else scale.column(Decimal(high))
    cells = [" "] * COLUMNS
    cells[first : last + 1] = "─" * (last + 1 - first)
    zero = scale.column(Decimal(0))
    cells[zero] = "│" if cells[zero] == " " else "┼"
    cells[first] = "◄" if low is None else "├"
    cells[last] = "►" if high is None else "┤"
    cells[scale.column(Decimal(one.difference or 0))] = "●"
    return "".join(cells)


def _axis(scale: _Scale) -> str:
    """The ticks of the scale: round numbers with their signs, zero among them."""
    step = next((one for one in _STEPS if _has_room(scale, one)), _STEPS[-1])
    places = _places(step)
    first, last = int(scale.low / step), int(scale.high / step)
    cells = [" "] * (COLUMNS + 8)
    for tick in range(first, last + 1):
        value = format(step * tick, "f")
        label = signed_text(value, places) if tick else "0"
        start = max(0, scale.column(Decimal(value)) - (len(label) - 1) // 2)
        start = min(start, COLUMNS - len(label))
        cells[start : start + len(label)] = label
    return "".join(cells[:COLUMNS])


def _has_room(scale: _Scale, step: Decimal) -> bool:
    """Whether so many ticks are few enough, and their labels short enough to stand apart."""
    ticks = (scale.high - scale.low) / step
    longest = max(len(signed_text(str(end), _places(step))) for end in (scale.low, scale.high))
    return ticks <= _MOST_STEPS and ticks * (longest + 1) <= COLUMNS


def _places(step: Decimal) -> int:
    """The decimals of a step's multiples."""
    return max(0, -int(step.as_tuple().exponent))
