"""A strip: one bar for each condition, on one question."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import attrs

WIDTH, HEIGHT = 14, 18


@attrs.frozen(kw_only=True)
class Strip:
    """Bars as two paths of vertical strokes, in units of `WIDTH` for a condition and `HEIGHT`.

    Attributes:
        bars: of all conditions but the baseline; baseline: its own; empty where it has none.
        width: of all bars.
    """

    bars: str
    baseline: str
    width: int


def strip(values: Sequence[str | None], baseline: int | None, full: Decimal) -> Strip:
    """The bars of values from 0 to `full`; a value above fills the height, none leaves a gap."""
    bars = [_bar(place, value, full) for place, value in enumerate(values)]
    own = "" if baseline is None else bars[baseline]
    others = (bar for place, bar in enumerate(bars) if place != baseline)
    return Strip(bars="".join(others), baseline=own, width=WIDTH * len(bars))


def _bar(place: int, value: str | None, full: Decimal) -> str:
    """A stroke from the bottom upwards; 0 is a low one, so that it is not taken for a gap."""
    if value is None:
        return ""
    share = min(max(Decimal(value) / full, Decimal(0)), Decimal(1))
    top = min(HEIGHT - round(share * HEIGHT), HEIGHT - 1)
    return f"M{place * WIDTH + WIDTH // 2} {HEIGHT}V{top}"
