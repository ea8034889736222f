"""What every lane must survive is noticed when a lane does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchbook import Corpus, Lane, LanePlugin, Rankings, Topics
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.testing import PluginFault
from survival import LaneSurvival


class _ByPlace:
    """Scores by the place of a unit in the corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._scores = [(unit, float(at)) for at, unit in enumerate(corpus.unit_ids)]

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return Rankings.by_score(topics, [self._scores] * len(topics), depth)


class _Silent:
    """Finds nothing."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return Rankings.of(topics, [[]] * len(topics))


class _Ascii:
    """Reads nothing but ASCII."""

    def __init__(self, corpus: Corpus) -> None:
        self._lane = Bm25Lane(corpus)

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        plain = [(topic.id, topic.text.encode("ascii", "ignore").decode()) for topic in topics]
        return self._lane.retrieve(Topics.of(plain), depth)


def _average(corpus: Corpus) -> Lane:
    """Divide by the number of words, of which there may be none."""
    1 / sum(len(text.split()) for text in corpus.texts)
    return Bm25Lane(corpus)


def _many_words(corpus: Corpus) -> Lane:
    """Break on a long document."""
    assert all(len(text) < 60_000 for text in corpus.texts)
    return Bm25Lane(corpus)


def survival_of(build: Callable[[Corpus], Lane]) -> LaneSurvival:
    """Give the rules for a lane, without pytest finding them."""

    class Rules(LaneSurvival):
        plugin = LanePlugin(name="broken", version="1", summary="broken on purpose", build=build)

    return Rules()


@pytest.mark.parametrize(
    ("build", "rule", "error"),
    [
        (_ByPlace, "test_ids_do_not_matter", PluginFault),
        (lambda corpus: _Silent(), "test_survives_two_thousand_documents", PluginFault),
        (_Ascii, "test_survives_other_scripts", PluginFault),
        (_average, "test_survives_empty_texts", ZeroDivisionError),
        (_average, "test_survives_one_document", ZeroDivisionError),
        (_many_words, "test_survives_long_texts", AssertionError),
    ],
)
def test_what_does_not_survive_is_noticed(
    build: Callable[[Corpus], Lane], rule: str, error: type[Exception]
) -> None:
    """Each rule fails for a lane that breaks it, and holds for bm25."""
    getattr(survival_of(Bm25Lane), rule)()
    with pytest.raises(error):
        getattr(survival_of(build), rule)()
