"""What every interval of this room is: two bounds, how they were made, and a word about them."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Interval:
    """A confidence interval, or the reason why there is none.

    Attributes:
        low: the lower bound, in the unit of the values; None where there is no interval.
        high: the upper bound, never below `low`; None where there is no interval.
        method: `wilson`, `student-t`, `percentile`, `bootstrap` or `sign-flip inversion`.
        note: a degenerate or undefined interval says so here, in words; else empty.
    """

    low: float | None
    high: float | None
    method: str
    note: str
