"""Qrels: which document is how relevant to which topic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import attrs
import numpy as np
import numpy.typing as npt

from .errors import UsageError

Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]


@attrs.define(frozen=True, eq=False, slots=False)
class Judgments:
    """The judgments of some topics in columns: those of topic `i` are `offsets[i]:offsets[i + 1]`.

    Attributes:
        offsets: int64 [topics + 1].
        documents: document ids [judgments], in code-point order within each topic.
        grades: int32 [judgments], aligned with `documents`.
    """

    offsets: Integers
    documents: tuple[str, ...]
    grades: Grades

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, int]]) -> Judgments:
        """Lay out one mapping of document to grade per topic, each sorted by document."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        total = int(sizes.sum())
        return cls(
            np.concatenate([[0], np.cumsum(sizes)]),
            tuple(chain.from_iterable(rows)),
            np.fromiter(chain.from_iterable(row.values() for row in rows), np.int32, total),
        )

    @cached_property
    def owners(self) -> Integers:
        """The topic index of each judgment."""
        sizes = np.diff(self.offsets)
        return np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)

    @cached_property
    def ideal(self) -> Grades:
        """The grades of each topic again, best first: int32 [judgments]."""
        order = np.lexsort((-self.grades.astype(np.int64), self.owners))
        return self.grades[order]

    def within(self, table: Sequence[str]) -> tuple[Integers, Grades, Integers]:
        """The judgments of documents that a table of ids holds.

        Returns:
            Keys (topic index << 32 | code in the table, ascending), their grades, and the position of
            each topic's first key: int64 [topics + 1].
        """
        wanted = dict.fromkeys(self.documents, -1)
        wanted.update((id_, code) for code, id_ in enumerate(table) if id_ in wanted)
        codes = np.fromiter(map(wanted.__getitem__, self.documents), np.int64, len(self.documents))
        known = codes >= 0
        owners = self.owners[known]
        starts = np.concatenate([[0], np.cumsum(known, dtype=np.int64)])[self.offsets]
        return (owners << 32) | codes[known], self.grades[known], starts


@attrs.define(frozen=True, slots=False)
class Qrels:
    """Grades by topic and document.

    Attributes:
        grades: topic id -> document id -> grade; both sorted by id. A topic may be judged and hold no
            relevant document. Grades are 32-bit integers; below 1 means not relevant.
        twins: identical judgments that a file repeated and that were kept once.
    """

    grades: Mapping[str, Mapping[str, int]]
    twins: int = attrs.field(default=0, eq=False, kw_only=True)

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, int]], *, twins: int = 0) -> Qrels:
        """Collect (topic id, document id, grade) triples.

        Raises:
            UsageError: a pair of topic and document occurs twice.
        """
        grades: dict[str, dict[str, int]] = {}
        for topic, document, grade in triples:
            row = grades.setdefault(topic, {})
            if document in row:
                message = f"document {document!r} is judged twice for topic {topic!r}"
                raise UsageError(message)
            row[document] = grade
        ordered = {topic: dict(sorted(grades[topic].items())) for topic in sorted(grades)}
        return cls(ordered, twins=twins)

    @property
    def topics(self) -> tuple[str, ...]:
        """The judged topics, sorted."""
        return tuple(self.grades)

    def __len__(self) -> int:
        """The number of judgments."""
        return sum(map(len, self.grades.values()))

    def judgments(self, topics: tuple[str, ...]) -> Judgments:
        """The judgments of these topics in columns; a topic without any has none. Kept for reuse."""
        if self._columns.get("topics") != topics:
            rows = [self.grades.get(topic, {}) for topic in topics]
            self._columns.clear()
            self._columns.update(topics=topics, judgments=Judgments.of(rows))
        found = self._columns["judgments"]
        assert isinstance(found, Judgments)  # noqa: S101 - tells the type checker what was put there
        return found

    @cached_property
    def _columns(self) -> dict[str, object]:
        return {}
