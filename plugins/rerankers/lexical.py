"""A reranker that reads: how much of the topic stands in each text, and how close together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from benchbook import Rankings, RerankerPlugin, Tokenizer, Topics, UsageError, hookimpl

DECIMALS = 9
"""Places that scores are rounded to before they order."""


class LexicalReranker:
    """Orders the pool of a topic by what its texts hold of the topic's words.

    Each text gets the sum over the topic's distinct terms of idf · tf / (tf + 1), doubled for what
    the shortest window with all its matched terms allows: times 1 + matched / window. Frequencies
    are counted within the pool alone, idf = ln(1 + (n - df + 0.5) / (df + 0.5)), so that nothing
    outside it is needed. The proximity term follows Tao and Zhai, SIGIR 2007
    (doi:10.1145/1277741.1277794), whose finding is that closeness adds to a lexical score; the form
    is ours. Texts with equal scores keep the order that they came in.

    Cost: one pass over the texts of the pool. Deterministic: scores are rounded to nine places.
    Limits: it knows no synonym, and with few words in the topic many texts tie.

    Args:
        stop_words, stemmer: as `Tokenizer` takes them.
        first: how many characters of a text are read, at least 1.

    Raises:
        UsageError: `first` is below 1.
    """

    def __init__(
        self,
        *,
        stop_words: Literal["english", "none"] = "english",
        stemmer: Literal["english", "porter", "none"] = "english",
        first: int = 20_000,
    ) -> None:
        if first < 1:
            message = f"lexical: first = {first}; expected 1 or more"
            raise UsageError(message)
        self._tokens = Tokenizer(stop_words, stemmer)
        self._first = first

    def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
        return Rankings.of(
            topics,
            [self._ordered(topic.text, rankings.units(topic.id), texts) for topic in topics],
        )

    def _ordered(
        self, query: str, units: Sequence[str], texts: Mapping[str, str]
    ) -> list[tuple[str, float]]:
        """The units of one topic, best first."""
        wanted = sorted(set(self._tokens(query)))
        terms = [self._tokens(texts[unit][: self._first]) for unit in units]
        counts = [Counter(term for term in words if term in wanted) for words in terms]
        known = Counter(term for count in counts for term in count)
        scores = [
            round(_score(wanted, words, count, known, len(units)), DECIMALS)
            for words, count in zip(terms, counts, strict=True)
        ]
        order = sorted(range(len(units)), key=lambda at: -scores[at])  # stable: ties stay
        return [(units[at], scores[at]) for at in order]


def _score(
    wanted: Sequence[str],
    words: Sequence[str],
    count: Mapping[str, int],
    known: Mapping[str, int],
    pool: int,
) -> float:
    """What one text holds of the topic's terms."""
    parts = [
        math.log(1 + (pool - known[term] + 0.5) / (known[term] + 0.5))
        * count[term]
        / (count[term] + 1)
        for term in wanted
        if term in count
    ]
    if not parts:
        return 0.0
    return math.fsum(parts) * (1 + len(parts) / _window(words, frozenset(count)))


def _window(words: Sequence[str], terms: frozenset[str]) -> int:
    """The length of the shortest stretch of a text that holds all of some terms; each is there."""
    last: dict[str, int] = {}
    shortest = len(words)
    for at, word in enumerate(words):
        if word in terms:
            last[word] = at
            if len(last) == len(terms):
                shortest = min(shortest, at - min(last.values()) + 1)
    return shortest


@hookimpl
def benchbook_plugins() -> list[RerankerPlugin]:
    return [
        RerankerPlugin(
            name="lexical",
            version="1",
            summary="Shared words and how close they stand, within the pool",
            build=LexicalReranker,
            requires=("snowballstemmer",),
        )
    ]
