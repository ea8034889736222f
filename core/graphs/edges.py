"""Weighted edges between numbered nodes, as arrays: each edge once, and from both of its ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from .incidence import Codes, Floats, Places, offsets_of

_SCORE_BITS = 34
_LARGEST_SCORE = 2**_SCORE_BITS - 1


@attrs.define(frozen=True, eq=False, slots=False)
class Edges:
    """The edges of a graph without direction, each once, in the order of their nodes.

    Attributes:
        left, right: int32 [edges], the ends; `left` is the smaller number.
        weights: float64 [edges], above 0.
        support: int64 [edges]: in how many units both ends occur; all 1 where nobody counted.
        nodes: the number of nodes.
    """

    left: Codes
    right: Codes
    weights: Floats
    support: npt.NDArray[np.int64]
    nodes: int

    def __attrs_post_init__(self) -> None:
        for array in (self.left, self.right, self.weights, self.support):
            array.flags.writeable = False  # lanes share it

    @classmethod
    def of_arcs(cls, arcs: Sequence[Arcs], nodes: int) -> Edges:
        """Edges of arcs that stand there once or in both directions, then with equal values."""
        sources = np.concatenate([np.empty(0, np.int64), *(part.sources for part in arcs)])
        targets = np.concatenate([np.empty(0, np.int64), *(part.targets for part in arcs)])
        left, right = np.minimum(sources, targets), np.maximum(sources, targets)
        _, firsts = np.unique(left * nodes + right, return_index=True)
        weights = np.concatenate([np.empty(0), *(part.weights for part in arcs)])
        support = np.concatenate([np.empty(0, np.int64), *(part.support for part in arcs)])
        return cls(
            left[firsts].astype(np.int32),
            right[firsts].astype(np.int32),
            weights[firsts],
            support[firsts],
            nodes,
        )

    def __len__(self) -> int:
        return len(self.left)

    def with_confidence(self, doubt: float) -> Edges:
        """The same edges, each weight times n / (n + doubt), where n is its support.

        An edge that one unit speaks for keeps 1 / (1 + doubt) of its weight, one with many nearly
        all: the discount of Pantel and Lin (2002, doi:10.1145/775047.775138) against the high PMI
        of what is rare.

        Args:
            doubt: 0 (nothing changes) or more.
        """
        return attrs.evolve(self, weights=self.weights * (self.support / (self.support + doubt)))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The same edges, seen from each end."""
        sources = np.concatenate([self.left, self.right])
        targets = np.concatenate([self.right, self.left])
        order = np.argsort(sources.astype(np.int64) * self.nodes + targets)  # each pair is unique
        weights = np.concatenate([self.weights, self.weights])[order]
        return Adjacency(offsets_of(sources, self.nodes), targets[order], weights)


@attrs.define(frozen=True, eq=False, slots=False)
class Adjacency:
    """The neighbours of each node: those of node n are the slice `offsets[n]:offsets[n + 1]`.

    Attributes:
        offsets: int64 [nodes + 1].
        targets: int32 [arcs], rising within each node.
        weights: float64 [arcs], above 0.
    """

    offsets: Places
    targets: Codes
    weights: Floats

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def strengths(self) -> Floats:
        """The sum of the weights of each node's arcs: float64 [nodes], 0 without neighbours."""
        owners = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        sums = np.bincount(owners, self.weights, minlength=len(self))
        return sums.astype(np.float64, copy=False)


@attrs.frozen(eq=False)
class Arcs:
    """Edges seen from one end, in columns of equal length: int64, int64, float64, int64."""

    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    weights: Floats
    support: npt.NDArray[np.int64]

    def at(self, places: npt.NDArray[np.int64]) -> Arcs:
        """Some of them, in this order."""
        return Arcs(
            self.sources[places], self.targets[places], self.weights[places], self.support[places]
        )


def strongest(
    rows: npt.NDArray[np.int64],
    columns: npt.NDArray[np.integer],
    scores: npt.NDArray[np.int64],
    most: int,
) -> npt.NDArray[np.int64]:
    """The places of the `most` greatest scores of each row; of equal ones the smaller column's.

    Only one array of packed numbers is sorted, and then what is left of each row: sorting the rows
    by score and column outright took three quarters of the whole time.

    Args:
        rows: rising, below 2**29.
        columns: each at most once in a row.
        scores: 0 or more; what reaches 2**34 is one score.
        most: 1 or more.
    """
    falling = _LARGEST_SCORE - np.minimum(scores, _LARGEST_SCORE)
    packed = np.sort((rows << _SCORE_BITS) | falling)
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    lengths = np.diff(starts, append=len(rows))
    worst = packed[starts + np.minimum(lengths, most) - 1] & _LARGEST_SCORE
    places = np.flatnonzero(falling <= np.repeat(worst, lengths))
    places = places[np.lexsort((columns[places], falling[places], rows[places]))]
    starts = np.flatnonzero(np.diff(rows[places], prepend=-1))
    ranks = np.arange(len(places)) - np.repeat(starts, np.diff(starts, append=len(places)))
    return np.sort(places[ranks < most])


def spans(costs: npt.NDArray[np.int64], most: int) -> Iterator[tuple[int, int]]:
    """Runs of rows that together cost at most `most`, or are one row, in turn: start and stop.

    Args:
        costs: the cost of each row.
        most: the limit.
    """
    ends = np.cumsum(costs)
    start = 0
    while start < len(costs):
        before = int(ends[start] - costs[start])
        stop = max(start + 1, int(np.searchsorted(ends, before + most, side="right")))
        yield start, stop
        start = stop
