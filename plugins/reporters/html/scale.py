"""A scale: where a decimal stands between the edges of a plot, as a share of its width."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import attrs

from benchbook import Bounds

_MARGIN, _INSIDE = Decimal(3), Decimal(94)  # per cent: a mark on an edge is not cut
_STEPS = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))
_MOST_STEPS = 4


@attrs.frozen(kw_only=True)
class Mark:
    """A value with its interval on a scale; all places are per cent of the width, as text.

    Attributes:
        low, high: ends of the interval; None where there is no interval.
        is_open_low, is_open_high: whether that side has no bound and goes on beyond the plot.
    """

    at: str
    low: str | None
    high: str | None
    is_open_low: bool
    is_open_high: bool


@attrs.frozen(kw_only=True)
class Scale:
    """From the lowest tick to the highest one."""

    low: Decimal
    high: Decimal
    step: Decimal

    def at(self, value: str | Decimal) -> str:
        """Where a value stands."""
        share = (Decimal(value) - self.low) / (self.high - self.low)
        return _percent(_MARGIN + _INSIDE * min(max(share, Decimal(0)), Decimal(1)))

    def mark(self, value: str, bounds: Bounds | None) -> Mark:
        """Where a value and its interval stand."""
        known = bounds is not None and not (bounds.low is None and bounds.high is None)
        if bounds is None or not known:
            return Mark(
                at=self.at(value), low=None, high=None, is_open_low=False, is_open_high=False
            )
        return Mark(
            at=self.at(value),
            low="0" if bounds.low is None else self.at(bounds.low),
            high="100" if bounds.high is None else self.at(bounds.high),
            is_open_low=bounds.low is None,
            is_open_high=bounds.high is None,
        )

    @property
    def ticks(self) -> tuple[tuple[str, str], ...]:
        """Where each tick stands, and its label."""
        steps = int((self.high - self.low) / self.step)
        values = [self.low + self.step * number for number in range(steps + 1)]
        return tuple((self.at(value), _label(value)) for value in values)


def scale_over(values: Iterable[str]) -> Scale:
    """The scale on which all values have room, with ticks at round numbers; 0 to 1 for none."""
    decimals = [Decimal(value) for value in values] or [Decimal(0), Decimal(1)]
    low, high = min(decimals), max(decimals)
    if low == high:
        low, high = low - Decimal("0.05"), high + Decimal("0.05")
    step = _step(high - low)
    return Scale(
        low=(low / step).to_integral_value(ROUND_FLOOR) * step,
        high=(high / step).to_integral_value(ROUND_CEILING) * step,
        step=step,
    )


def ends(value: str | None, bounds: Bounds | None) -> list[str]:
    """What a scale must have room for to show a value with its interval."""
    found = (value, bounds.low, bounds.high) if bounds else (value,)
    return [one for one in found if one is not None]


def _step(span: Decimal) -> Decimal:
    """1, 2 or 5 times a power of ten: the least that divides a span into few steps."""
    wanted = span / _MOST_STEPS
    unit = Decimal(1).scaleb(wanted.adjusted())
    return next(unit * factor for factor in _STEPS if unit * factor >= wanted)


def _label(value: Decimal) -> str:
    """A tick in plain notation, without needless zeros."""
    text = f"{value.normalize():f}"
    return "0" if value == 0 else text.replace("-", "−")


def _percent(value: Decimal) -> str:
    """With at most two places."""
    return f"{round(value, 2).normalize():f}"
