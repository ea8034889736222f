"""Words of a text, as the lexical lanes count them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Literal

StopWords = Literal["english", "none"]
Stemmer = Literal["english", "porter", "none"]

ENGLISH_STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the "  # noqa: SIM905 - shorter
    "their then there these they this to was will with".split(" ")
)
"""The 33 words of ENGLISH_STOP_WORDS_SET in Lucene's EnglishAnalyzer."""

_WORD = re.compile(r"\w\w+")


class Tokenizer:
    """Turns a text into terms: words of two or more characters, lower case, stemmed.

    The text is composed (NFC) first. A word is a run of letters, digits and underscores, so `p53`
    is a word and `IL-2` gives `il`. Stop words go before stemming. A word's stem is computed once
    per tokenizer, since the stemmer is slow and texts repeat their words.

    Args:
        stop_words: `english`, the 33 words of Lucene; or `none`.
        stemmer: `english` (Snowball's Porter2), `porter` (the stemmer of 1980), or `none`.
    """

    def __init__(self, stop_words: StopWords = "english", stemmer: Stemmer = "english") -> None:
        self._stem = _stem_function(stemmer)
        self._stems = _known_stems(stemmer)
        self._terms: dict[str, str] = {}
        if stop_words == "english":
            self._terms.update(dict.fromkeys(ENGLISH_STOP_WORDS, ""))

    def __call__(self, text: str) -> list[str]:
        """The terms of a text, in its order, with repetitions; none for an empty text."""
        terms = self._terms
        words = _WORD.findall(unicodedata.normalize("NFC", text).lower())
        for word in set(words).difference(terms):
            terms[word] = self._stem_of(word)
        return [term for word in words if (term := terms[word])]

    def _stem_of(self, word: str) -> str:
        """The stem of a word, kept for every tokenizer with the same stemmer."""
        stem = self._stems.get(word)
        if stem is None:
            stem = self._stems[word] = self._stem(word)
        return stem


@cache
def _known_stems(stemmer: Stemmer) -> dict[str, str]:  # noqa: ARG001 - one dictionary per stemmer
    """Stems computed so far, by word."""
    return {}


def _stem_function(stemmer: Stemmer) -> Callable[[str], str]:
    """The stem of one word. It keeps state while it works: one for each tokenizer."""
    if stemmer == "none":
        return str
    from snowballstemmer import stemmer as snowball  # noqa: PLC0415 - slow to import

    stem: Callable[[str], str] = snowball(stemmer).stemWord
    return stem
