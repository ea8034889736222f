"""Which entity occurs how often in which row: sparse, in three arrays."""

from __future__ import annotations

from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


def slices(offsets: Places, rows: npt.NDArray[np.integer]) -> tuple[Places, Places]:
    """The places of some rows' slices, one slice after another, and the length of each.

    Args:
        offsets: int64 [rows + 1]; the slice of row r is `offsets[r]:offsets[r + 1]`.
        rows: any rows, in any order.
    """
    lengths = offsets[rows + 1] - offsets[rows]
    ends = np.cumsum(lengths)
    first = np.repeat(offsets[rows] - ends + lengths, lengths)
    return first + np.arange(len(first), dtype=np.int64), lengths


def offsets_of(owners: npt.NDArray[np.integer], rows: int) -> Places:
    """The offsets of rows whose entries follow each other: int64 [rows + 1]."""
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=rows))]).astype(np.int64)


@attrs.define(frozen=True, eq=False, slots=False)
class Incidence:
    """Counts of entities in rows: units, or groups of units.

    Attributes:
        offsets: int64 [rows + 1].
        codes: int32 [entries], rising within each row: the entities.
        counts: int64 [entries], 1 or more.
        width: the number of entities.
    """

    offsets: Places
    codes: Codes
    counts: Counts
    width: int

    def __attrs_post_init__(self) -> None:
        for array in (self.offsets, self.codes, self.counts):
            array.flags.writeable = False  # lanes share it

    @classmethod
    def of(
        cls,
        rows: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
        counts: npt.NDArray[np.integer],
        *,
        height: int,
        width: int,
    ) -> Incidence:
        """Add up entries in any order: entries of one row and entity become one."""
        keys, places = np.unique(rows.astype(np.int64) * width + codes, return_inverse=True)
        sums = np.zeros(len(keys), np.int64)
        np.add.at(sums, places, counts)
        owners = keys // max(width, 1)
        return cls(
            offsets_of(owners, height), (keys - owners * width).astype(np.int32), sums, width
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def rows(self) -> Codes:
        """The row of each entry: int32 [entries]."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.offsets))

    @cached_property
    def totals(self) -> Counts:
        """The sum of each row's counts: int64 [rows]."""
        ends = np.concatenate([[0], np.cumsum(self.counts)])
        totals: Counts = ends[self.offsets[1:]] - ends[self.offsets[:-1]]
        return totals

    @cached_property
    def frequencies(self) -> Counts:
        """The number of rows that each entity occurs in: int64 [entities]."""
        return np.bincount(self.codes, minlength=self.width)

    @cached_property
    def shares(self) -> Floats:
        """What part of its row's total each entry is: float64 [entries], above 0, at most 1."""
        return self.counts / self.totals[self.rows]

    @cached_property
    def column_shares(self) -> Floats:
        """What part of all counts each entity has: float64 [entities]."""
        sums = np.zeros(self.width, np.int64)
        np.add.at(sums, self.codes, self.counts)
        return sums / max(int(sums.sum()), 1)

    @cached_property
    def transposed(self) -> Incidence:
        """The same entries by entity: its rows are the entities, its codes the rows, rising."""
        order = np.argsort(self.codes, kind="stable")
        return Incidence(
            offsets_of(self.codes, self.width), self.rows[order], self.counts[order], len(self)
        )

    def kept(self, mask: npt.NDArray[np.bool_]) -> Incidence:
        """The entries where the mask [entries] is true."""
        ends = np.concatenate([[0], np.cumsum(mask)])
        return Incidence(ends[self.offsets], self.codes[mask], self.counts[mask], self.width)

    def grouped(self, groups: npt.NDArray[np.integer], height: int) -> Incidence:
        """Rows added up by group.

        Args:
            groups: the group of each row, 0 to `height - 1`.
            height: the number of groups.
        """
        return Incidence.of(
            groups[self.rows], self.codes, self.counts, height=height, width=self.width
        )

    @cached_property
    def _roots(self) -> Floats:
        """The square root of each entry's share, in the order of `transposed`."""
        return np.sqrt(self.shares[np.argsort(self.codes, kind="stable")])

    def affinity(self, codes: npt.NDArray[np.integer], weights: Floats) -> Floats:
        """For each row, the sum over entities of weight times the square root of its share.

        With the square roots of a distribution as weights this is the coefficient of Bhattacharyya
        (1943): 1 for the same distribution, 0 for one without a common entity. It forgives what a
        product of shares punishes: an entity that is a small part of either side still counts.
        Sums are doubles, added in the order of `codes`.

        Cost: time in proportion to the entries of these entities and to the rows.

        Args:
            codes: entities, each once.
            weights: float64 [codes].
        """
        places, lengths = slices(self.transposed.offsets, codes)
        values = np.repeat(weights, lengths) * self._roots[places]
        sums = np.bincount(self.transposed.codes[places], values, minlength=len(self))
        return sums.astype(np.float64, copy=False)
