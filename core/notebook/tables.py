"""Recorded numbers as columns: means, and differences to a baseline."""

from __future__ import annotations

from collections.abc import Iterable

from ..objects.comparisons import Bounds, Difference, Mean, TieBounds
from .columns import Cell, Columns

MEAN = (
    *("metric", "value", "n", "of", "low", "high", "method", "note"),
    *("tied_low", "tied_high", "tied_expected"),
)
DIFFERENCE = (
    *("baseline", "metric", "declared", "difference", "low", "high", "method", "note"),
    *("p", "corrected", "smallest", "detectable", "n", "wins", "ties", "losses"),
    *("verdict", "reason"),
)


def as_float(text: str | None) -> float | None:
    """A recorded decimal for calculation."""
    return None if text is None else float(text)


def means_table(means: Iterable[Mean], named: str) -> Columns:
    """One row for each mean, with its interval and what other orders of equal scores would give.

    Args:
        named: the first column's name, as `condition` or `run`.
    """
    return Columns.of_rows((named, *MEAN), [(one.condition, *mean_cells(one)) for one in means])


def mean_cells(mean: Mean) -> tuple[Cell, ...]:
    """The cells of a mean."""
    ends = _ends(mean.bounds)
    return (mean.metric, as_float(mean.value), mean.n, mean.of, *ends, *_range(mean.tied))


def differences_table(differences: Iterable[Difference], named: str) -> Columns:
    """One row for each difference, with its interval, p, verdict and reason.

    Args:
        named: the first column's name, as `condition` or `run`.
    """
    rows = [
        (
            *(one.condition, one.baseline, one.metric, one.declared, as_float(one.difference)),
            *_ends(one.bounds),
            *map(as_float, (one.p, one.corrected, one.smallest, one.detectable)),
            *(one.n, one.wins, one.ties, one.losses, one.verdict, one.reason or None),
        )
        for one in differences
    ]
    return Columns.of_rows((named, *DIFFERENCE), rows)


def _ends(bounds: Bounds | None) -> tuple[Cell, ...]:
    """Both ends of an interval, how it was made and what must be known of it."""
    if bounds is None:
        return (None,) * 4
    return as_float(bounds.low), as_float(bounds.high), bounds.method or None, bounds.note or None


def _range(tied: TieBounds | None) -> tuple[Cell, ...]:
    """What other orders of equal scores would give."""
    if tied is None:
        return (None,) * 3
    return as_float(tied.low), as_float(tied.high), as_float(tied.expected)
