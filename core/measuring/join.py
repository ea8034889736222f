"""The join of rankings with qrels, made once, for every metric."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics
from .axes import Axes
from .documents import Documents, RankedDocuments
from .evidence import Sought
from .hits import Hits
from .judged import Judged
from .judgments import Judgments, Located
from .key_table import KeyTable

Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]

_ROWS = 1 << 15
"""Rows per block: what a block touches then stays in the cache."""


def join(
    rankings: Rankings,
    qrels: Qrels,
    topics: Topics | None = None,
    evidence: Sought | None = None,
    *,
    axes: Axes | None = None,
    documents: Documents | None = None,
    decided: bool = False,
) -> Judged:
    """Look up the grade of every ranked document.

    Args:
        rankings: any topics; those outside the population are left out.
        qrels: grades by topic and document.
        topics: the population; all topics of the qrels when None. One that is not ranked has no
            rows.
        evidence: what the questions need beside, for the metrics that ask for it.
        axes: what the topics ask for and what covers it, likewise.
        documents: what is known of them beside their grades, likewise.
        decided: whether what the qrels do not name is known not to be relevant.
    """
    population = qrels.population if topics is None else topics
    aligned = rankings.for_topics(population)
    judgments = qrels.judgments(population.ids)
    hits = _find_hits(aligned, judgments)
    shown = None
    if evidence is not None:
        layout = evidence.layout(population.ids)
        shown = layout.ranked(_find_hits(aligned, layout.units))
    covering = None
    if axes is not None:
        asked = axes.layout(population.ids)
        covering = asked.ranked(_find_hits(aligned, asked.units))
    returned = None if documents is None else RankedDocuments(documents, aligned)
    offsets = aligned.offsets
    return Judged(population, offsets, hits, judgments, shown, decided, covering, returned)


def _find_hits(rankings: Rankings, judgments: Judgments) -> Hits:
    """The judged rows of rankings that are aligned with the judgments' topics."""
    located = judgments.locate(rankings.table)
    return _collect(list(_blocks(rankings, located)), len(rankings.topics))


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
    offsets = rankings.offsets[first : after + 1] - rankings.offsets[first]
    codes = rankings.codes[rankings.offsets[first] : rankings.offsets[after]]
    judged = slice(located.starts[first], located.starts[after])
    wanted = KeyTable(located.keys[judged])
    rows = wanted.likely(codes, np.arange(first, after, dtype=np.int64), np.diff(offsets))
    owners = np.repeat(np.arange(after - first, dtype=np.int32), np.diff(offsets))[rows]
    topics = owners.astype(np.int64) + first
    found, at = wanted.find((topics << 32) | codes[rows])
    ranks = rows - offsets[owners] + 1
    return topics[found], ranks[found], located.grades[judged][at]
