"""The fold: how titles and phrases of a gold set are compared with the text of a corpus.

Two texts are the same when their folds are equal. The fold

- removes soft hyphens and characters without width (zero-width spaces and joiners, byte order
  marks, marks of direction), and a soft hyphen with the line break behind it;
- composes characters (NFC), and nothing more: superscripts, subscripts and fractions stay what they
  are, since 10⁻⁵ is not 10-5 and CO₂ is not CO2 (NFKC would make them equal);
- takes ligatures apart (U+FB00 to U+FB06), makes every hyphen, dash and minus sign a `-`, the micro
  sign a mu, and each run of white space one space;
- joins a word that is hyphenated at the end of a line;
- folds case, except that of a unit of measure behind a number: 5 mW is not 5 MW.

Accents, quotation marks and digits of other scripts stay as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from .units_of_measure import AFTER_NUMBER

FOLD = "fold/1"
"""The name of these rules; others have another number."""

GROUP = "\u2063"
"""Stands for the thin or unbreakable space inside a number, as in 302 000, in `Folded.exact`.

The fold removes this character, so that no text brings it along.
"""

_SOFT_BREAK = re.compile("\u00ad[ \t]*\r?\n[ \t]*")
_WIDTHLESS = dict.fromkeys(
    (
        0x00AD,  # soft hyphen
        0x180E,
        *range(0x200B, 0x2010),  # zero-width space and joiners, left-to-right and right-to-left
        *range(0x202A, 0x202F),  # embeddings and overrides of direction
        *range(0x2060, 0x206A),  # word joiner, invisible operators, isolates
        0xFEFF,  # byte order mark
    )
)
_SIGNS = {
    **{0xFB00 + at: text for at, text in enumerate(["ff", "fi", "fl", "ffi", "ffl", "st", "st"])},
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-"),
    0x00B5: "\u03bc",
}
_BROKEN_WORD = re.compile("(?<=[^\\W\\d_])[-\u2010\u2011][ \t]*\r?\n[ \t]*(?=[^\\W\\d_])")
_BROKEN_LINE = re.compile("(?<=\\w)[-\u2010\u2011][ \t]*\r?\n[ \t]*(?=\\w)")
_GROUPS = re.compile(
    "(?<![\\d.,])(\\d{1,3}(?:[\u00a0\u2007\u2009\u202f]\\d{3})+)(?!\\d)", re.UNICODE
)
_GROUP_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f", GROUP))


@attrs.define(frozen=True, eq=False, slots=False)
class Folded:
    """A folded text in two forms of equal length, character by character, each made when asked for.

    Attributes:
        cleaned: everything but the folding of case.
    """

    cleaned: str

    @classmethod
    def of(cls, *texts: str) -> Folded:
        """The folds of some texts, apart by line breaks: nothing matches across two of them.

        Of a word hyphenated at the end of a line this is the joined reading.
        """
        return cls("\n".join(map(_clean, texts)))

    @classmethod
    def in_both_readings(cls, texts: Iterable[str]) -> Folded:
        """The same; a text with a word that is hyphenated at the end of a line stands there twice.

        Once with the word joined (`bio-` and `mass` is `biomass`), once with its hyphen (`co-` and
        `located` is `co-located`).
        """
        return cls.of(*_readings(texts))

    @cached_property
    def plain(self) -> str:
        """All case folded: what is searched."""
        return self.cleaned.casefold().replace(GROUP, " ")

    @cached_property
    def exact(self) -> str:
        """What a match is checked against.

        Units of measure behind a number have their own case, and `GROUP` is a space in a number.
        """
        parts, at = [], 0
        for unit in AFTER_NUMBER.finditer(self.cleaned):  # their letters stay one letter each
            parts += [self.cleaned[at : unit.start(1)].casefold(), unit[1]]
            at = unit.end()
        return "".join((*parts, self.cleaned[at:].casefold()))


def fold(text: str) -> str:
    """A text as it is compared: equal texts have equal folds. An empty text stays empty."""
    return Folded.of(text).exact.replace(GROUP, " ")


def _readings(texts: Iterable[str]) -> Iterator[str]:
    """Each text, and once more with its hyphens where lines end in them."""
    for text in texts:
        yield text
        if "\n" in text and _BROKEN_WORD.search(text):
            yield _BROKEN_WORD.sub("-", text)


def _clean(text: str) -> str:
    """Everything but the folding of case; spaces inside a number are `GROUP`."""
    if not text.isascii():
        text = _SOFT_BREAK.sub("", text).translate(_WIDTHLESS)
        text = unicodedata.normalize("NFC", text)
        text = _GROUPS.sub(lambda number: number[0].translate(_GROUP_SPACES), text)
    if "\n" in text:
        text = _BROKEN_LINE.sub("-", _BROKEN_WORD.sub("", text))
    if not text.isascii():
        text = text.translate(_SIGNS)
    return " ".join(text.split())
