"""Rankings: the one type that lanes give, fusers map and metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import attrs
import numpy as np
import numpy.typing as npt

from ..counting import counted
from ..errors import UsageError
from ..topics import BLOCK, Topics
from .packed_ids import PackedIds
from .ranking_checks import refuse_bad_columns
from .ties import TieRule, order_by_score

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)


@attrs.define(frozen=True, eq=False, slots=False)
class Rankings:
    """One ranking per topic, best first, in columns.

    The ranking of topic `i` is the slice `offsets[i]:offsets[i + 1]` of `codes` and `scores`.

    Attributes:
        topics: the topics, sorted by id; a topic without a row has an empty slice.
        table: unit ids in code-point order, each once; a code is an index into it.
        offsets: int64 [topics + 1].
        codes: int32 [rows], best first within each topic.
        scores: float64 [rows], as delivered; they need not fall with rank.
    """

    topics: Topics
    table: Sequence[str]
    offsets: Offsets
    codes: Codes
    scores: Floats

    @classmethod
    def of(
        cls,
        topics: Topics,
        rankings: Iterable[Iterable[tuple[str, float]]],
        depth: int | None = None,
    ) -> Rankings:
        """Keep the order in which a lane delivered its (unit id, score) pairs.

        Args:
            topics: the topics asked for.
            rankings: one iterable per topic, in the order of `topics`, best first.
            depth: at most this many rows per topic are kept; all when None.

        Raises:
            UsageError: a NaN, a unit twice in one topic, or another number of rankings than topics.
        """
        rows = [list(ranking)[:depth] for ranking in rankings]
        if len(rows) != len(topics):
            found = f"{counted(len(rows), 'ranking')} for {counted(len(topics), 'topic')}"
            message = f"found {found}; expected one for each"
            raise UsageError(message)
        table = tuple(sorted({unit for row in rows for unit, _ in row}))
        code_of = {unit: code for code, unit in enumerate(table)}
        lengths = [len(row) for row in rows]
        return cls.from_columns(
            topics,
            table,
            np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            np.fromiter((code_of[unit] for row in rows for unit, _ in row), np.int32, sum(lengths)),
            np.fromiter((score for row in rows for _, score in row), np.float64, sum(lengths)),
        )

    @classmethod
    def by_score(
        cls,
        topics: Topics,
        rankings: Iterable[Iterable[tuple[str, float]]],
        depth: int | None = None,
        *,
        ties: TieRule = "neutral",
    ) -> Rankings:
        """Order each topic's (unit id, score) pairs by score descending, ties by a stated rule.

        Raises:
            UsageError: as `of` does.
        """
        return cls.of(topics, rankings).sorted_by_score(ties).cut(depth)

    def sorted_by_score(self, ties: TieRule = "neutral") -> Rankings:
        """The same rows, each topic's by score descending, ties by a stated rule."""
        return order_by_score(self, ties)

    @classmethod
    def from_columns(
        cls,
        topics: Topics,
        table: Sequence[str],
        offsets: Offsets,
        codes: Codes,
        scores: Floats,
    ) -> Rankings:
        """Take columns as they are, after checking them.

        Args:
            topics: sorted topics.
            table: unit ids in code-point order, each once (a corpus gives its `unit_ids`).
            offsets: int64 [topics + 1], from 0, never falling.
            codes: int32 [rows].
            scores: float64 [rows].

        Raises:
            UsageError: a NaN, a unit twice in one topic, or columns that do not fit together.
        """
        made = cls(
            topics,
            table if isinstance(table, PackedIds) else tuple(table),
            _frozen(np.asarray(offsets, np.int64)),
            _frozen(np.asarray(codes, np.int32)),
            _frozen(np.asarray(scores, np.float64)),
        )
        refuse_bad_columns(made)
        return made

    @cached_property
    def _owners(self) -> npt.NDArray[np.int64]:
        """The topic index of each row."""
        return np.repeat(np.arange(len(self.topics), dtype=np.int64), np.diff(self.offsets))

    @cached_property
    def ranks(self) -> Codes:
        """The rank of each row, from 1: int32 [rows], read-only."""
        places = np.arange(len(self.codes), dtype=np.int64) - self.offsets[self._owners] + 1
        return _frozen(places.astype(np.int32))

    def __len__(self) -> int:
        """The number of topics."""
        return len(self.topics)

    def units(self, topic: str) -> tuple[str, ...]:
        """The unit ids ranked for a topic, best first.

        Raises:
            KeyError: the topic is not one of `topics`.
        """
        at = self._index[topic]
        codes: list[int] = self.codes[self.offsets[at] : self.offsets[at + 1]].tolist()
        return tuple(self.table[code] for code in codes)

    def __iter__(self) -> Iterator[tuple[str, tuple[tuple[str, float], ...]]]:
        """Each topic id with its (unit id, score) pairs, best first."""
        for at, topic in enumerate(self.topics.ids):
            rows = slice(self.offsets[at], self.offsets[at + 1])
            codes: list[int] = self.codes[rows].tolist()
            units = [self.table[code] for code in codes]
            yield topic, tuple(zip(units, self.scores[rows].tolist(), strict=True))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {topic: at for at, topic in enumerate(self.topics.ids)}

    def for_topics(self, topics: Topics) -> Rankings:
        """The rankings of these topics, in their order; empty for one that is not ranked."""
        if topics.ids == self.topics.ids:
            return self
        at = np.fromiter((self._index.get(id_, -1) for id_ in topics.ids), np.int64, len(topics))
        lengths = np.where(at < 0, 0, np.diff(self.offsets, append=0)[at])
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[at] - offsets[:-1], lengths)
        return Rankings(
            topics,
            self.table,
            _frozen(offsets),
            _frozen(self.codes[rows]),
            _frozen(self.scores[rows]),
        )

    def block(self, number: int) -> Rankings:
        """The rankings of the block of 64 topics with this number, counted from 0."""
        first, last = number * BLOCK, min((number + 1) * BLOCK, len(self.topics))
        rows = slice(self.offsets[first], self.offsets[last])
        return Rankings(
            self.topics.blocks[number],
            self.table,
            _frozen(self.offsets[first : last + 1] - self.offsets[first]),
            self.codes[rows],
            self.scores[rows],
        )

    @cached_property
    def tied(self) -> npt.NDArray[np.bool_]:
        """Whether each row has the score of a neighbour in its topic: bool [rows]."""
        follows = np.zeros(len(self.codes) + 1, np.bool_)
        follows[1:-1] = self.scores[1:] == self.scores[:-1]
        follows[self.offsets] = False
        tied = follows[:-1] | follows[1:]
        tied.flags.writeable = False
        return tied

    def cut(self, depth: int | None) -> Rankings:
        """Keep the first `depth` rows of each topic; all when None."""
        lengths = np.diff(self.offsets)
        if depth is None or not len(lengths) or lengths.max() <= depth:
            return self
        return self.keep(self.ranks <= depth)

    def keep(self, mask: npt.NDArray[np.bool_]) -> Rankings:
        """Keep the rows where the mask [rows] is true, in order."""
        kept = np.concatenate([[0], np.cumsum(mask, dtype=np.int64)])
        return Rankings(
            self.topics,
            self.table,
            _frozen(kept[self.offsets]),
            _frozen(self.codes[mask]),
            _frozen(self.scores[mask]),
        )

    def reorder(self, order: Offsets) -> Rankings:
        """Put the rows [rows] in another order, in which each stays in its topic."""
        return Rankings(
            self.topics,
            self.table,
            self.offsets,
            _frozen(self.codes[order]),
            _frozen(self.scores[order]),
        )

    @classmethod
    def concatenate(cls, parts: Sequence[Rankings]) -> Rankings:
        """Put blocks of topics together again, in the order given.

        The topics of the parts must follow each other in code-point order. Tables are merged.
        """
        table, parts = share_table(parts)
        rows = np.cumsum([0, *(len(part.codes) for part in parts)])
        return cls(
            Topics(
                tuple(id_ for part in parts for id_ in part.topics.ids),
                tuple(text for part in parts for text in part.topics.texts),
            ),
            table,
            _frozen(
                np.concatenate(
                    [[0], *(part.offsets[1:] + row for part, row in zip(parts, rows, strict=False))]
                ).astype(np.int64)
            ),
            _frozen(np.concatenate([np.empty(0, np.int32), *(part.codes for part in parts)])),
            _frozen(np.concatenate([np.empty(0, np.float64), *(part.scores for part in parts)])),
        )


def share_table(parts: Sequence[Rankings]) -> tuple[Sequence[str], list[Rankings]]:
    """Recode rankings so that all point into one sorted table of unit ids."""
    if not parts:
        return (), []
    first = parts[0].table
    if all(part.table is first or part.table == first for part in parts):
        return first, list(parts)
    table = tuple(sorted(set().union(*(part.table for part in parts))))
    code_of = {unit: code for code, unit in enumerate(table)}
    return table, [_recode(part, table, code_of) for part in parts]


def _recode(part: Rankings, table: tuple[str, ...], code_of: dict[str, int]) -> Rankings:
    """Point a ranking's codes into another table that holds all its units."""
    new = np.fromiter((code_of[unit] for unit in part.table), np.int32, len(part.table))
    codes = new[part.codes] if len(new) else part.codes
    return Rankings(part.topics, table, part.offsets, _frozen(codes), part.scores)


def _frozen(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Make an array read-only, so that no plugin can change what another one sees."""
    array.flags.writeable = False
    return array
