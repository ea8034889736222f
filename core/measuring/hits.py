"""Hits: judged documents at their ranks, in columns."""

from __future__ import annotations

from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@attrs.define(frozen=True, eq=False, slots=False)
class Hits:
    """Some of the ranked rows that are judged, by topic and then by rank.

    Attributes:
        topics: int64 [hits], the index of the topic of each hit, never falling.
        ranks: int64 [hits], from 1, rising within a topic.
        grades: int32 [hits].
        count: how many topics there are, with hits or without.
    """

    topics: Integers
    ranks: Integers
    grades: Grades
    count: int

    def __attrs_post_init__(self) -> None:
        """Close the columns: metrics share them."""
        for column in (self.topics, self.ranks, self.grades):
            column.flags.writeable = False

    @cached_property
    def nth(self) -> Integers:
        """The number of each hit within its topic, from 1: int64 [hits]."""
        return np.arange(len(self.topics), dtype=np.int64) - self._firsts[self.topics] + 1

    @cached_property
    def _firsts(self) -> Integers:
        """Where the hits of each topic begin: int64 [topics + 1]."""
        sizes = np.bincount(self.topics, minlength=self.count)
        return np.concatenate([[0], np.cumsum(sizes)])

    def where(self, mask: Flags) -> Hits:
        """The hits at which the mask [hits] is true."""
        kept = np.flatnonzero(mask)  # three look-ups by position cost less than three by mask
        return Hits(self.topics[kept], self.ranks[kept], self.grades[kept], self.count)

    def within(self, cutoff: int | None) -> Hits:
        """The hits at rank `cutoff` or better; all when None."""
        if cutoff is None:
            return self
        if cutoff not in self._cuts:  # several metrics share a cut-off
            self._cuts[cutoff] = self.where(self.ranks <= cutoff)
        return self._cuts[cutoff]

    @cached_property
    def _cuts(self) -> dict[int, Hits]:
        return {}

    def total(self, weights: Floats | Integers | None = None) -> Floats:
        """Sum a weight per hit [hits] in each topic; count the hits when None: float64 [topics].

        The terms are added in the order of rank, so that the sum does not depend on the machine.
        """
        summed = np.bincount(self.topics, weights, minlength=self.count)
        return summed.astype(np.float64, copy=False)
