"""Phrases of evidence: what one is, and where a text holds it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .borders import BEGINS_WITH_NUMBER, begins_whole, ends_whole
from .fold import GROUP, Folded
from .units_of_measure import AFTER_NUMBER

SHORTEST = 3
"""Characters of the shortest phrase that counts; two or one would be found nearly everywhere."""

SHORT = 5
"""Characters up to which a phrase has to be whole words: `rice` is not in `price`."""

TOO_SHORT = "under three characters"


@attrs.frozen
class Lowered:
    """A text in lower case, in which white space is one space."""

    plain: str

    @property
    def exact(self) -> str:
        """The same: case says nothing here."""
        return self.plain


Searched = Folded | Lowered
"""A text to be searched: phrases are looked for in `plain`, and a find is checked in `exact`."""


@attrs.frozen(kw_only=True)
class Phrase:
    """A phrase, ready to be looked for.

    Attributes:
        text: as the gold set has it.
        plain, exact: what is compared with those of a text; `exact` is empty where no number is in
            it, so that a find in `plain` has the same case.
        begins, ends: whether it must not begin, or end, inside a longer word or number.
        ignored: why it does not count; empty where it does.
    """

    text: str
    plain: str
    exact: str = ""
    begins: bool = False
    ends: bool = False
    ignored: str = ""

    @classmethod
    def folded(cls, text: str) -> Phrase:
        """A phrase that is looked for in folded texts.

        One with a number at an end must not be a part of a longer number there, one with a unit of
        measure at its end not of a longer unit; a short one must be whole words.
        """
        form = Folded.of(text)
        plain, exact = form.plain, form.exact
        is_short = len(plain) <= SHORT
        has_number = any(map(str.isdecimal, plain))
        units = [unit.end() for unit in AFTER_NUMBER.finditer(exact)]
        return cls(
            text=text,
            plain=plain,
            exact=exact.replace(GROUP, " ") if has_number else "",
            begins=is_short or BEGINS_WITH_NUMBER.match(plain) is not None,
            ends=is_short or plain[-1:].isdigit() or units[-1:] == [len(plain)],
            ignored=TOO_SHORT if len(plain) < SHORTEST else "",
        )

    @classmethod
    def lowered(cls, text: str) -> Phrase:
        """A phrase that is looked for as it is, in lower case, anywhere.

        Its length counts without the white space around it; inside, runs of it are one space.
        """
        plain = " ".join(text.lower().split())
        is_short = len(text.strip()) < SHORTEST
        return cls(text=text, plain=plain, ignored=TOO_SHORT if is_short else "")

    def spans(self, searched: Searched) -> Iterator[tuple[int, int]]:
        """Where a text holds the phrase: start and end in both of its forms, in order."""
        start = searched.plain.find(self.plain)
        while start >= 0:
            end = start + len(self.plain)
            if self._is_whole(searched, start, end):
                yield start, end
            start = searched.plain.find(self.plain, start + 1)

    def is_in(self, searched: Searched) -> bool:
        """Whether a text holds the phrase."""
        if not (self.exact or self.begins or self.ends):
            return self.plain in searched.plain
        return next(self.spans(searched), None) is not None

    def _is_whole(self, searched: Searched, start: int, end: int) -> bool:
        """Whether a find is no part of something longer, and its units have the phrase's case."""
        if self.begins:
            is_number = BEGINS_WITH_NUMBER.match(self.plain) is not None
            if not begins_whole(searched.exact, start, number=is_number):
                return False
        if self.ends and not ends_whole(searched.exact, end):
            return False
        if not self.exact:
            return True
        # Folded on its own, a unit whose number stands before the find is a word of any case:
        # `mW laser` is in `5 mW laser`. The units inside keep theirs.
        found = Folded(searched.exact[start:end]).exact.replace(GROUP, " ")
        return found == self.exact
