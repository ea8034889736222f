"""A table of hashes that finds the few ranked rows that are judged among the many that are not."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]

_SLOTS = 1 << 16
"""Slots: enough for the judgments of a block, few enough to stay in the cache."""

_STEP = (
    0x9E3779B1  # 2**32 / golden ratio: spreads neighbouring topics (Knuth, TAOCP 3, section 6.4)
)
_CROWDED = -1


class KeyTable:
    """Looks keys (topic index << 32 | code) up in a sorted array of them.

    A slot holds the number of the one wanted key that falls into it. Nearly every row falls into an
    empty slot and is done with. Where two wanted keys share a slot the row is searched for.
    """

    def __init__(self, wanted: Integers) -> None:
        """Prepare for these keys, ascending, each once."""
        self._wanted = wanted
        slots = _slots(wanted)
        numbers = np.arange(1, len(wanted) + 1, dtype=np.int32)
        self._numbers = np.zeros(_SLOTS, np.int32)
        self._numbers[slots] = numbers
        self._numbers[slots[self._numbers[slots] != numbers]] = _CROWDED
        self._is_taken = self._numbers != 0

    def likely(self, codes: Codes, topics: Integers, lengths: Integers) -> Integers:
        """The rows that may be wanted: all that are, and some that are not, ascending.

        Args:
            codes: int32 [rows].
            topics: the topic index of each ranking.
            lengths: the number of rows of each ranking, which add up to the rows.
        """
        starts = np.repeat((topics * _STEP & (_SLOTS - 1)).astype(np.int32), lengths)
        slots = ((codes + starts) & (_SLOTS - 1)).astype(np.int64)
        return np.flatnonzero(self._is_taken[slots])

    def find(self, keys: Integers) -> tuple[Integers, Integers]:
        """Which keys are wanted, and the place of each of those among the wanted keys."""
        if not len(self._wanted):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        at = self._numbers[_slots(keys)].astype(np.int64) - 1
        unsure = np.flatnonzero(at < 0)
        searched = np.searchsorted(self._wanted, keys[unsure])
        at[unsure] = np.minimum(searched, len(self._wanted) - 1)
        found = np.flatnonzero(self._wanted[at] == keys)
        return found, at[found]


def _slots(keys: Integers) -> Integers:
    """The slot of each key: of the sum of its code and its topic's start."""
    return ((keys & 0xFFFFFFFF) + (keys >> 32) * _STEP) & (_SLOTS - 1)
