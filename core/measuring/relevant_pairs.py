"""Pairs of a topic and a document relevant to it, and where rankings have them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

import attrs
import numpy as np
import numpy.typing as npt

from ..ranking.rankings import Rankings

Integers = npt.NDArray[np.int64]


@attrs.define(frozen=True, eq=False, slots=False)
class RelevantPairs:
    """Pairs of a topic and a document relevant to it, returned or not.

    Attributes:
        topics: int64 [pairs], the index of the topic of each pair, never falling.
        documents: document ids [pairs], in code-point order within each topic, each once.
    """

    topics: Integers
    documents: tuple[str, ...]
    # The table seen last: the conditions of one run share the corpus's table.
    _last: list[tuple[Sequence[str], Integers]] = attrs.field(factory=list, init=False, repr=False)
    # By rankings, for as long as these live: a lane stands in several conditions.
    _ranked: WeakKeyDictionary[Rankings, Integers] = attrs.field(
        factory=WeakKeyDictionary, init=False, repr=False
    )

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.documents)

    def ranks(self, rankings: Rankings) -> Integers:
        """The rank of each pair in rankings of the same topics, 0 where it is none: int64 [pairs].

        Args:
            rankings: their topics are those that the pairs are indexed by.
        """
        if rankings not in self._ranked:
            self._ranked[rankings] = self._ranks(rankings)
        return self._ranked[rankings]

    def _ranks(self, rankings: Rankings) -> Integers:
        ranks = np.zeros(len(self), np.int64)
        if not len(self):
            return ranks
        numbers = self._numbers(rankings.table)[rankings.codes]
        rows = np.flatnonzero(numbers >= 0)  # of most units, no topic wants any
        topics = np.searchsorted(rankings.offsets, rows, side="right") - 1
        keys = (topics << 32) | numbers[rows]
        at = np.minimum(np.searchsorted(self._keys, keys), len(self) - 1)
        found = np.flatnonzero(self._keys[at] == keys)
        ranks[at[found]] = rows[found] - rankings.offsets[topics[found]] + 1
        ranks.flags.writeable = False
        return ranks

    @cached_property
    def _distinct(self) -> list[str]:
        """The documents in code-point order, each once."""
        return sorted(set(self.documents))

    @cached_property
    def _keys(self) -> Integers:
        """Topic index << 32 | number of the document, ascending: int64 [pairs]."""
        number_of = {document: number for number, document in enumerate(self._distinct)}
        numbers = np.fromiter(map(number_of.__getitem__, self.documents), np.int64, len(self))
        return (self.topics << 32) | numbers

    def _numbers(self, table: Sequence[str]) -> Integers:
        """The number of each unit of a table; -1 where it is relevant to no topic."""
        if not self._last or self._last[0][0] is not table:
            self._last[:] = [(table, self._numbered(table))]
        return self._last[0][1]

    def _numbered(self, table: Sequence[str]) -> Integers:
        numbers = np.full(len(table), -1, np.int64)
        # The few documents are looked up in the table: it may hold a whole corpus.
        for number, document in enumerate(self._distinct):
            code = bisect_left(table, document)
            if code < len(table) and table[code] == document:
                numbers[code] = number
        return numbers
