"""The contract of rerankers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ..hookspec import Reranker, RerankerPlugin
from ..plugging.reordering import check_reordered
from ..ranking.rankings import Rankings
from ..running.reranking import UnitTexts
from ..topics import Topics
from .check import Contract, bytes_of, rows_of
from .fakes import toy_corpus, toy_rankings, toy_topics

_HOSTILE = "\x00\x1b[31m \u202e" + "river " * 30_000


class RerankerContract(Contract):
    """What every reranker must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Attributes:
        plugin: the reranker's record.
        params: parameters as an experiment gives them.
    """

    plugin: ClassVar[RerankerPlugin]

    def test_units_are_kept(self) -> None:
        """Each topic has the units that it had, none new, none lost; scores are numbers."""
        self._checked(toy_topics(), toy_rankings(), _texts())

    def test_asked_twice_answers_the_same(self) -> None:
        """The same object gives the same order again."""
        reranker, given, texts = self._reranker(), toy_rankings(), _texts()
        first = rows_of(reranker.rerank(toy_topics(), given, texts))
        again = rows_of(reranker.rerank(toy_topics(), given, texts))
        self.expect("asked twice, answers the same", first, again, "equal rows and scores")

    def test_block_alone_is_the_block_within_all(self) -> None:
        """A block of topics alone is ordered as it is among all topics."""
        reranker, texts = self._reranker(), _texts()
        whole = rows_of(reranker.rerank(toy_topics(), toy_rankings(), texts))
        parts = []
        for number, block in enumerate(toy_topics().blocks):
            parts += rows_of(reranker.rerank(block, toy_rankings().block(number), texts))
        self.expect(
            "a block alone is the block within all", whole, parts, "no trace of its company"
        )

    def test_topics_without_rows(self) -> None:
        """A topic for which nothing was found stays so, and no topics give no topics."""
        silent = toy_topics().ids[:3]
        self._checked(toy_topics(), toy_rankings(silent=silent), _texts())
        nothing = Topics((), ())
        self._checked(nothing, Rankings.of(nothing, []), _texts())

    def test_hostile_texts(self) -> None:
        """Empty texts, control characters and 180,000 characters keep the units."""
        for text in ("", " \n", _HOSTILE):
            texts = dict.fromkeys(toy_corpus().unit_ids, text)
            self._checked(toy_topics(), toy_rankings(), texts)
        asked = Topics.of((id_, _HOSTILE if at else "") for at, id_ in enumerate(("a", "b")))
        self._checked(asked, toy_rankings(asked), _texts())

    def test_texts_and_rankings_are_left_alone(self) -> None:
        """Reranking changes nothing in what it was given."""
        texts = dict(_texts())
        given = toy_rankings()
        before = (dict(texts), rows_of(given))
        self._reranker().rerank(toy_topics(), given, texts)
        self.expect(
            "what it was given is left alone",
            list(before),
            [texts, rows_of(given)],
            "untouched texts and rankings",
        )

    def footprint(self) -> bytes:
        """The order of all topics."""
        return bytes_of([self._reranker().rerank(toy_topics(), toy_rankings(), _texts())])

    def _reranker(self) -> Reranker:
        """The reranker."""
        reranker: Reranker = self.build()
        return reranker

    def _checked(self, topics: Topics, given: Rankings, texts: Mapping[str, str]) -> Rankings:
        """Rerank and check as a run does."""
        return check_reordered(self.name, self._reranker().rerank(topics, given, texts), given)


def _texts() -> Mapping[str, str]:
    """What the toy corpus says."""
    return UnitTexts(toy_corpus())
