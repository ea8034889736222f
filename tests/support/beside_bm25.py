"""What a lane finds on a real collection, and what of it bm25 does not find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import attrs

from benchbook import Corpus, Lane, Topics
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import corpus_of

DEPTH = 100


@attrs.frozen
class Found:
    """How a lane did.

    Attributes:
        recall: R@100, the mean over all judged topics, four decimals.
        new: relevant documents among its first 100 that are not among the first 100 of bm25.
        relevant: all relevant documents.
    """

    recall: float
    new: int
    relevant: int


@attrs.frozen(eq=False)
class Collection:
    """A corpus with topics, their relevant documents, and what bm25 finds of them."""

    corpus: Corpus
    topics: Topics
    relevant: Mapping[str, frozenset[str]]
    by_bm25: Mapping[str, frozenset[str]]

    def measure(self, build: Callable[[Corpus], Lane]) -> Found:
        """Build a lane and ask it all topics."""
        found = _relevant_found(build(self.corpus), self.topics, self.relevant)
        shares = [len(found[topic]) / len(wanted) for topic, wanted in self.relevant.items()]
        return Found(
            recall=round(sum(shares) / len(shares), 4),
            new=sum(len(found[topic] - self.by_bm25[topic]) for topic in self.relevant),
            relevant=sum(map(len, self.relevant.values())),
        )


@cache
def collection(folder: Path) -> Collection:
    """Read a collection in the form of BEIR, once."""
    reader = BeirReader()
    gold = reader.gold(folder)
    relevant = {
        topic: frozenset(document for document, grade in row.items() if grade > 0)
        for topic, row in gold.qrels.grades.items()
    }
    corpus = corpus_of(unit for _, unit in reader.corpus(folder))
    found = _relevant_found(Bm25Lane(corpus), gold.topics, relevant)
    return Collection(corpus, gold.topics, relevant, found)


def _relevant_found(
    lane: Lane, topics: Topics, relevant: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """The relevant documents among a lane's first 100."""
    rankings = lane.retrieve(topics, DEPTH)
    return {topic: wanted.intersection(rankings.units(topic)) for topic, wanted in relevant.items()}
