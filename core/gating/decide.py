"""Deciding a gate from what was recorded of its number.

Decimals are compared with decimals: the mean as it is recorded, to ten places, with the threshold
as it was written. What is shown is never what decides.
"""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..counting import counted
from ..decimals import decimal_text
from ..objects.comparisons import Mean
from ..statistics import wilson
from .gate import AT_LEAST, INTERVAL, Gate

PASS = "pass"  # noqa: S105 - a verdict, no password
FAIL = "fail"
INCONCLUSIVE = "inconclusive"
UNATTAINABLE = "unattainable"
NOT_MEASURED = "not measured"

VERDICTS = (FAIL, NOT_MEASURED, UNATTAINABLE, INCONCLUSIVE, PASS)
"""The gravest first."""


@attrs.frozen(kw_only=True)
class Decision:
    """What came of a gate.

    Attributes:
        verdict: one of `VERDICTS`.
        reason: why it is no clear yes or no; empty where it is one.
    """

    verdict: str
    reason: str = ""


def decide(gate: Gate, mean: Mean | None, why_none: str, *, alpha: Decimal) -> Decision:
    """Decide a gate.

    Args:
        mean: what is known of the number over all topics; None where its condition was not
            measured, and `why_none` says why.
        alpha: of the intervals that were recorded.
    """
    if mean is None or mean.value is None:
        reason = why_none if mean is None else "no topic has a value for this metric"
        return Decision(verdict=NOT_MEASURED, reason=reason)
    if mean.n < gate.min_topics:
        reason = f"{counted(mean.n, 'topic')} with a value, and the gate asks for {gate.min_topics}"
        return Decision(verdict=NOT_MEASURED, reason=reason)
    return _by_interval(gate, mean, alpha) if gate.statistic == INTERVAL else _by_mean(gate, mean)


def _by_mean(gate: Gate, mean: Mean) -> Decision:
    """The mean decides, unless another order of equal scores would decide otherwise."""
    assert mean.value is not None  # noqa: S101 - `decide` asks for one
    holds = gate.holds(Decimal(mean.value))
    tied = mean.tied
    if tied is not None and gate.holds(Decimal(tied.low)) != gate.holds(Decimal(tied.high)):
        reason = f"another order of equal scores gives {tied.low} to {tied.high}"
        return Decision(verdict=INCONCLUSIVE, reason=reason)
    return Decision(verdict=PASS if holds else FAIL)


def _by_interval(gate: Gate, mean: Mean, alpha: Decimal) -> Decision:
    """All of the interval must hold; none of it holding is a failure; else nothing is decided."""
    bounds = mean.bounds
    if bounds is None or bounds.low is None or bounds.high is None:
        note = bounds.note if bounds is not None else ""
        return Decision(verdict=INCONCLUSIVE, reason=f"there is no interval: {note}".rstrip(": "))
    if bounds.low == bounds.high:
        reason = f"the interval has no width: {bounds.note}".rstrip(": ")
        return Decision(verdict=INCONCLUSIVE, reason=reason)
    best = _best(gate, mean, alpha)
    if best is not None and not gate.holds(best):
        side = "from" if gate.bound == AT_LEAST else "up to"
        perfect = f"even a perfect run has an interval {side} {best:.4f}"
        reason = f"with {counted(mean.n, 'topic')} {perfect}"
        return Decision(verdict=UNATTAINABLE, reason=reason)
    holds = {gate.holds(Decimal(end)) for end in (bounds.low, bounds.high)}
    if len(holds) == 1:
        return Decision(verdict=PASS if holds.pop() else FAIL)
    side = "below" if gate.bound == AT_LEAST else "above"
    reason = f"the interval {bounds.low} to {bounds.high} reaches {side} {gate.threshold}"
    return Decision(verdict=INCONCLUSIVE, reason=reason)


def _best(gate: Gate, mean: Mean, alpha: Decimal) -> Decimal | None:
    """The end of the interval that decides if every topic went well; None where that is no bar.

    Only the interval of a proportion keeps a width then. It is rounded as what is recorded is.
    """
    if mean.bounds is None or mean.bounds.method != wilson.METHOD:
        return None
    is_floor = gate.bound == AT_LEAST
    perfect = wilson.wilson(mean.n if is_floor else 0, mean.n, alpha=float(alpha))
    end = perfect.low if is_floor else perfect.high
    return None if end is None else Decimal(decimal_text(end))
