"""Entities under several names: where a corpus's resolutions meet the terms of its graph.

A name is read as any text is, into terms and breaks. Wherever the terms of one of an entity's names
stand in a row, one term takes their place: the terms of the entity itself, joined by `+`, which no
text holds inside a word. So `TP53`, `p53` and `tumor protein 53` become one node, in the corpus as
in what people ask, and windows beside them are windows beside that node. Of names that begin at one
place the longest counts, and what it covers is covered; of places the first. Function words and
marks inside a name are breaks, one like another: `Bank of England` also stands in `bank, England`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import attrs

from .words import BREAK, TermsOfTokens, tokens_of

JOINER = "+"
"""Between the terms of an entity's one term: the border of two tokens stands wherever it does."""

Terms = tuple[str, ...]


def terms_of_name(name: str, read: TermsOfTokens | None = None) -> Terms:
    """The terms of a name, breaks between them; empty where the graph has no node for it.

    It has none for what it would not take for an entity by itself: function words, marks, plain
    numbers, and a term of one character.

    Args:
        read: turns a token into terms; one for many names is faster.
    """
    reader = TermsOfTokens() if read is None else read
    terms = [term for token in tokens_of(name) for term in reader(token)]
    words = [term for term in terms if term != BREAK]
    if not any(not word.isdigit() for word in words) or [len(word) for word in words] == [1]:
        return ()
    while terms[0] == BREAK:
        terms.pop(0)
    while terms[-1] == BREAK:
        terms.pop()
    return tuple(terms)


@attrs.define(frozen=True, eq=False, slots=False)
class Aliases:
    """The names of entities, as terms.

    Attributes:
        labels: the entity's own name by its one term.
    """

    labels: Mapping[str, str]
    _names: Mapping[str, Sequence[tuple[Terms, str]]]

    @classmethod
    def of(cls, names: Mapping[str, Sequence[str]]) -> Aliases:
        """The names of each entity, by its own name; none, for most corpora."""
        read = TermsOfTokens()
        labels: dict[str, str] = {}
        found: dict[Terms, str] = {}
        for entity in sorted(names):
            own = terms_of_name(entity, read)
            term = JOINER.join(word for word in own if word != BREAK)
            labels[term] = entity
            for name in (own, *(terms_of_name(alias, read) for alias in names[entity])):
                found[name] = term
        by_first: dict[str, list[tuple[Terms, str]]] = {}
        for name in sorted(found, key=lambda name: (-len(name), name)):
            by_first.setdefault(name[0], []).append((name, found[name]))
        return cls(labels, by_first)

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def longest(self) -> int:
        """Terms and breaks of the longest name; 0 where there is none."""
        return max((len(names[0][0]) for names in self._names.values()), default=0)

    @property
    def first_terms(self) -> Iterable[str]:
        """The terms that a name begins with."""
        return self._names.keys()

    def begins(self, terms: Sequence[str], at: int) -> tuple[int, str] | None:
        """The longest name that stands at a place: how many terms it covers, and its entity's."""
        for name, entity in self._names.get(terms[at], ()):
            if tuple(terms[at : at + len(name)]) == name:
                return len(name), entity
        return None

    def resolved(self, terms: Sequence[str]) -> list[str]:
        """Terms and breaks, with one term in the place of each name."""
        resolved: list[str] = []
        at = 0
        while at < len(terms):
            found = self.begins(terms, at)
            length, term = (1, terms[at]) if found is None else found
            resolved.append(term)
            at += length
        return resolved


NO_ALIASES = Aliases({}, {})
"""Of a corpus that nothing was merged in."""
