"""The contract of lanes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import ClassVar

import attrs

from ..corpus import Corpus, Unit
from ..errors import BenchbookError, Inapplicable
from ..hookspec import EmbedderPlugin, Lane, LanePlugin
from ..importing.returned_checks import check_returned
from ..plugging.contracts import check_rankings
from ..plugging.vectors import CheckedEmbedder
from ..ranking.rankings import Rankings
from ..topics import Topics
from .check import Contract, bytes_of, rows_of
from .fakes import corpus_of, long_topics, toy_corpus, toy_topics
from .toy_embedder import TOY_EMBEDDER, toy_expansions

_LONG = 200_000
_HOSTILE = (
    "\x00\x01\x1b[31m river\x00delta",
    "\u202egnissim\u202c \u200b\ufeff moss",
    "../../etc/passwd $(reboot) '; DROP TABLE event; -- <script>alert(1)</script>",
    'AND OR NOT ( " * ~ ^ river:delta [a TO z] {',
    "otter " * (_LONG // len("otter ")),
    "a" * _LONG,
    "\U0001d52f\U0001d526 e\u0301 \ufb01 \u0130 \xdf \u65e5\u672c\u8a9e \U0001f9a6",
)


class LaneContract(Contract):
    """What every lane must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Attributes:
        plugin: the lane's record.
        params: parameters as an experiment gives them.
        corpus: what is ranked; the toy corpus unless the lane needs one of its own.
        topics: what is asked, at least 65 so that there are two blocks; the toy topics by default.
        embedder: what a lane is given that needs one, built as core builds it; it counts the words
            of the toy corpus by default. A lane that needs `expansions` is given those of
            `toy_expansions`, unless `passed` has others.
    """

    plugin: ClassVar[LanePlugin]
    embedder: ClassVar[EmbedderPlugin] = TOY_EMBEDDER
    corpus: ClassVar[Corpus] = toy_corpus()
    topics: ClassVar[Topics] = toy_topics()
    depth: ClassVar[int] = 10

    def test_rankings_are_sound(self) -> None:
        """Rankings for the topics asked, known units, each once, no NaN, at most `depth` rows."""
        made = self._checked(self._lane(), self.topics, self.depth)
        if not len(made.codes):
            self.fail("finds something", "no unit for any topic", "a unit for at least one topic")

    def test_asked_twice_answers_the_same(self) -> None:
        """The same object gives the same rankings again: no call leaves anything behind."""
        lane = self._lane()
        first = rows_of(lane.retrieve(self.topics, self.depth))
        again = rows_of(lane.retrieve(self.topics, self.depth))
        self.expect("asked twice, answers the same", first, again, "equal rows and scores")

    def test_built_twice_answers_the_same(self) -> None:
        """Two objects built from the same corpus give the same rankings."""
        first = rows_of(self._lane().retrieve(self.topics, self.depth))
        again = rows_of(self._lane().retrieve(self.topics, self.depth))
        self.expect("built twice, answers the same", first, again, "equal rows and scores")

    def test_block_alone_is_the_block_within_all(self) -> None:
        """A block of topics alone is ranked as it is among all topics."""
        lane = self._lane()
        whole = rows_of(lane.retrieve(self.topics, self.depth))
        parts = [
            row for block in self.topics.blocks for row in rows_of(lane.retrieve(block, self.depth))
        ]
        self.expect(
            "a block alone is the block within all", whole, parts, "no trace of its company"
        )

    def test_order_of_asking_does_not_matter(self) -> None:
        """Topics asked one at a time, last first, are ranked as they are together."""
        lane = self._lane()
        singles = [
            rows_of(lane.retrieve(Topics((topic.id,), (topic.text,)), self.depth))[0]
            for topic in reversed(list(self.topics))
        ]
        whole = rows_of(lane.retrieve(self.topics, self.depth))
        self.expect("the order of asking does not matter", whole, singles[::-1], "equal rows")

    def test_depth_is_respected(self) -> None:
        """At most `depth` rows for a small depth and for one beyond the corpus."""
        lane = self._lane()
        for depth in (1, 3, len(self.corpus) + 10):
            self._checked(lane, self.topics, depth)

    def test_smaller_depth_is_a_prefix(self) -> None:
        """Asking for fewer rows gives the first rows of asking for more."""
        lane = self._lane()
        deep = lane.retrieve(self.topics, self.depth)
        for depth in (1, 3):
            shallow = rows_of(lane.retrieve(self.topics, depth))
            self.expect(
                "a smaller depth is a prefix",
                rows_of(deep.cut(depth)),
                shallow,
                "the same first rows",
            )

    def test_empty_corpus(self) -> None:
        """A corpus without units is refused with an error of Benchbook, or gives empty rankings."""
        empty = corpus_of([])
        made = self._sound_or_refused(empty, self.topics, "an empty corpus")
        if made is not None and len(made.codes):
            self.fail("an empty corpus", f"{len(made.codes)} rows", "no rows")

    def test_no_topics(self) -> None:
        """No topics give rankings of no topics."""
        self._checked(self._lane(), Topics((), ()), self.depth)

    def test_topic_without_words(self) -> None:
        """A topic without any word gets a sound ranking, empty or not, beside others."""
        self._sound(self.corpus, Topics.of([("a", ""), ("b", " \t"), ("c", "?!"), ("d", "river")]))

    def test_unknown_words(self) -> None:
        """Words that no unit has give a sound ranking, empty or not."""
        self._sound(self.corpus, Topics.of([("a", "zyzzyva quagga"), ("b", "river zyzzyva")]))

    def test_hostile_topics(self) -> None:
        """Control characters, query syntax and 200,000 characters give sound rankings."""
        self._sound(self.corpus, Topics.of((f"h{n}", text) for n, text in enumerate(_HOSTILE)))

    def test_hostile_corpus(self) -> None:
        """The same texts as units give sound rankings, or an error of Benchbook."""
        units = [
            Unit(unit_id=f"h{n}", doc_id=f"h{n}", title=text[:80], text=text)
            for n, text in enumerate(_HOSTILE)
        ]
        self._sound_or_refused(corpus_of(units), self.topics, "a hostile corpus")

    def test_corpus_is_left_alone(self) -> None:
        """Building and retrieving change nothing in the corpus or the topics."""
        corpus = corpus_of(
            attrs.evolve(unit, metadata=deepcopy(dict(unit.metadata))) for unit in self.corpus
        )
        corpus = attrs.evolve(corpus, digest=self.corpus.digest)
        before = repr((corpus, self.topics))
        self._lane(corpus).retrieve(self.topics, self.depth)
        self.expect(
            "the corpus is left alone", before, repr((corpus, self.topics)), "an untouched corpus"
        )

    def test_declared_corpus(self) -> None:
        """A lane that can search what is only declared does, and what it tells can be recorded."""
        if not self.plugin.declared:
            self.skip("this lane says that it searches the units that it is given")
        rule, declared = "a declared corpus", Corpus((), "0" * 64, is_declared=True)
        try:
            lane = self._lane(declared)
        except Inapplicable:
            return  # with these parameters it needs the units
        made = lane.retrieve(self.topics, self.depth)
        made = check_rankings(self.name, made, self.topics, self.depth, None)
        if not len(made.codes):
            self.fail(rule, "no unit for any topic", "a unit for at least one topic")
        check_returned(self.name, getattr(lane, "units", None), made)

    def footprint(self) -> bytes:
        """The rankings of all topics, and of topics of many words."""
        lane, many_words = self._lane(), long_topics(self.corpus)
        return bytes_of(lane.retrieve(asked, self.depth) for asked in (self.topics, many_words))

    def _lane(self, corpus: Corpus | None = None) -> Lane:
        """The lane over a corpus."""
        ranked = self.corpus if corpus is None else corpus
        lane: Lane = self.build(ranked, **self._needed(ranked))
        return lane

    def _needed(self, corpus: Corpus) -> dict[str, object]:
        """What core would pass to the lane beside its parameters."""
        needed: dict[str, object] = {}
        if "embedder" in self.plugin.needs and "embedder" not in self.passed:
            fitted = {"corpus": corpus} if "corpus" in self.embedder.needs else {}
            needed["embedder"] = CheckedEmbedder(self.embedder.name, self.embedder.build(**fitted))
        if "expansions" in self.plugin.needs and "expansions" not in self.passed:
            needed["expansions"] = toy_expansions()
        return needed

    def _checked(self, lane: Lane, topics: Topics, depth: int) -> Rankings:
        """Retrieve and check as a run does."""
        made = lane.retrieve(topics, depth)
        return check_rankings(self.name, made, topics, depth, _known(self.corpus))

    def _sound(self, corpus: Corpus, topics: Topics) -> Rankings:
        """Rankings over a corpus that are sound; whatever is raised instead is the lane's fault."""
        made = self._lane(corpus).retrieve(topics, self.depth)
        return check_rankings(self.name, made, topics, self.depth, _known(corpus))

    def _sound_or_refused(self, corpus: Corpus, topics: Topics, rule: str) -> Rankings | None:
        """Rankings that are sound; None when the lane says in our words that it cannot."""
        try:
            made = self._lane(corpus).retrieve(topics, self.depth)
        except BenchbookError:
            return None
        except Exception as exc:  # noqa: BLE001 - whatever else a plugin raises is what we look for
            self.fail(rule, f"{type(exc).__name__}: {exc}", "sound rankings or a BenchbookError")
        return check_rankings(self.name, made, topics, self.depth, _known(corpus))


def _known(corpus: Corpus) -> Sequence[str] | None:
    """The units that may be ranked; None where nobody knows them here."""
    return None if corpus.is_declared else corpus.unit_ids
