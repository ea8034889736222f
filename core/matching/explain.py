"""Explaining: where a unit holds a phrase, and what comes near to one that no unit holds."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

import attrs

from ..corpus import Corpus, Unit
from .anchors import WORD
from .find import find_phrases
from .fold import GROUP
from .phrases import Lowered, Phrase, Searched
from .rules import RULES, ByFold, Rule, texts_of

_LONGEST_TITLE = 30
"""Words of a title that are looked at when it is compared with longer and shorter ones."""

_AROUND = 40
"""Characters that are shown on either side of what was found."""


@attrs.frozen(kw_only=True)
class Excerpt:
    """A piece of a unit.

    Attributes:
        text: what is held, in brackets, among what stands around it, as it is compared: folded.
    """

    unit: str
    text: str


@attrs.frozen(kw_only=True)
class Near:
    """What comes near to a phrase or title that was not found.

    Attributes:
        why: it does not count; units: in how many units it is so; excerpt: of the first of them.
    """

    why: str
    units: int
    excerpt: Excerpt


def show(unit: Unit, rule: Rule, phrase: Phrase) -> Excerpt:
    """The first place in a unit that holds a phrase."""
    searched = rule.searched(texts_of(unit))
    start, end = next(phrase.spans(searched))
    return Excerpt(unit=unit.unit_id, text=_around(searched, start, end))


def near_phrases(corpus: Corpus, rule: Rule, texts: Collection[str]) -> dict[str, Near]:
    """What comes near to phrases that no unit of a corpus holds, by their texts.

    Tried in turn: inside a longer word or number, the other rule of matching, and without regard to
    signs, accents and the form of digits.
    """
    found: dict[str, Near] = {}
    for why, other in _others(rule):
        asked = {text: other.phrase(text) for text in sorted(set(texts) - found.keys())}
        counted = [phrase for phrase in asked.values() if phrase.plain]
        for text, places in find_phrases(corpus, other, counted).items():
            unit = corpus.units[places[0]]
            inside = _inside(unit, asked[text]) if isinstance(other, _Borderless) else why
            found[text] = Near(
                why=inside, units=len(places), excerpt=show(unit, other, asked[text])
            )
    return found


def near_titles(corpus: Corpus, texts: Collection[str]) -> dict[str, Near]:
    """What comes near to titles that no unit of a corpus bears, by their texts.

    A title that is the same but for signs, accents and case; else a longer one that holds it; else
    a shorter one that it holds.
    """
    bearing: dict[str, list[int]] = defaultdict(list)
    for place, title in enumerate(corpus.titles if texts else ()):
        bearing[title].append(place)
    bare: dict[str, list[str]] = defaultdict(list)
    longer: dict[str, list[str]] = defaultdict(list)
    for title in sorted(bearing):
        words = _words(title)
        bare[words].append(title)
        for run in _runs(words):
            longer[run].append(title)
    found: dict[str, Near] = {}
    for text in sorted(texts):
        words = _words(text)
        parts = [title for run in _runs(words) for title in bare.get(run, ())]
        for why, titles in (
            ("but for signs, accents or case", bare.get(words, [])),
            ("as a part of a longer title", longer.get(words, [])),
            ("of a part of it alone", parts),
        ):
            if words and titles and text not in found:
                found[text] = _near_title(corpus, why, bearing[titles[0]])
    return found


def _near_title(corpus: Corpus, why: str, places: Sequence[int]) -> Near:
    """A title near to one that is wanted, on its first unit."""
    unit = corpus.units[places[0]]
    return Near(
        why=why, units=len(places), excerpt=Excerpt(unit=unit.unit_id, text=f"[{unit.title}]")
    )


def _runs(words: str) -> Iterator[str]:
    """Every run of neighbouring words but the whole, the longest first."""
    each = words.split(" ")[:_LONGEST_TITLE]
    for length in range(len(each) - 1, 0, -1):
        for start in range(len(each) - length + 1):
            yield " ".join(each[start : start + length])


def _around(searched: Searched, start: int, end: int) -> str:
    """What was found, in brackets, with what stands before and after it in the same text."""
    text = searched.exact.replace(GROUP, " ")
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    first = max(text.rfind("\n", 0, start) + 1, start - _AROUND)
    last = min(text.find("\n", end) if "\n" in text[end:] else len(text), end + _AROUND)
    before = "…" if first > 0 and text[first - 1] != "\n" else ""
    after = "…" if last < len(text) and text[last] != "\n" else ""
    return f"{before}{text[first:start]}[{text[start:end]}]{text[end:last]}{after}"


def _inside(unit: Unit, phrase: Phrase) -> str:
    """What a phrase is a part of, or how else it is written."""
    searched = ByFold().searched(texts_of(unit))
    text = searched.exact
    start, end = next(phrase.spans(searched))
    first, last = start, end
    while first > 0 and not text[first - 1].isspace():
        first -= 1
    while last < len(text) and not text[last].isspace():
        last += 1
    whole = text[first:last].replace(GROUP, " ").strip("()[]{}.,;:!?\"'")
    written = text[start:end].replace(GROUP, " ")
    return f"written {written!r}" if whole == written else f"inside {whole!r}"


class _Borderless(ByFold):
    """The fold without borders, and without regard to the case of units."""

    def phrase(self, text: str) -> Phrase:
        """A phrase that may be a part of anything."""
        return attrs.evolve(Phrase.folded(text), exact="", begins=False, ends=False)


class _Bare:
    """Words alone: no signs, accents or case, and digits of every form the same."""

    name = version = "bare"

    def title(self, text: str) -> str:
        """The words of a title."""
        return _words(text)

    def phrase(self, text: str) -> Phrase:
        """The words of a phrase, whole."""
        return Phrase(text=text, plain=f" {_words(text)} " if _words(text) else "")

    def searched(self, texts: Iterable[str]) -> Searched:
        """The words of some texts."""
        return Lowered("\n".join(f" {_words(text)} " for text in texts))


def _others(rule: Rule) -> list[tuple[str, Rule]]:
    """Rules that find more than this one, each with why that does not count."""
    more = [(f'by match = "{other.name}"', other) for other in RULES.values() if other is not rule]
    borderless = [("", _Borderless())] if isinstance(rule, ByFold) else []
    return [*borderless, *more, ("but for signs, accents or the form of digits", _Bare())]


def _words(text: str) -> str:
    """The words of a text, apart by spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(WORD.findall(kept))
