"""Qrels: which document is how relevant to which topic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import attrs

from .errors import UsageError
from .measuring.judgments import Judgments
from .topics import Topics

_LIMIT = 2**31


@attrs.define(frozen=True, slots=False)
class Qrels:
    """Grades by topic and document.

    Attributes:
        grades: topic id -> document id -> grade; both sorted by id. A topic may be judged and have
            no relevant document. Grades are 32-bit integers; below 1 means not relevant.
        twins: identical judgments that a file repeated and that were kept once.
    """

    grades: Mapping[str, Mapping[str, int]]
    twins: int = attrs.field(default=0, eq=False, kw_only=True)
    # The columns made last, and their topics: an ablation asks for the same again and again.
    _last: list[tuple[tuple[str, ...], Judgments]] = attrs.field(
        factory=list, init=False, eq=False, repr=False
    )

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, int]], *, twins: int = 0) -> Qrels:
        """Collect (topic id, document id, grade) triples.

        Raises:
            UsageError: a pair of topic and document occurs twice, or a grade does not fit 32 bits.
        """
        grades: dict[str, dict[str, int]] = {}
        for topic, document, grade in triples:
            row = grades.setdefault(topic, {})
            if document in row:
                message = f"document {document!r} is judged twice for topic {topic!r}"
                raise UsageError(message)
            if not -_LIMIT <= grade < _LIMIT:
                message = (
                    f"grade {grade} of document {document!r}, topic {topic!r}: 32 bits at most"
                )
                raise UsageError(message)
            row[document] = grade
        ordered = {topic: dict(sorted(grades[topic].items())) for topic in sorted(grades)}
        return cls(ordered, twins=twins)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The judged topics, sorted."""
        return tuple(self.grades)

    @cached_property
    def population(self) -> Topics:
        """The judged topics as topics whose texts are not known."""
        return Topics.of_ids(self.topics)

    def __len__(self) -> int:
        """The number of judgments."""
        return sum(map(len, self.grades.values()))

    def judgments(self, topics: tuple[str, ...]) -> Judgments:
        """The judgments of these topics in columns; a topic that nobody judged has none."""
        if not self._last or self._last[0][0] != topics:
            self._last[:] = [(topics, Judgments.of([self.grades.get(id_, {}) for id_ in topics]))]
        return self._last[0][1]
