"""Judgments in columns: what the join of rankings with qrels reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat

import attrs
import numpy as np
import numpy.typing as npt

from ..ranking.packed_ids import PackedIds
from ..ranking.words import Words, pack, ranks, squeezed
from .hits import Hits
from .relevant_pairs import RelevantPairs

Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]


@attrs.define(frozen=True, eq=False)
class Located:
    """Judgments whose documents a table of ids holds.

    Attributes:
        keys: int64, topic index << 32 | code in the table, ascending.
        grades: int32, aligned with `keys`.
        starts: int64 [topics + 1], where each topic's keys begin.
    """

    keys: Integers
    grades: Grades
    starts: Integers


@attrs.define(frozen=True, eq=False, slots=False)
class Judgments:
    """The judgments of some topics: those of topic `i` are the slice `offsets[i]:offsets[i + 1]`.

    Attributes:
        offsets: int64 [topics + 1].
        documents: document ids [judgments], in code-point order within each topic.
        grades: int32 [judgments], aligned with `documents`.
    """

    offsets: Integers
    documents: tuple[str, ...]
    grades: Grades
    # The table seen last: the conditions of one run share the corpus's table.
    _last: list[tuple[Sequence[str], Located]] = attrs.field(factory=list, init=False, repr=False)
    _counts: dict[int, Integers] = attrs.field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Close the columns: metrics share them."""
        for column in (self.offsets, self.grades):
            column.flags.writeable = False

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, int]]) -> Judgments:
        """Lay out one mapping of document to grade per topic, each sorted by document."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        return cls(
            np.concatenate([[0], np.cumsum(sizes)]),
            tuple(chain.from_iterable(rows)),
            np.fromiter(chain.from_iterable(row.values() for row in rows), np.int32, sizes.sum()),
        )

    @cached_property
    def owners(self) -> Integers:
        """The topic index of each judgment: int64 [judgments]."""
        sizes = np.diff(self.offsets)
        return np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)

    @cached_property
    def ideals(self) -> Hits:
        """The best possible ranking of each topic: every judged document, best grade first."""
        ranks = np.arange(len(self.grades), dtype=np.int64) - self.offsets[self.owners] + 1
        keys = (self.owners << 33) - self.grades  # a grade has 32 bits, so topics stay apart
        best = self.grades[np.argsort(keys)]
        return Hits(self.owners, ranks, best, len(self.offsets) - 1)

    @cached_property
    def relevant(self) -> RelevantPairs:
        """The judgments of grade 1 or more as pairs of topic and document."""
        places = np.flatnonzero(self.grades >= 1).tolist()
        owners = self.owners.tolist()
        # Somebody's mapping need not be sorted by document.
        pairs = sorted((owners[at], self.documents[at]) for at in places)
        topics = np.fromiter((topic for topic, _ in pairs), np.int64, len(pairs))
        return RelevantPairs(topics, tuple(document for _, document in pairs))

    def count(self, lowest: int) -> Integers:
        """The number of judgments per topic with at least this grade: int64 [topics]."""
        if lowest not in self._counts:
            owners = self.owners[self.grades >= lowest]
            counts = np.bincount(owners, minlength=len(self.offsets) - 1).astype(np.int64)
            counts.flags.writeable = False
            self._counts[lowest] = counts
        return self._counts[lowest]

    def locate(self, table: Sequence[str]) -> Located:
        """Find the judged documents in a table of ids in code-point order."""
        if not self._last or self._last[0][0] is not table:
            self._last[:] = [(table, self._located(table))]
        return self._last[0][1]

    def _located(self, table: Sequence[str]) -> Located:
        codes = self._codes_in(table)
        known = codes >= 0
        before = np.concatenate([[0], np.cumsum(known, dtype=np.int64)])
        keys = (self.owners[known] << 32) | codes[known]
        grades = self.grades[known]
        if (keys[1:] < keys[:-1]).any():  # somebody's mapping was not sorted by document
            order = np.argsort(keys)
            keys, grades = keys[order], grades[order]
        return Located(keys, grades, before[self.offsets])

    def _codes_in(self, table: Sequence[str]) -> Integers:
        """The code of each judgment's document in a table, -1 where it is not held."""
        if isinstance(table, PackedIds) and self._packed:
            numbers, distinct = self._packed
            return table.places(distinct)[numbers]
        codes = np.full(len(self._number_of), -1, np.int64)
        numbers = np.fromiter(map(self._number_of.get, table, repeat(-1)), np.int64, len(table))
        held = np.flatnonzero(numbers >= 0)
        codes[numbers[held]] = held
        return codes[self._numbers]

    @cached_property
    def _packed(self) -> tuple[Integers, list[Words]] | None:
        """The number of each judgment's document, and the distinct documents as words.

        None where a document cannot be held in words.
        """
        words = pack(self.documents)
        if not words:
            return None
        numbers, firsts = ranks(squeezed(words))
        return numbers.astype(np.int64), [word[firsts] for word in words]

    @cached_property
    def _number_of(self) -> dict[str, int]:
        """A number for each document."""
        return {id_: number for number, id_ in enumerate(dict.fromkeys(self.documents))}

    @cached_property
    def _numbers(self) -> Integers:
        """The number of each judgment's document: int64 [judgments]."""
        return np.fromiter(
            map(self._number_of.__getitem__, self.documents), np.int64, len(self.documents)
        )
