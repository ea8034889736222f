"""The join of rankings with qrels, made once, for every metric."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .judged import Hits, Judged
from .judgments import Located
from .qrels import Qrels
from .rankings import Rankings
from .topics import Topics

Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]

_ROWS = 1 << 15
"""Rows per block: what a block touches then stays in the cache (a quarter of the time)."""

_BITS = 16
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Knuth, TAOCP 3, section 6.4


def join(rankings: Rankings, qrels: Qrels, topics: Topics | None = None) -> Judged:
    """Look up the grade of every ranked document.

    Args:
        rankings: any topics; those outside the population are left out.
        qrels: grades by topic and document.
        topics: the population; all topics of the qrels when None. One that is not ranked has no
            rows.
    """
    population = Topics.of_ids(qrels.topics) if topics is None else topics
    aligned = rankings.for_topics(population)
    judgments = qrels.judgments(population.ids)
    located = judgments.locate(rankings.table)
    found = list(_blocks(aligned, located))
    return Judged(population, aligned.offsets, _collect(found, len(population)), judgments)


def _collect(found: list[tuple[Integers, Integers, Grades]], count: int) -> Hits:
    """Put the hits of the blocks together."""
    if not found:
        nothing = np.empty(0, np.int64)
        return Hits(nothing, nothing, np.empty(0, np.int32), count)
    topics, ranks, grades = zip(*found, strict=True)
    return Hits(np.concatenate(topics), np.concatenate(ranks), np.concatenate(grades), count)


def _blocks(rankings: Rankings, located: Located) -> Iterator[tuple[Integers, Integers, Grades]]:
    """Topic index, rank and grade of the judged rows, a range of topics at a time."""
    offsets = rankings.offsets
    first, last = 0, len(offsets) - 1
    while first < last:
        after = int(np.searchsorted(offsets, offsets[first] + _ROWS, side="right")) - 1
        after = max(after, first + 1)
        yield _hits(rankings, located, first, after)
        first = after


def _hits(
    rankings: Rankings, located: Located, first: int, after: int
) -> tuple[Integers, Integers, Grades]:
    """The judged rows of the topics from `first` to before `after`."""
    offsets = rankings.offsets[first : after + 1]
    owners = np.repeat(np.arange(first, after, dtype=np.int64), np.diff(offsets))
    keys = (owners << 32) | rankings.codes[offsets[0] : offsets[-1]]
    judged = slice(located.starts[first], located.starts[after])
    rows, at = _members(keys, located.keys[judged])
    topics = owners[rows]
    ranks = rows + offsets[0] - rankings.offsets[topics] + 1
    return topics, ranks, located.grades[judged][at]


def _members(keys: Integers, wanted: Integers) -> tuple[Integers, Integers]:
    """Where keys [rows] stand in `wanted` (ascending): the rows found, and their places in it.

    A small table of hashes throws out nearly all rows that are not wanted before the search.
    """
    if not len(wanted):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    seen = np.zeros(1 << _BITS, np.bool_)
    seen[_hash(wanted)] = True
    rows = np.flatnonzero(seen[_hash(keys)])
    candidates = keys[rows]
    places = np.searchsorted(wanted, candidates)
    places[places == len(wanted)] = 0
    equal = wanted[places] == candidates
    return rows[equal], places[equal]


def _hash(keys: Integers) -> npt.NDArray[np.uint64]:
    """The upper bits of each key times a constant, modulo 2**64."""
    return (keys.view(np.uint64) * _MULTIPLIER) >> np.uint64(64 - _BITS)
