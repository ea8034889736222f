"""Anchors: one word of each phrase, so that only units with that word are searched for it.

A phrase that a text holds brings its words along: those inside it whole, the first and the last
perhaps as parts of longer words. So each phrase has an anchor, the rarest of its words, and a text
without it need not be searched. What is found does not depend on which word it is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from .borders import UNSPACED, is_unspaced
from .phrases import Phrase

WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
"""A run of letters and digits; a letter of a script without spaces is a word of its own."""

_SIMPLE_WORD = re.compile(r"\w+")

WHOLE, END, START, PART = "whole", "end", "start", "part"
"""How a phrase's word stands in a text's word: is it, ends it, begins it, lies in it."""


def words_of(text: str) -> set[str]:
    """The different words of a text."""
    return set((_SIMPLE_WORD if text.isascii() else WORD).findall(text))


class Anchors:
    """The phrases that may stand in a text, by its words.

    Args:
        phrases: those to be looked for.
        sample: texts as they will be searched, to see which words are rare.
    """

    def __init__(self, phrases: Sequence[Phrase], sample: Iterable[str]) -> None:
        frequency = Counter(word for text in sample for word in words_of(text))
        self._wanted: dict[str, dict[str, list[int]]] = {
            kind: defaultdict(list) for kind in (WHOLE, END, START, PART)
        }
        self._always: list[int] = []
        for number, phrase in enumerate(phrases):
            candidates = _candidates(phrase)
            if candidates:
                kind, word = min(candidates, key=lambda one: (frequency[one[1]], -len(one[1]), one))
                self._wanted[kind][word].append(number)
            else:
                self._always.append(number)  # it has no word at all, as `→→→`
        self._lengths = {kind: sorted(set(map(len, at))) for kind, at in self._wanted.items()}
        self._seen: set[str] = set()
        self._called: dict[str, tuple[int, ...]] = {}

    def likely(self, text: str) -> list[int]:
        """The numbers of the phrases that a text may hold, rising: all it holds, and some more."""
        words = words_of(text)
        for word in words - self._seen:
            self._seen.add(word)
            called = self._called_by(word)
            if called:
                self._called[word] = called
        likely = set(self._always)
        for word in words & self._called.keys():
            likely.update(self._called[word])
        return sorted(likely)

    def _called_by(self, word: str) -> tuple[int, ...]:
        """The phrases whose anchor a word of a text is or holds."""
        wanted = self._wanted
        found = set(wanted[WHOLE].get(word, ()))
        for length in self._lengths[END]:
            found.update(wanted[END].get(word[-length:], ()))
        for length in self._lengths[START]:
            found.update(wanted[START].get(word[:length], ()))
        for length in self._lengths[PART]:
            for at in range(len(word) - length + 1):
                found.update(wanted[PART].get(word[at : at + length], ()))
        return tuple(found)


def _candidates(phrase: Phrase) -> list[tuple[str, str]]:
    """Every word of a phrase, behind how it stands in a text that holds the phrase."""
    return [(_kind(phrase, word), word[0]) for word in WORD.finditer(phrase.plain)]


def _kind(phrase: Phrase, word: re.Match[str]) -> str:
    """How a phrase's word stands in a text that holds the phrase."""
    if is_unspaced(word[0]):
        return WHOLE
    # A unit of measure may adjoin a number that has to be whole: 320 is held by `320kg`.
    is_open = not phrase.ends or word[0][-1].isdigit()
    left = word.start() == 0 and not phrase.begins
    right = word.end() == len(phrase.plain) and is_open
    return {(False, False): WHOLE, (True, False): END, (False, True): START}.get(
        (left, right), PART
    )
