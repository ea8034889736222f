"""What lies beside the numbers of a run, and gates may be about: baselines, times, costs."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..objects.times import Times
from .costs import Costs
from .gate import Gate
from .scoresheet import Scoresheet


@attrs.frozen(kw_only=True)
class Timed:
    """A profile that a gate about time is held against.

    Attributes:
        work: what the condition of the gate did in the run, or None where nobody can tell.
        source: where the times stand, for a reader; read: their digest.
    """

    times: Times
    work: str | None
    source: str
    read: str


@attrs.frozen(kw_only=True)
class Charged:
    """A file of costs that a gate is held against.

    Attributes:
        read: its digest.
    """

    costs: Costs
    read: str


@attrs.frozen(kw_only=True)
class Beside:
    """What lies beside the numbers of a run. Each gives what a gate asks for, or why there is none.

    Attributes:
        baseline: the numbers that it is relative to, where they are those of another run.
    """

    baseline: Callable[[Gate], Scoresheet | str]
    times: Callable[[Gate], Timed | str]
    costs: Callable[[Gate], Charged | str]
