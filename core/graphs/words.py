"""Terms of a text for the term graph, and the breaks between them, found without any model.

A token is a word, words joined by hyphens, or a mark of punctuation. A word gives its stem; a
function word, a mark, or a word of more than 64 characters gives a break. Symbols are kept as they
are written, in lower case: a word of letters and digits (p53, CD4, 16S), and one of at most six
characters with a capital behind its first (DNA, mTOR; siRNAs without its plural s). A symbol takes
the one or two characters behind its hyphen along: IL-2 is `il2`, TGF-β is `tgfβ`, HIV-1-infected is
`hiv1` and `infect`; any other hyphen parts two words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..text import Tokenizer

BREAK = ""
"""Stands between two runs of terms."""

FUNCTION_WORDS = frozenset(
    """
    a about above across after again against all almost along already also although always am among
    an and another any are around as at be became because become been before being below between
    both but by can cannot could did do does doing done down due during each either else enough ever
    every few for from further had has have having he hence her here him his how however i if in
    indeed instead into is it its itself just least less many may me might more most much must my
    neither no nor not now of off often on once one only onto or other others our out over own per
    perhaps quite rather same several shall she should since so some still such than that the their
    them themselves then there therefore these they this those through throughout thus to together
    too toward towards under until up upon us use used using very via was we well were what when
    where whether which while who whom whose why will with within without would yet you your
    """.split()  # noqa: SIM905 - shorter
)
"""Words that end a phrase and are no term: articles, pronouns, prepositions, auxiliaries."""

_LONGEST_WORD = 64
_LONGEST_ACRONYM = 6
_SUFFIX = 2
_HYPHEN = re.compile("[-\u2010\u2011]")
_TOKEN = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*|(?<=\w)['\u2019]s\b|[^\w\s]")


def tokens_of(text: str) -> list[str]:
    """The tokens of a text in its composed form (NFC), in order; none for an empty text."""
    return [
        token
        for token in _TOKEN.findall(unicodedata.normalize("NFC", text))
        if token not in {"'s", "\u2019s"}
    ]


class TermsOfTokens:
    """Turns one token into terms and breaks.

    Stems are those of `Tokenizer`, so the lexical lanes and the term graph fold words alike.
    """

    def __init__(self) -> None:
        self._stems = Tokenizer("none", "english")

    def __call__(self, token: str) -> tuple[str, ...]:
        """The terms of a token; `BREAK` for each function word, mark, or overlong word in it."""
        if not any(map(str.isalnum, token)):
            return (BREAK,)
        return tuple(term for word in _joined(_HYPHEN.split(token)) for term in self._terms(word))

    def _terms(self, word: str) -> tuple[str, ...]:
        """A word's stem, or the symbol that it is; one whose lower case falls apart gives more."""
        lower = word.lower()
        if lower in FUNCTION_WORDS or len(word) > _LONGEST_WORD:
            return (BREAK,)
        if _is_symbol(word):
            is_plural = word.endswith("s") and word[-2].isupper()
            return (lower[:-1] if is_plural else lower,)
        return tuple(self._stems(lower)) or (lower,)


def spelling(token: str) -> str:
    """A token as a symbol would be written: lower case, no hyphens."""
    return _HYPHEN.sub("", token).lower()


def _joined(parts: list[str]) -> Iterator[str]:
    """The parts of a token, each symbol with the short parts that follow it."""
    word = parts[0]
    for part in parts[1:]:
        if _is_symbol(word) and len(part) <= _SUFFIX:
            word += part
        else:
            yield word
            word = part
    yield word


def _is_symbol(word: str) -> bool:
    """Whether a word is kept unstemmed."""
    if any(map(str.isdigit, word)):
        return any(map(str.isalpha, word))
    return len(word) <= _LONGEST_ACRONYM and any(map(str.isupper, word[1:]))
