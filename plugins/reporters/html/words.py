"""Numbers as words: places, signs, intervals, and what stands where there is no number."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from benchbook import Bounds, Comparison, Number, Report, fixed_text

NOT_MEASURED = "not measured"
ABSENT = "–"
IN_TABLES, IN_PLOTS = 4, 3
HINTS = {"higher": "higher (hint)", "lower": "lower (hint)"}
"""What a difference is called outside the declared family, where nothing is corrected."""

_SMALLEST = Decimal("0.0001")
_SMALLEST_IN_PLOTS = Decimal("0.001")


def shown(value: str | None, places: int = IN_TABLES) -> str:
    """A decimal with a fixed number of places and a true minus sign, or `not measured`."""
    return NOT_MEASURED if value is None else fixed_text(value, places).replace("-", "−")


def signed(value: str | None, places: int = IN_TABLES) -> str:
    """A difference: its sign is always there, but for 0."""
    text = shown(value, places)
    return f"+{text}" if value is not None and Decimal(text.replace("−", "-")) > 0 else text


def interval(bounds: Bounds | None, places: int = IN_TABLES) -> str:
    """`[0.5000, 0.7500]`; a side without a bound is open; empty where there is no interval."""
    if bounds is None or (bounds.low is None and bounds.high is None):
        return ""
    low = "(−∞" if bounds.low is None else f"[{shown(bounds.low, places)}"
    high = "∞)" if bounds.high is None else f"{shown(bounds.high, places)}]"
    return f"{low}, {high}"


def p_value(value: str | None) -> str:
    """A p: never 0, so that a small one is said to be below what four places can show."""
    if value is None:
        return ABSENT
    return f"< {_SMALLEST}" if Decimal(value) < _SMALLEST else shown(value)


def short_p(value: str, alpha: str) -> str:
    """A p with two significant digits, `0.025`; more where rounding would cross alpha."""
    exact, limit = Decimal(value), Decimal(alpha)
    if exact < _SMALLEST_IN_PLOTS:
        return f"<{_SMALLEST_IN_PLOTS}"
    for digits in range(2, len(value)):
        rounded = round(exact, digits - 1 - exact.adjusted())
        if (rounded <= limit) == (exact <= limit):
            return "1" if rounded >= 1 else f"{rounded:f}"
    return f"{exact.normalize():f}"


def verdict(one: Comparison) -> str:
    """The verdict in words; outside the declared family a difference is no more than a hint."""
    return HINTS.get(one.verdict, one.verdict)


def listed(names: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(number: Number) -> str:
    """`46 of 50`: the questions that a mean is over, of those that there are."""
    return f"{number.n:,} of {number.of:,}"


def count(number: int, noun: str) -> str:
    """`1 question`, `2 questions`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def level(report: Report) -> str:
    """What the intervals of a report are meant to cover, as `95 %`."""
    covered = 100 * (1 - Decimal(report.head.instrument.alpha))
    return f"{covered.normalize():f} %"


def shortened(text: str, most: int) -> str:
    """A text that is cut, and says so, where it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
