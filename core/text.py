"""Words of a text, as the lexical lanes count them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Literal

StopWords = Literal["english", "none"]
Stemmer = Literal["english", "porter", "none"]
Cjk = Literal["runs", "bigrams"]

ENGLISH_STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the "  # noqa: SIM905 - shorter
    "their then there these they this to was will with".split(" ")
)
"""The 33 words of ENGLISH_STOP_WORDS_SET in Lucene's EnglishAnalyzer."""

_WORD = re.compile(r"\w\w+")
_JOINERS = "\u200c\u200d"
_MARKS_FROM, _MARKS_TO = 0x300, 0x20000
_UNPARTED = (
    "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U000323af"
)
"""Han, Hiragana and Katakana, whose words no space parts, as the inside of a regular expression."""


class Tokenizer:
    """Turns a text into terms: words of two or more characters, lower case, stemmed.

    The text is composed (NFC) first. A word is a run of letters, digits and underscores, so `p53`
    is a word and `IL-2` gives `il`. What is written on or between letters (vowel signs of Indic
    scripts, points of Hebrew and Arabic, joiners) belongs to the word, as in Unicode's rules for
    word borders (UAX #29, WB4). Stop words go before stemming. A word's stem is computed once per
    tokenizer, since the stemmer is slow and texts repeat their words.

    Limits: words of one character are dropped. Nothing tells where words begin in a run of Chinese
    or Japanese characters: unless `cjk` is `bigrams` it is one word, which only the same run finds.
    Thai, Lao, Khmer and Burmese runs are one word always. Pointed and plain spellings differ.

    Args:
        stop_words: `english`, the 33 words of Lucene; or `none`.
        stemmer: `english` (Snowball's Porter2), `porter` (the stemmer of 1980), or `none`.
        cjk: what a run of Chinese or Japanese characters gives: `runs`, itself, together with the
            letters next to it; or `bigrams`, each two neighbours, and a single character itself,
            as Lucene's CJKAnalyzer does (Korean, which parts its words, is left as it is).
    """

    def __init__(
        self,
        stop_words: StopWords = "english",
        stemmer: Stemmer = "english",
        cjk: Cjk = "runs",
    ) -> None:
        self._words = _words_and_bigrams if cjk == "bigrams" else _words
        self._stem = _stem_function(stemmer)
        self._stems = _known_stems(stemmer)
        self._terms: dict[str, str] = {}
        if stop_words == "english":
            self._terms.update(dict.fromkeys(ENGLISH_STOP_WORDS, ""))

    def __call__(self, text: str) -> list[str]:
        """The terms of a text, in its order, with repetitions; none for an empty text."""
        terms = self._terms
        words = self._words(unicodedata.normalize("NFC", text).lower())
        for word in set(words).difference(terms):
            terms[word] = self._stem_of(word)
        return [term for word in words if (term := terms[word])]

    def _stem_of(self, word: str) -> str:
        """The stem of a word, kept for every tokenizer with the same stemmer."""
        stem = self._stems.get(word)
        if stem is None:
            stem = self._stems[word] = self._stem(word)
        return stem


def _words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return (_WORD if text.isascii() else _word_with_marks()).findall(text)


def _words_and_bigrams(text: str) -> list[str]:
    """The words of a text in lower case, runs without spaces as pairs of neighbours."""
    if text.isascii():
        return _WORD.findall(text)
    words: list[str] = []
    for run, word in _run_or_word().findall(text):
        words += [word] if word else map("".join, pairwise(run)) if len(run) > 1 else [run]
    return words


@cache
def _word_with_marks() -> re.Pattern[str]:
    """A word of any script: to Python a mark is no letter, and without marks Hindi has no words."""
    return re.compile(rf"\w[\w{_marks()}]+")


@cache
def _run_or_word() -> re.Pattern[str]:
    """A run whose words no space parts, or a word of other characters."""
    other = rf"(?![{_UNPARTED}])"
    return re.compile(rf"([{_UNPARTED}]+)|({other}\w(?:{other}[\w{_marks()}])+)")


@cache
def _marks() -> str:
    """The characters that belong to the word before them, as the inside of a regular expression."""
    points = range(_MARKS_FROM, _MARKS_TO)
    return _JOINERS + "".join(chr(at) for at in points if unicodedata.category(chr(at))[0] == "M")


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
