"""Deciding a gate from what was recorded of its number.

Decimals are compared with decimals: the mean as it is recorded, to ten places, with the threshold
as it was written. What is shown is never what decides.
"""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..counting import counted
from ..decimals import decimal_text
from ..objects.comparisons import Bounds, Mean
from ..statistics import wilson
from .gate import INTERVAL, Gate

PASS = "pass"  # noqa: S105 - a verdict, no password
FAIL = "fail"
INCONCLUSIVE = "inconclusive"
UNATTAINABLE = "unattainable"
NOT_MEASURED = "not measured"

VERDICTS = (FAIL, NOT_MEASURED, UNATTAINABLE, INCONCLUSIVE, PASS)
"""The gravest first."""


@attrs.frozen(kw_only=True)
class Verdict:
    """What came of a gate.

    Attributes:
        word: one of `VERDICTS`.
        reason: why it is no clear yes or no; empty where it is one.
        note: what a reader must know of a clear one; mostly empty.
    """

    word: str
    reason: str = ""
    note: str = ""


def decide(gate: Gate, mean: Mean | None, why_none: str, *, alpha: Decimal) -> Verdict:
    """Decide a gate.

    Args:
        mean: what is known of the number, or of the difference where the gate is relative; None
            where it was not measured, and `why_none` says why.
        alpha: of the intervals that were recorded.
    """
    if mean is None or mean.value is None:
        reason = why_none if mean is None else "no topic has a value for this metric"
        return Verdict(word=NOT_MEASURED, reason=reason)
    if mean.n < gate.min_topics:
        reason = f"{counted(mean.n, 'topic')} with a value, and the gate asks for {gate.min_topics}"
        return Verdict(word=NOT_MEASURED, reason=reason)
    return _by_interval(gate, mean, alpha) if gate.statistic == INTERVAL else _by_mean(gate, mean)


def _by_mean(gate: Gate, mean: Mean) -> Verdict:
    """The mean decides, unless another order of equal scores would decide otherwise."""
    assert mean.value is not None  # noqa: S101 - `decide` asks for one
    value, tied = Decimal(mean.value), mean.tied
    word = _side(gate, value, value)
    if tied is not None and _side(gate, Decimal(tied.low), Decimal(tied.high)) != word:
        reason = f"another order of equal scores gives {tied.low} to {tied.high}"
        return Verdict(word=INCONCLUSIVE, reason=reason)
    reason = f"{mean.value} lies in the band that decides nothing" if word == INCONCLUSIVE else ""
    return Verdict(word=word, reason=reason)


def _side(gate: Gate, low: Decimal, high: Decimal) -> str:
    """Where everything from one number to another lies."""
    if gate.holds(low) and gate.holds(high):
        return PASS
    return FAIL if gate.fails_at(low) and gate.fails_at(high) else INCONCLUSIVE


def _by_interval(gate: Gate, mean: Mean, alpha: Decimal) -> Verdict:
    """All of the interval must hold; none of it holding is a failure; else nothing is decided."""
    bounds = mean.bounds
    if bounds is None or bounds.low is None or bounds.high is None:
        note = bounds.note if bounds is not None else ""
        word = UNATTAINABLE if gate.is_relative and note else INCONCLUSIVE
        return Verdict(word=word, reason=f"there is no interval: {note}".rstrip(": "))
    if bounds.low == bounds.high:
        return _without_width(gate, mean, bounds)
    reason = unattainable(gate, mean, alpha)
    if reason:
        return Verdict(word=UNATTAINABLE, reason=reason)
    word = _side(gate, Decimal(bounds.low), Decimal(bounds.high))
    if word != INCONCLUSIVE:
        return Verdict(word=word)
    return Verdict(word=word, reason=_straddles(gate, bounds))


def unattainable(gate: Gate, mean: Mean, alpha: Decimal) -> str:
    """Why no run on so many topics can pass a gate by interval; empty where one can.

    Only the interval of a proportion keeps a width where every topic went well.
    """
    best = _best(gate, mean, alpha)
    if best is None or gate.holds(best):
        return ""
    side = "from" if gate.is_floor else "up to"
    perfect = f"even a perfect run has an interval {side} {best:.4f}"
    return f"with {counted(mean.n, 'topic')} {perfect}"


def _without_width(gate: Gate, mean: Mean, bounds: Bounds) -> Verdict:
    """An interval without width shows nothing, but of differences that are all the same.

    There are ten of them at least, or there would be no interval.
    """
    if gate.is_relative:
        assert mean.value is not None  # noqa: S101 - `decide` asks for one
        word = _side(gate, Decimal(mean.value), Decimal(mean.value))
        same = bounds.note if bounds.low == "0" else "every topic differs by the same"
        return Verdict(word=word, note=f"{same}: of other topics this says nothing")
    reason = f"the interval has no width: {bounds.note}".rstrip(": ")
    return Verdict(word=INCONCLUSIVE, reason=reason)


def _straddles(gate: Gate, bounds: Bounds) -> str:
    """Why an interval says neither."""
    side = "below" if gate.is_floor else "above"
    ends = f"{bounds.low} to {bounds.high}"
    reaches = f"reaches {side} {format(gate.threshold, 'f')}"
    if not gate.is_relative:
        return f"the interval {ends} {reaches}"
    note = f"; {bounds.note}" if bounds.note else ""
    return f"the interval of the difference, {ends}, {reaches}{note}"


def _best(gate: Gate, mean: Mean, alpha: Decimal) -> Decimal | None:
    """The end of the interval that decides if every topic went well; None where that is no bar.

    Only the interval of a proportion keeps a width then. It is rounded as what is recorded is.
    """
    if mean.bounds is None or mean.bounds.method != wilson.METHOD:
        return None
    perfect = wilson.wilson(mean.n if gate.is_floor else 0, mean.n, alpha=float(alpha))
    end = perfect.low if gate.is_floor else perfect.high
    return None if end is None else Decimal(decimal_text(end))
