"""The two rules by which titles and phrases are compared with a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..corpus import Unit
from .fold import FOLD, Folded, fold
from .phrases import Lowered, Phrase, Searched


class Rule(Protocol):
    """How titles and phrases are compared.

    Attributes:
        name: as an experiment has it; `version`: with its number, for the record.
    """

    name: str
    version: str

    def title(self, text: str) -> str:
        """A title as it is compared: two are the same when these are equal. Empty: no title."""
        ...

    def phrase(self, text: str) -> Phrase:
        """A phrase, ready to be looked for."""
        ...

    def searched(self, texts: Iterable[str]) -> Searched:
        """Some texts of one unit, ready to be searched."""
        ...


class ByFold:
    """Titles are equal, and phrases are held, after the fold; numbers and short words are whole."""

    name = "fold"
    version = FOLD

    def title(self, text: str) -> str:
        """The folded title."""
        return fold(text)

    def phrase(self, text: str) -> Phrase:
        """A phrase with the borders that it needs."""
        return Phrase.folded(text)

    def searched(self, texts: Iterable[str]) -> Searched:
        """The texts folded, each on its own."""
        return Folded.in_both_readings(texts)


class BySubstring:
    """Titles are equal in lower case; a phrase is held wherever its letters stand.

    This is the rule of the sci-rag kit: no punctuation, accent or other sign is folded, 320 is in
    1320, and a phrase may begin in a unit's title and end in its text.
    """

    name = "substring"
    version = "substring/1"

    def title(self, text: str) -> str:
        """The title in lower case."""
        return _lowered(text)

    def phrase(self, text: str) -> Phrase:
        """A phrase without borders."""
        return Phrase.lowered(text)

    def searched(self, texts: Iterable[str]) -> Searched:
        """The texts in lower case, one behind the other."""
        return Lowered(_lowered("\n".join(texts)))


def _lowered(text: str) -> str:
    """Lower case, and each run of white space one space."""
    return " ".join(text.lower().split())


RULES: dict[str, Rule] = {rule.name: rule for rule in (ByFold(), BySubstring())}
"""By the name that an experiment has for it."""


def texts_of(unit: Unit) -> tuple[str, ...]:
    """What of a unit is searched: its title, its section path, its text."""
    return (unit.title, *unit.section, unit.text)
