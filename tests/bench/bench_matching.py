"""How fast phrases are found in a corpus: `python tests/bench/bench_matching.py [--json]`.

A thousand phrases of three to six words, taken from made documents, are looked for in every unit,
by either rule of matching. The peer folds each unit once and searches it for each phrase. Ours and
the peer take turns over 2,000 units, CPU time is compared, and a ratio is printed only where both
found the same. Then ours alone works over 50,000 units, and its seconds are printed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import partial

from made_documents import Chance, made_units
from turns import Case, run

from benchbook import Corpus, Unit
from benchbook.core.matching.find import find
from benchbook.core.matching.rules import RULES, texts_of
from benchbook.testing import corpus_of

UNITS, MANY, PHRASES = 2_000, 50_000, 1_000
AT_LEAST = 3.0


def made_corpus(units: int) -> Corpus:
    """Units with made text."""
    return corpus_of(
        Unit(
            unit_id=str(made["id"]),
            doc_id=str(made["id"]),
            title=str(made["title"]),
            text=str(made["text"]),
        )
        for made in made_units(units)
    )


def made_phrases(corpus: Corpus) -> list[str]:
    """Runs of words from units all over the corpus."""
    chance = Chance(7)
    phrases = []
    for at in range(PHRASES):
        words = corpus.units[at * len(corpus) // PHRASES].text.split()
        start, length = chance.draw(2).tolist()
        first = int(start * (len(words) - 6))
        phrases.append(" ".join(words[first : first + 3 + int(length * 4)]))
    return phrases


def ours(corpus: Corpus, rule: str, phrases: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The index of anchors."""
    return dict(find(corpus, RULES[rule], [], phrases).phrases)


def plain(corpus: Corpus, rule: str, phrases: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Every phrase in every unit."""
    by = RULES[rule]
    asked = {text: by.phrase(text) for text in phrases}
    found: dict[str, list[int]] = {text: [] for text in phrases}
    for place, unit in enumerate(corpus):
        searched = by.searched(texts_of(unit))
        for text, phrase in asked.items():
            if phrase.is_in(searched):
                found[text].append(place)
    return {text: tuple(places) for text, places in found.items()}


def cases() -> list[Case]:
    """Both rules over the small corpus."""
    corpus = made_corpus(UNITS)
    phrases = made_phrases(corpus)
    return [
        Case(
            f"{PHRASES:,} phrases in {UNITS:,} units, match {rule}",
            "a search of every unit for every phrase",
            partial(ours, corpus, rule, phrases),
            partial(plain, corpus, rule, phrases),
            lambda left, right: bool(left == right),
            AT_LEAST,
        )
        for rule in RULES
    ]


def report_many() -> None:
    """The seconds that ours takes over many units."""
    corpus = made_corpus(MANY)
    phrases = made_phrases(corpus)
    for rule in RULES:
        start = time.process_time()
        ours(corpus, rule, phrases)
        spent = time.process_time() - start
        print(
            f"{PHRASES:,} phrases in {MANY:,} units, match {rule}: {spent:.1f} s", file=sys.stderr
        )


if __name__ == "__main__":
    report_many()
    run(__doc__, cases())
