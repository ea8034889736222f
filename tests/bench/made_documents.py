"""Documents and topics that are made, the same on every machine.

Words have falling frequency (the r-th in proportion to 1 / r, the commonest of them English
function words). A document has 40 to 200 of them, a third from one of 300 subjects; a tenth are
equal in text to another; each cites up to three earlier ones of its subject. A topic is some words
of a subject, and two of all words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from benchbook.core.ranking.ties import splitmix64
from benchbook.core.text import ENGLISH_STOP_WORDS

SUBJECTS, SUBJECT_WORDS, WORDS = 300, 80, 40_000
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er")]
Floats = npt.NDArray[np.float64]


class Chance:
    """Numbers from 0 to 1 that are the same everywhere: splitmix64 of a counter."""

    def __init__(self, seed: int) -> None:
        self._next = seed << 40

    def draw(self, count: int) -> Floats:
        """Give the next numbers."""
        counter = np.arange(self._next, self._next + count, dtype=np.uint64)
        self._next += count
        return (splitmix64(counter) >> np.uint64(11)) / float(1 << 53)


class Zipf:
    """Places 0 to size - 1, the r-th in proportion to 1 / (r + 1)."""

    def __init__(self, size: int) -> None:
        weights = np.cumsum(1 / np.arange(1, size + 1))
        self._ends = weights / weights[-1]

    def draw(self, chance: Chance, count: int) -> list[int]:
        """Give places."""
        places: list[int] = np.searchsorted(self._ends, chance.draw(count), "right").tolist()
        return places


def vocabulary() -> list[str]:
    """Give words, the commonest first: function words, then syllables counted up."""
    base = len(SYLLABLES)
    made = (
        SYLLABLES[at % base] + SYLLABLES[at // base % base] + SYLLABLES[at // base**2]
        for at in range(WORDS)
    )
    return [*sorted(ENGLISH_STOP_WORDS), *made]


def subject_words(words: Sequence[str], subject: int) -> list[str]:
    """Give the words of a subject, none of them a function word or a very common one."""
    first = len(ENGLISH_STOP_WORDS) + 200
    spread = range(SUBJECT_WORDS)
    return [words[first + (subject * 131 + at * 4_219) % (len(words) - first)] for at in spread]


def made_units(count: int) -> Iterator[dict[str, object]]:
    """Give documents as JSON objects, the fields of units."""
    words, chance, common, own = vocabulary(), Chance(1), Zipf(WORDS), Zipf(SUBJECT_WORDS)
    subjects = [subject_words(words, at) for at in range(SUBJECTS)]
    text = ""
    for number in range(count):
        subject = number * 7 % SUBJECTS
        length, repeats = (chance.draw(2) * (161, 10)).astype(int).tolist()
        if repeats or not text:
            text = sentence(chance, words, subjects[subject], (common, own), 40 + length)
        cited = [number - step * SUBJECTS for step in (1, 2, 5) if number >= step * SUBJECTS]
        title = " ".join(text.split()[:7])
        metadata = {"cites": [f"d{at:07}" for at in cited]}
        yield {"id": f"d{number:07}", "title": title, "text": text, "metadata": metadata}


def sentence(
    chance: Chance,
    words: Sequence[str],
    own_words: Sequence[str],
    laws: tuple[Zipf, Zipf],
    size: int,
) -> str:
    """Give a text: a third from a subject's words, the rest from all, a full stop at times."""
    common, own = laws
    third = size // 3
    picked = [own_words[at] for at in own.draw(chance, third)]
    picked += [words[at] for at in common.draw(chance, size - third)]
    order = np.argsort(chance.draw(size), kind="stable").tolist()
    mixed = [picked[at] for at in order]
    return " ".join(f"{word}." if at % 17 == 16 else word for at, word in enumerate(mixed)) + "."


def made_topics(count: int) -> list[dict[str, str]]:
    """Give topics of four to six words of a subject each, and two of all words."""
    words, chance = vocabulary(), Chance(2)
    common, own = Zipf(WORDS), Zipf(SUBJECT_WORDS)
    topics = []
    for number in range(count):
        known = subject_words(words, number * 11 % SUBJECTS)
        asked = [known[at] for at in own.draw(chance, 4 + number % 3)]
        asked += [words[at] for at in common.draw(chance, 2)]
        topics.append({"id": f"t{number:03}", "text": " ".join(asked)})
    return topics
