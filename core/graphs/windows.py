"""Windows of one, two and three neighbouring terms, counted by unit."""

from __future__ import annotations

import attrs
import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from .term_rows import Numbers, TermRows

_LARGEST = 2**63 - 1


@attrs.frozen(eq=False)
class Windows:
    """Windows of one length that enough units have, and their counts.

    Attributes:
        terms: int64 [windows, length]: the terms of each.
        frequencies: int64 [windows]: in how many units each occurs.
        windows: int64 [entries]: the window of each entry.
        units: int64 [entries]: its unit.
        counts: int64 [entries]: how often the window occurs in the unit.
    """

    terms: Numbers
    frequencies: Numbers
    windows: Numbers
    units: Numbers
    counts: Numbers

    def kept(self, mask: npt.NDArray[np.bool_]) -> Windows:
        """Those where the mask [windows] is true, numbered anew."""
        number = np.cumsum(mask) - 1
        entries = mask[self.windows]
        return Windows(
            self.terms[mask],
            self.frequencies[mask],
            number[self.windows[entries]],
            self.units[entries],
            self.counts[entries],
        )


def windows(rows: TermRows, longest: int, least: int) -> list[Windows]:
    """Windows of 1 to `longest` terms without a break, each in `least` units or more.

    A longer window can only be as frequent as both its shorter ones, so one that is built of a rare
    window is never counted (Agrawal and Srikant 1994).

    Raises:
        UsageError: the corpus is too large to number its windows.
    """
    width = max(len(rows.vocabulary), 1)
    starts = np.flatnonzero(rows.terms >= 0)
    found, numbers = _counted(rows.terms[starts], rows.owners[starts], rows.units, least)
    made = [found]
    for length in range(1, longest):
        follow = starts + length  # a break stands behind each unit, so this is inside
        goes_on = (numbers >= 0) & (rows.terms[follow] >= 0)
        starts, numbers, follow = starts[goes_on], numbers[goes_on], follow[goes_on]
        keys = numbers * width + rows.terms[follow]
        found, numbers = _counted(keys, rows.owners[starts], rows.units, least)
        shorter, last = made[-1].terms[found.terms[:, 0] // width], found.terms % width
        made.append(attrs.evolve(found, terms=np.concatenate([shorter, last], axis=1)))
    return made


def _counted(keys: Numbers, owners: Numbers, units: int, least: int) -> tuple[Windows, Numbers]:
    """Windows by their keys, and for each place the number of its window, -1 for a rare one."""
    if len(keys) and int(keys.max()) > _LARGEST // units - 1:
        message = f"{units} units hold too many different terms for a graph; use a smaller corpus"
        raise UsageError(message)
    pairs, counts = _runs(np.sort(keys * units + owners))
    found, frequencies = _runs(pairs // max(units, 1))
    kept = frequencies >= least
    all_windows = Windows(
        found[:, None],
        frequencies,
        np.repeat(np.arange(len(found)), frequencies),
        pairs % max(units, 1),
        counts,
    )
    number = np.where(kept, np.cumsum(kept) - 1, -1)
    return all_windows.kept(kept), number[np.searchsorted(found, keys)]


def _runs(values: Numbers) -> tuple[Numbers, Numbers]:
    """The different values of a sorted array, and how often each occurs."""
    starts = np.flatnonzero(np.diff(values, prepend=-1))  # keys are 0 or more
    return values[starts], np.diff(starts, append=len(values))
