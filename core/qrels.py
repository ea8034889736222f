"""Qrels: which document is how relevant to which topic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from .errors import UsageError


@attrs.define(frozen=True, slots=False)
class Qrels:
    """Grades by topic and document.

    Attributes:
        grades: topic id -> document id -> grade; both sorted by id. A topic may be judged and hold no
            relevant document. Grades are integers; below 1 means not relevant.
    """

    grades: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, int]]) -> Qrels:
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
        return cls({topic: dict(sorted(grades[topic].items())) for topic in sorted(grades)})

    @property
    def topics(self) -> tuple[str, ...]:
        """The judged topics, sorted."""
        return tuple(self.grades)

    def __len__(self) -> int:
        """The number of judgments."""
        return sum(map(len, self.grades.values()))
