"""The contract of lanes: an honest lane passes, and each rule catches a lane that breaks it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from benchbook import Corpus, LanePlugin, Rankings, Topics
from benchbook.core.plugging.contracts import PluginFault
from benchbook.testing import LaneContract, toy_corpus
from judging import SLOW, broken_rules

Row = list[tuple[str, float]]


class Honest:
    """Counts the words that a topic and a unit have in common."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.words = [Counter(f"{unit.title} {unit.text}".lower().split()) for unit in corpus]

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        rows = [self.row(topic.id, topic.text) for topic in topics]
        return Rankings.by_score(topics, rows, depth)

    def row(self, topic: str, text: str) -> Row:
        wanted = text.lower().split()
        scored = zip(self.corpus.unit_ids, self.words, strict=True)
        row = [(unit, float(sum(words[word] for word in wanted))) for unit, words in scored]
        return [(unit, score) for unit, score in row if score]


class FindsNothing(Honest):
    def row(self, topic: str, text: str) -> Row:
        return []


class TiresOfRepetition(Honest):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.seen: set[Any] = set()

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        asked = (topics.ids, depth)
        made = super().retrieve(topics, depth if asked not in self.seen else depth - 1)
        self.seen.add(asked)
        return made


class SaltsEachBuild(Honest):
    built = 0

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        type(self).built += 1
        self.salt = self.built

    def row(self, topic: str, text: str) -> Row:
        return [(unit, score + self.salt) for unit, score in super().row(topic, text)]


class ScalesByTheBlock(Honest):
    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        rows = [self.row(topic.id, topic.text) for topic in topics]
        top = max((score for row in rows for _, score in row), default=1.0)
        scaled = ([(unit, score / top / len(topics)) for unit, score in row] for row in rows)
        return Rankings.by_score(topics, scaled, depth)


class RemembersTheLastTopic(Honest):
    last = ""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        bump = len(topics) == 1 and self.last > topics.ids[0]
        made = super().retrieve(topics, depth)
        self.last = topics.ids[-1] if len(topics) == 1 else ""
        return made.cut(1) if bump else made


class IgnoresDepth(Honest):
    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return super().retrieve(topics, max(depth, 5))


class SortsItsCandidatesById(Honest):
    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        made = super().retrieve(topics, depth)
        return Rankings.of(topics, (sorted(row) for _, row in made))


class DividesByTheCorpus(Honest):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.mean = sum(map(len, corpus.texts)) / len(corpus)


class WantsATopic(Honest):
    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        max(map(len, topics.texts))
        return super().retrieve(topics, depth)


class DividesByTheWords(Honest):
    def row(self, topic: str, text: str) -> Row:
        words = len(text.split())
        return [(unit, score / words) for unit, score in super().row(topic, f"{text} otter")]


class WantsAKnownWord(Honest):
    def row(self, topic: str, text: str) -> Row:
        known = set().union(*self.words) if self.words else set()
        if "zyzzyva" in text and known.isdisjoint(text.split()):
            raise KeyError(text)
        return super().row(topic, text)


class ReadsQuerySyntax(Honest):
    def row(self, topic: str, text: str) -> Row:
        if "(" in text:
            message = "unbalanced bracket"
            raise ValueError(message)
        return super().row(topic, text)


class StumblesOverNul(Honest):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        if any("\x00" in text for text in corpus.texts):
            message = "embedded null byte"
            raise ValueError(message)


class MarksTheCorpus(Honest):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        for unit in corpus:
            if isinstance(unit.metadata, dict):
                unit.metadata["seen"] = True


class Engine(Honest):
    """Searches a corpus of its own where it is given none, and tells of its units."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(toy_corpus() if corpus.is_declared else corpus)
        self.units: Any = {unit.unit_id: unit for unit in self.corpus}


class FindsNothingOutside(Honest):
    """Searches the units that it is given, of which a declared corpus has none."""


class WantsUnits(Honest):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.first = next(iter(corpus), None) if not corpus.is_declared else corpus.units[0]


class TellsOfOthers(Engine):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.units = dict.fromkeys(self.units, toy_corpus().units[0])


class TellsInHalves(Engine):
    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        half = {id_: attrs.evolve(unit, text="\ud800") for id_, unit in self.units.items()}
        self.units = half


class BreaksTiesByHash(Honest):
    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        rows = [self.row(topic.id, topic.text) for topic in topics]
        by_hash = (sorted(row, key=lambda pair: (-pair[1], hash(pair[0]))) for row in rows)
        return Rankings.of(topics, by_hash, depth)


def record(build: Callable[..., Any], name: str = "toy") -> LanePlugin:
    """A record for a lane of this file."""
    return LanePlugin(name=name, version="1", summary="a toy lane", build=build)


class SumsOverASet(Honest):
    """Adds the rarity of each word in the order of a set, which follows the hash seed."""

    def row(self, topic: str, text: str) -> Row:
        wanted = set(text.lower().split())
        found = Counter(word for words in self.words for word in words)
        scored = zip(self.corpus.unit_ids, self.words, strict=True)
        row = [
            (unit, sum(math.log(1 + 44 / found[word]) for word in wanted if word in words))
            for unit, words in scored
        ]
        return [(unit, score) for unit, score in row if score]


class SetContract(LaneContract):
    """The contract over a lane whose sums differ from process to process."""

    plugin = record(SumsOverASet)


class HonestContract(LaneContract):
    """The contract over the honest lane."""

    plugin = record(Honest)


class HashContract(LaneContract):
    """The contract over a lane that differs from process to process."""

    plugin = record(BreaksTiesByHash)


@pytest.mark.slow
def test_honest_lane_passes() -> None:
    """A lane that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_lane_that_depends_on_the_process_fails() -> None:
    """A lane whose ties follow Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(HashContract, slow=True)


@pytest.mark.slow
def test_lane_that_adds_over_a_set_fails() -> None:
    """A lane whose sums follow the order of a set is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(SetContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (FindsNothing, {"rankings_are_sound"}),
        (TiresOfRepetition, {"asked_twice_answers_the_same"}),
        (SaltsEachBuild, {"built_twice_answers_the_same"}),
        (
            ScalesByTheBlock,
            {"block_alone_is_the_block_within_all", "order_of_asking_does_not_matter"},
        ),
        (RemembersTheLastTopic, {"order_of_asking_does_not_matter"}),
        (IgnoresDepth, {"depth_is_respected", "smaller_depth_is_a_prefix"}),
        (SortsItsCandidatesById, {"smaller_depth_is_a_prefix"}),
        (DividesByTheCorpus, {"empty_corpus"}),
        (WantsATopic, {"no_topics"}),
        (DividesByTheWords, {"topic_without_words"}),
        (WantsAKnownWord, {"unknown_words"}),
        (ReadsQuerySyntax, {"hostile_topics"}),
        (StumblesOverNul, {"hostile_corpus"}),
        (MarksTheCorpus, {"corpus_is_left_alone"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """A lane that breaks one promise fails exactly the rules about it."""
    contract = type("Contract", (LaneContract,), {"plugin": record(build)})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (Engine, set()),
        (FindsNothingOutside, {"test_declared_corpus"}),
        (WantsUnits, {"test_declared_corpus"}),
        (TellsOfOthers, {"test_declared_corpus"}),
        (TellsInHalves, {"test_declared_corpus"}),
    ],
)
def test_a_lane_for_declared_corpora_is_asked_on_one(build: type, expected: set[str]) -> None:
    """It finds something there, and what it tells of its units can be recorded."""
    said = attrs.evolve(record(build), declared=True)
    contract = type("Contract", (LaneContract,), {"plugin": said})

    assert expected == broken_rules(contract)


def test_too_many_rows_say_what_cuts_them() -> None:
    """The author reads which argument was forgotten."""
    contract = type("Contract", (LaneContract,), {"plugin": record(IgnoresDepth)})

    with pytest.raises(PluginFault, match=r"expected at most 1: pass the depth to Rankings\.of or"):
        contract().test_depth_is_respected()


def test_record_without_a_proper_name_fails() -> None:
    """A name that an experiment could not spell is refused by the rule about records."""
    contract = type("Contract", (LaneContract,), {"plugin": record(Honest, "my lane")})

    assert {"test_record_is_admitted"} == broken_rules(contract)
