"""What two rankings of the same topics have in common, in columns."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..ranking.rankings import Rankings
from ..topics import Topics

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_CELLS = 1 << 22
"""Cells of a block of pairwise comparisons: so many that it stays small beside the rankings."""


@attrs.frozen(kw_only=True, eq=False)
class SharedRows:
    """The units that both rankings have, by topic, in the order of the first.

    Attributes:
        lengths: rows of each topic, of the first and of the second: int64 [topics] each.
        owners: the topic of each shared unit: int64 [units], rising.
        first, second: its ranks, from 1: int64 [units].
        gaps: how far its scores lie apart: float64 [units].
    """

    lengths: tuple[Integers, Integers]
    owners: Integers
    first: Integers
    second: Integers
    gaps: Floats

    @classmethod
    def of(cls, first: Rankings, second: Rankings) -> SharedRows:
        """Find them, over the topics that both have."""
        both = frozenset(second.topics.ids)
        topics = Topics.of_ids(id_ for id_ in first.topics.ids if id_ in both)
        one, other = first.for_topics(topics), second.for_topics(topics)
        mine, its = _common_codes(one, other)
        lengths = np.diff(one.offsets), np.diff(other.offsets)
        width = int(max(mine.max(initial=0), its.max(initial=0))) + 1
        owners = [np.repeat(np.arange(len(topics)), length) for length in lengths]
        _, at, there = np.intersect1d(
            owners[0] * width + mine,
            owners[1] * width + its,
            assume_unique=True,
            return_indices=True,
        )
        order = np.argsort(at)
        at, there = at[order], there[order]
        return cls(
            lengths=lengths,
            owners=owners[0][at],
            first=one.ranks[at].astype(np.int64),
            second=other.ranks[there].astype(np.int64),
            gaps=np.abs(one.scores[at] - other.scores[there]),
        )

    @property
    def topics(self) -> int:
        """How many topics both have."""
        return len(self.lengths[0])

    @property
    def counts(self) -> Integers:
        """Shared units by topic."""
        return np.bincount(self.owners, minlength=self.topics)

    @property
    def same_units(self) -> Flags:
        """Topics for which both rank the same units, in whatever order."""
        return np.asarray((self.counts == self.lengths[0]) & (self.counts == self.lengths[1]))

    @property
    def same_order(self) -> Flags:
        """Topics for which both rank the same units in the same order."""
        moved = np.bincount(self.owners, self.first != self.second, minlength=self.topics)
        return np.asarray(self.same_units & (moved == 0))

    def overlaps(self, top: int) -> Floats:
        """The share of the first `top` units that both have, of the longer one; 1 of none."""
        within = np.maximum(self.first, self.second) <= top
        shared = np.bincount(self.owners[within], minlength=self.topics)
        longest = np.minimum(np.maximum(*self.lengths), top)
        return np.where(longest == 0, 1.0, shared / np.maximum(longest, 1))

    def taus(self) -> Floats:
        """Kendall's tau over the shared units of each topic; NaN for fewer than two.

        Ranks have no ties, so tau-b is tau. Source: Kendall 1945, doi:10.1093/biomet/33.3.239.
        """
        counts, starts = self.counts, np.cumsum(self.counts) - self.counts
        agreeing = np.zeros(self.topics, np.int64)
        for topics in _blocks(counts):
            widest = int(counts[topics].max(initial=0))
            places = np.arange(widest)
            is_there = places < counts[topics][:, None]
            at = np.where(is_there, starts[topics][:, None] + places, 0)
            ranks = np.where(is_there, self.second[at], 0) if len(self.second) else at
            rises = (ranks[:, :, None] < ranks[:, None, :]) & is_there[:, None, :]
            agreeing[topics] = (rises & np.triu(np.ones((widest, widest), np.bool_), 1)).sum((1, 2))
        pairs = counts * (counts - 1) // 2
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((2 * agreeing - pairs) / pairs)

    def rank_biased(self, persistence: float) -> Floats:
        """Rank-biased overlap of each topic, extrapolated, 0 to 1; 1 where both are empty.

        A unit is in the overlap from the greater of its two ranks on. The shorter ranking is taken
        as far as it goes, the longer one beyond it. Source: Webber, Moffat and Zobel 2010,
        doi:10.1145/1852102.1852106, equation 32.
        """
        deepest = int(np.maximum(*self.lengths).max(initial=1))
        size = max(1, _CELLS // deepest)
        starts = range(0, self.topics, size)
        found = [self._biased(slice(start, start + size), deepest, persistence) for start in starts]
        return np.concatenate([np.zeros(0), *found])

    def _biased(self, topics: slice, deepest: int, persistence: float) -> Floats:
        """The same of a block of topics."""
        mine, its = (length[topics] for length in self.lengths)
        short, long, rows = np.minimum(mine, its), np.maximum(mine, its), np.arange(len(mine))
        units = slice(*np.searchsorted(self.owners, [topics.start, topics.stop]))
        meets = (self.owners[units] - topics.start) * deepest - 1
        meets += np.maximum(self.first[units], self.second[units])
        met = np.bincount(meets, minlength=len(rows) * deepest).reshape(len(rows), deepest)
        overlap, depths = np.cumsum(met, axis=1), np.arange(1, deepest + 1)
        s = np.maximum(short, 1)[:, None]
        at_short = np.where(short > 0, overlap[rows, s[:, 0] - 1], 0)[:, None]
        beyond = np.where(depths > s, at_short * (depths - s) / (s * depths), 0)
        terms = np.where(depths <= long[:, None], overlap / depths + beyond, 0)
        total = (terms * persistence**depths).sum(axis=1) * (1 - persistence) / persistence
        at_long = overlap[rows, np.maximum(long, 1) - 1]
        tail = (at_long - at_short[:, 0]) / np.maximum(long, 1) + at_short[:, 0] / s[:, 0]
        return np.where(long == 0, 1.0, total + tail * persistence**long)


def _common_codes(first: Rankings, second: Rankings) -> tuple[Integers, Integers]:
    """The codes of the rows of each, in one table."""
    if first.table is second.table or first.table == second.table:
        return first.codes.astype(np.int64), second.codes.astype(np.int64)
    code_of: dict[str, int] = {}
    return _coded(first, code_of), _coded(second, code_of)


def _coded(rankings: Rankings, code_of: dict[str, int]) -> Integers:
    """The codes of rows in a table that grows with them."""
    used, at = np.unique(rankings.codes, return_inverse=True)
    names = (rankings.table[code] for code in map(int, used))
    codes = [code_of.setdefault(name, len(code_of)) for name in names]
    return np.asarray(codes, np.int64)[at] if codes else np.zeros(0, np.int64)


def _blocks(counts: Integers) -> Sequence[Integers]:
    """Topics in blocks, those with as many units together, so that little is padded."""
    order = np.argsort(counts, kind="stable")
    widest = int(counts.max(initial=0))
    size = max(1, _CELLS // max(1, widest * widest))
    return [order[start : start + size] for start in range(0, len(order), size)]
