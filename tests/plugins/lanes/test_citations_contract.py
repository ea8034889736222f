"""The lane citations keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import attrs

from benchbook import Corpus, Unit
from benchbook.plugins.lanes.citations import benchbook_plugins
from benchbook.testing import corpus_of, toy_corpus
from survival import LaneSurvival


def citing(units: Sequence[Unit]) -> list[Unit]:
    """Give units of which each cites the one that stood before it, and every fifth one another."""
    made = []
    for at, unit in enumerate(units):
        cites = [units[at - 1].doc_id] if at else []
        cites += [units[at // 5].doc_id] if at % 5 == 0 else []
        made.append(attrs.evolve(unit, metadata={**unit.metadata, "cites": cites}))
    return made


class CitationsSurvival(LaneSurvival):
    """Units that cite each other."""

    plugin = benchbook_plugins()[0]
    corpus: ClassVar[Corpus] = corpus_of(citing(list(toy_corpus())))

    @classmethod
    def prepared(cls, units: Sequence[Unit]) -> Iterable[Unit]:
        """Give the units with citations."""
        return citing(units)


class TestCitations(CitationsSurvival):
    """With the parameters it has by default."""

    ids_matter = "the citations made for the test name units by their ids"


class TestCitationsWithoutSeeds(CitationsSurvival):
    """What is cited alone, over a longer walk from fewer seeds."""

    finds_words = False  # the best match is a seed
    ids_matter = "the citations made for the test name units by their ids"
    params: ClassVar[Mapping[str, object]] = {
        "include_seeds": False,
        "seeds": 2,
        "damping": 0.8,
        "tolerance": 1e-4,
        "rounds": 3,
    }
