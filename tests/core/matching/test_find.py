"""Finding titles and phrases: the index finds what a plain search of every unit does."""

from __future__ import annotations

import random

import pytest

from benchbook import Corpus, Unit
from benchbook.core.matching.find import find
from benchbook.core.matching.rules import RULES, texts_of
from benchbook.testing import corpus_of

SYLLABLES = ["ri", "ce", "straw", "320", "1,", ".5", "kg", " ", " ", "-", "乙", "二", "\ufb01", "M"]
ALPHABET = [*SYLLABLES, "mW", "5 ", "\n", "x", "(", "é", "\u00b2", "ash", "-\n", "\u202f", "µ"]


def unit(number: int, text: str, title: str = "", section: tuple[str, ...] = ()) -> Unit:
    """A document of one unit."""
    name = f"d{number:03}"
    return Unit(unit_id=name, doc_id=name, title=title, text=text, section=section)


def made_corpus(seed: int) -> Corpus:
    """Units of syllables that meet every rule of the fold and of its borders."""
    draw = random.Random(seed)  # noqa: S311 - a fixed corpus, no secret
    return corpus_of(unit(n, "".join(draw.choices(ALPHABET, k=30))) for n in range(60))


def made_phrases(corpus: Corpus, seed: int) -> list[str]:
    """Pieces of the corpus's texts, from anywhere, and some that are not there."""
    draw = random.Random(seed)  # noqa: S311 - fixed phrases, no secret
    phrases = ["→→→", "nowhere", "320", "rice straw", "320 kg", "乙二"]
    for one in corpus:
        start = draw.randrange(len(one.text))
        phrases.append(one.text[start : start + draw.randrange(3, 14)])
    return phrases


@pytest.mark.parametrize("rule", ["fold", "substring"])
@pytest.mark.parametrize("seed", range(12))
def test_the_index_finds_what_a_plain_search_finds(rule: str, seed: int) -> None:
    """Leaving units out by their words never loses one."""
    by, corpus = RULES[rule], made_corpus(seed)
    phrases = made_phrases(corpus, seed)
    searched = [by.searched(texts_of(one)) for one in corpus]
    asked = {text: by.phrase(text) for text in phrases}
    expected = {
        text: tuple(n for n, one in enumerate(searched) if not phrase.ignored and phrase.is_in(one))
        for text, phrase in asked.items()
    }

    assert expected == find(corpus, by, [], phrases).phrases
    assert sum(map(len, expected.values())) > 30


def test_a_phrase_may_stand_in_title_section_or_text() -> None:
    """A unit's heading belongs to it, as the sci-rag kit has it."""
    corpus = corpus_of(
        [
            unit(0, "nothing", title="On rice straw"),
            unit(1, "nothing", section=("Yields", "Rice straw")),
            unit(2, "of rice straw"),
            unit(3, "of rye straw"),
        ]
    )

    assert {"rice straw": (0, 1, 2)} == find(corpus, RULES["fold"], [], ["rice straw"]).phrases


def test_a_title_finds_every_unit_that_bears_it() -> None:
    """Titles are equal after the fold; a part of a title is another title."""
    corpus = corpus_of(
        [unit(0, "", "Rice Straw"), unit(1, "", "rice\u00a0straw"), unit(2, "", "Rice Straw 2023")]
    )

    found = find(corpus, RULES["fold"], ["RICE STRAW", "Rye"], []).titles

    assert {"RICE STRAW": (0, 1), "Rye": ()} == found


def test_an_empty_title_is_nobodys() -> None:
    """A unit without a title matches no reference title, not even an empty one."""
    corpus = corpus_of([unit(0, "text")])

    assert {"": (), " ": ()} == find(corpus, RULES["fold"], ["", " "], []).titles


def test_an_ignored_phrase_finds_nothing() -> None:
    """`18` would be found; it is too short to count."""
    corpus = corpus_of([unit(0, "18 percent ash")])

    assert {"18": ()} == find(corpus, RULES["fold"], [], ["18"]).phrases


def test_an_empty_corpus_holds_nothing() -> None:
    """No units, nothing found."""
    assert {"rice straw": ()} == find(corpus_of([]), RULES["fold"], [], ["rice straw"]).phrases
