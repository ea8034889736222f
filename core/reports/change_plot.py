"""What became of every topic as a picture: gains and losses, sorted, as bars of text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ..counting import counted
from ..diffing.diff import Diff
from ..printable import printable
from .likeness_section import fixed

COLUMNS = 56
MOST_NAME = 24
_BARS = " ▁▂▃▄▅▆▇█"


def change_plot(diff: Diff) -> tuple[str, ...]:
    """Two lines for each condition in which a topic changed: what was gained, and what was lost.

    Topics are sorted by their difference by `Diff.by`, the largest gain first, one column each; of
    more than `COLUMNS` topics each column is the mean of as many neighbours as the next. A bar is
    never shorter than an eighth, so that no change vanishes. Nothing where the numbers are about
    different things, or no topic changed.
    """
    if diff.invalid or diff.is_identical:
        return ()
    found = {one.name: _differences(diff, place) for place, one in enumerate(diff.conditions)}
    shown = {name: _columns(values) for name, values in found.items() if any(values)}
    if not shown:
        return ()
    highest = max(abs(value) for columns in shown.values() for value in columns)
    width = max(min(MOST_NAME, len(printable(name))) for name in shown)
    lines = [
        f"{diff.by} by topic, the largest gain first; a full bar is {fixed(highest, 4)}",
        *(line for name, columns in shown.items() for line in _pair(name, columns, highest, width)),
    ]
    wide = [len(found[name]) for name in shown if len(found[name]) > COLUMNS]
    if wide:
        lines.append(f"of {counted(max(wide), 'topic')} each column is the mean of neighbours")
    return tuple(lines)


def _differences(diff: Diff, place: int) -> list[float]:
    """B minus A of the topics that both have, the largest gain first."""
    one = diff.conditions[place]
    mine, its = one.first.values.get(diff.by, {}), one.second.values.get(diff.by, {})
    pairs = ((mine[topic], its[topic]) for topic in mine if topic in its)
    return sorted((b - a for a, b in pairs if a is not None and b is not None), reverse=True)


def _columns(values: Sequence[float]) -> list[float]:
    """At most `COLUMNS` values, each the mean of neighbours."""
    count = min(COLUMNS, len(values))
    borders = [len(values) * at // count for at in range(count + 1)]
    return [math.fsum(values[start:end]) / (end - start) for start, end in pairwise(borders)]


def _pair(name: str, columns: Sequence[float], highest: float, width: int) -> tuple[str, str]:
    """A condition: its gains, and below them its losses."""
    text = printable(name)
    shown = text if len(text) <= width else f"{text[: width - 1]}…"
    gains = "".join(_bar(value, highest) for value in columns)
    losses = "".join(_bar(-value, highest) for value in columns)
    return f"{shown:<{width}}  + {gains}".rstrip(), f"{'':<{width}}  − {losses}".rstrip()


def _bar(value: float, highest: float) -> str:
    """A bar; a dot where nothing changed, a blank where the other line has the bar."""
    if not value:
        return "·"
    return _BARS[max(1, round(value / highest * (len(_BARS) - 1)))] if value > 0 else " "
