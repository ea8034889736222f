"""The evidence of a gold set as it was found in a corpus: every title and phrase with its units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import attrs

from ..measuring.evidence import Piece, Sought
from ..measuring.metric_names import DOCUMENT, EVIDENCE
from ..qrels import Qrels

Kind = Literal["document", "title", "phrase"]


@attrs.frozen(kw_only=True)
class Evidence:
    """One thing that a gold set names for a question.

    Attributes:
        kind: a judged document, a reference title, or a phrase.
        text: the document's id, the title or the phrase, as the gold set has it.
        grade: of a judged document; 1 for a title or phrase.
        ignored: why it does not count; empty where it does.
        documents: how many documents of the corpus it was found in.
        units: the ids that match, sorted, in the unit that is measured. A judged document that the
            corpus does not hold is here under its own id: nothing can return it.
    """

    kind: Kind
    text: str
    grade: int
    ignored: str
    documents: int
    units: tuple[str, ...]

    @property
    def is_phrase(self) -> bool:
        """Whether it is a phrase that counts."""
        return self.kind == "phrase" and not self.ignored

    @property
    def is_reference(self) -> bool:
        """Whether it is a reference document: a title, or a document judged relevant."""
        return self.kind != "phrase" and not self.ignored and self.grade > 0


@attrs.frozen(kw_only=True)
class Tally:
    """Counts over everything that a gold set names for its topics.

    Attributes:
        titles, phrases: named, as often as questions name them.
        ignored: of the phrases, those that do not count.
        unmatched_titles, unmatched_phrases: of those that count, found in no unit.
        shared_titles: titles that several documents bear.
        one_sided: topics without a phrase that counts, or without a reference document.
    """

    titles: int
    phrases: int
    ignored: int
    unmatched_titles: int
    unmatched_phrases: int
    shared_titles: int
    one_sided: int


@attrs.define(frozen=True, kw_only=True, slots=False, eq=False)
class FoundEvidence:
    """What a gold set names, found in a corpus by one rule of matching.

    Attributes:
        gold, corpus: digests.
        unit: `document` or `passage`, what `units` are.
        match: the rule of matching with its version, as `fold/1`.
        topics: by topic id, sorted; every topic of the population.
    """

    gold: str
    corpus: str
    unit: str
    match: str
    topics: Mapping[str, tuple[Evidence, ...]]

    @cached_property
    def sought(self) -> Sought:
        """What metrics look for in rankings: everything that counts."""
        return Sought(
            {
                topic: [
                    Piece(one.is_phrase, one.units)
                    for one in row
                    if one.is_phrase or one.is_reference
                ]
                for topic, row in self.topics.items()
            }
        )

    @cached_property
    def alone(self) -> Mapping[str, Qrels]:
        """The qrels by either criterion of relevance alone."""
        return {
            DOCUMENT: _qrels({topic: documents_of(row) for topic, row in self.topics.items()}),
            EVIDENCE: _qrels({topic: phrases_of(row) for topic, row in self.topics.items()}),
        }

    @cached_property
    def tally(self) -> Tally:
        """The counts."""
        named = [one for row in self.topics.values() for one in row]
        titles = [one for one in named if one.kind == "title"]
        phrases = [one for one in named if one.kind == "phrase"]
        return Tally(
            titles=len(titles),
            phrases=len(phrases),
            ignored=sum(bool(one.ignored) for one in phrases),
            unmatched_titles=sum(not one.ignored and not one.units for one in titles),
            unmatched_phrases=sum(one.is_phrase and not one.units for one in phrases),
            shared_titles=sum(one.documents > 1 for one in titles),
            one_sided=sum(map(_is_one_sided, self.topics.values())),
        )


def documents_of(row: tuple[Evidence, ...]) -> dict[str, int]:
    """The grades of a topic's units by its judged documents and reference titles.

    A unit that several of them name has the highest of their grades.
    """
    grades: dict[str, int] = {}
    for one in row:
        if one.kind != "phrase" and not one.ignored:
            for unit in one.units:
                grades[unit] = max(one.grade, grades.get(unit, one.grade))
    return grades


def phrases_of(row: tuple[Evidence, ...]) -> dict[str, int]:
    """Grade 1 for every unit that holds one of a topic's phrases."""
    return dict.fromkeys(_units_with_phrase(row), 1)


def _units_with_phrase(row: tuple[Evidence, ...]) -> Iterator[str]:
    return (unit for one in row if one.is_phrase for unit in one.units)


def _is_one_sided(row: tuple[Evidence, ...]) -> bool:
    """Whether a topic lacks phrases or reference documents."""
    return not (any(one.is_phrase for one in row) and any(one.is_reference for one in row))


def _qrels(grades: Mapping[str, Mapping[str, int]]) -> Qrels:
    """Qrels with every row sorted."""
    return Qrels({topic: dict(sorted(row.items())) for topic, row in grades.items()})
