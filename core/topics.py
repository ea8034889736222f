"""Topics: what is asked of a search system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs

from .errors import UsageError

BLOCK = 64
"""Topics per block: the unit of retrieving, recording and resuming."""


@attrs.frozen
class Topic:
    """One topic: its id and its query text."""

    id: str
    text: str


@attrs.frozen
class Topics:
    """Topics in code-point order of their ids.

    Attributes:
        ids: the ids, sorted, each once.
        texts: the query texts, aligned with `ids`; empty where only ids are known (a TREC run).
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Topics:
        """Sort (id, text) pairs by id.

        Raises:
            UsageError: an id occurs twice.
        """
        ordered = sorted(pairs)
        for (left, _), (right, _) in pairwise(ordered):
            if left == right:
                message = f"topic {left!r} occurs twice"
                raise UsageError(message)
        return cls(tuple(id_ for id_, _ in ordered), tuple(text for _, text in ordered))

    @classmethod
    def of_ids(cls, ids: Iterable[str]) -> Topics:
        """Topics whose texts are not known.

        Raises:
            UsageError: an id occurs twice.
        """
        return cls.of((id_, "") for id_ in ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Topic]:
        return map(Topic, self.ids, self.texts)

    @property
    def blocks(self) -> tuple[Topics, ...]:
        """The topics in runs of 64; borders depend on the ids alone."""
        return self.in_blocks(BLOCK)

    def in_blocks(self, size: int) -> tuple[Topics, ...]:
        """The topics in runs of `size`, 1 or more; the last run may be shorter."""
        return tuple(
            Topics(self.ids[start : start + size], self.texts[start : start + size])
            for start in range(0, len(self.ids), size)
        )
