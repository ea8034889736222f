"""What is known of ranked documents beside their grades: their metadata, and how long they are."""

from __future__ import annotations

import itertools
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from ..corpus import Corpus
from ..ranking.rankings import Rankings

Integers = npt.NDArray[np.int64]

WORDS = "words"
"""The field that every document has: how many words its text holds, parted by blanks."""

Value = object


@attrs.define(frozen=True, eq=False, slots=False)
class Documents:
    """The metadata of what can be ranked.

    Attributes:
        corpus: where it stands.
        unit: what is ranked, `document` or `passage`. A document has the metadata of its first
            passage, and the words of all.
    """

    corpus: Corpus
    unit: str

    def value(self, id_: str, field: str) -> Value | None:
        """A field of a document or passage; None where it has none."""
        if field == WORDS:
            return self._words.get(id_)
        at = self._firsts.get(id_)
        return None if at is None else self.corpus.metadata[at].get(field)

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        """What each unit of the corpus is ranked as."""
        return self.corpus.unit_ids if self.unit == "passage" else self.corpus.doc_ids

    @cached_property
    def _firsts(self) -> dict[str, int]:
        """The first unit of each id."""
        firsts: dict[str, int] = {}
        for at, id_ in enumerate(self._ids):
            firsts.setdefault(id_, at)
        return firsts

    @cached_property
    def _words(self) -> dict[str, int]:
        """The words of each id."""
        words: dict[str, int] = {}
        for id_, text in zip(self._ids, self.corpus.texts, strict=True):
            words[id_] = words.get(id_, 0) + len(text.split())
        return words


@attrs.define(frozen=True, eq=False)
class RankedDocuments:
    """The ranked rows of a population of topics, with what is known of each.

    Attributes:
        rankings: aligned with the topics.
    """

    documents: Documents
    rankings: Rankings

    def rows(self, field: str, cutoff: int | None = None) -> list[list[Value | None]]:
        """A field of the first rows of each topic, best first; None where a row has none.

        Args:
            field: of the metadata, or `words`.
            cutoff: the last rank that counts; every rank when None.
        """
        values = [self.documents.value(id_, field) for id_ in self.rankings.table]
        offsets = self.rankings.offsets
        return [
            [values[code] for code in self.rankings.codes[start:end][:cutoff].tolist()]
            for start, end in itertools.pairwise(offsets)
        ]


def numbers_of(rows: list[list[Value | None]]) -> list[list[float]]:
    """The numbers among values; truth values and text are none."""
    return [
        [float(one) for one in row if isinstance(one, int | float) and not isinstance(one, bool)]
        for row in rows
    ]
