"""Documents that no ranking of a topic may hold, as the one that asks: left out before any cut."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property

import attrs
import numpy as np

from ..corpus import Corpus
from ..counting import counted
from ..event_store import canonical_json, digest
from ..gold import Gold
from ..ranking.rankings import Rankings


@attrs.define(frozen=True, slots=False)
class Exclusions:
    """What a gold set leaves out of rankings.

    Attributes:
        documents: the ids of documents by topic, sorted; a topic that excludes none has no entry.
    """

    documents: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, gold: Gold) -> Exclusions | None:
        """Those of the topics that are measured; None where no question excludes anything."""
        documents = {
            topic: tuple(sorted(set(gold.questions[topic].exclude)))
            for topic in gold.topics.ids
            if topic in gold.questions and gold.questions[topic].exclude
        }
        return cls(documents) if documents else None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the documents by topic."""
        return digest(canonical_json([[topic, list(row)] for topic, row in self.documents.items()]))

    @property
    def note(self) -> str:
        """What a report says of every lane."""
        count = sum(map(len, self.documents.values()))
        topics = counted(len(self.documents), "topic")
        pairs = counted(count, "document")
        return f"left out of the rankings of {topics} before any cut: {pairs}, as the gold set says"

    def units(self, corpus: Corpus) -> ExcludedUnits:
        """The same as units of a corpus; a document that it does not hold as its own id."""
        wanted = {document for row in self.documents.values() for document in row}
        units: dict[str, set[str]] = defaultdict(set)
        for document, unit in zip(corpus.doc_ids, corpus.unit_ids, strict=True):
            if document in wanted:
                units[document].add(unit)
        return ExcludedUnits(
            {
                topic: frozenset(unit for one in row for unit in (units[one] or {one}))
                for topic, row in self.documents.items()
            }
        )


@attrs.frozen
class ExcludedUnits:
    """What is left out of the rankings of some topics, as units.

    Attributes:
        units: the ids by topic.
    """

    units: Mapping[str, Collection[str]]

    @property
    def most(self) -> int:
        """The most units that any topic excludes: how many more a lane is asked for."""
        return max(map(len, self.units.values()), default=0)

    def without(self, rankings: Rankings, depth: int | None = None) -> Rankings:
        """The rankings without them, and then cut: what is below moves up.

        Args:
            rankings: of any topics; in the ids of these units.
            depth: the rows that are kept; all when None.
        """
        kept = np.ones(len(rankings.codes), np.bool_)
        for number, topic in enumerate(rankings.topics.ids):
            if topic in self.units:
                rows = slice(rankings.offsets[number], rankings.offsets[number + 1])
                codes = _codes(rankings, self.units[topic])
                kept[rows] = ~np.isin(rankings.codes[rows], codes)
        return (rankings if kept.all() else rankings.keep(kept)).cut(depth)


def _codes(rankings: Rankings, units: Collection[str]) -> list[int]:
    """The codes of those of some units that a table of rankings has."""
    table = rankings.table
    places = ((bisect_left(table, unit), unit) for unit in units)
    return [place for place, unit in places if place < len(table) and table[place] == unit]
