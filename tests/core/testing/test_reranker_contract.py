"""The contract of rerankers: an honest one passes, and each rule catches one that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from benchbook import Rankings, RerankerPlugin, Topics
from benchbook.testing import RerankerContract
from judging import SLOW, broken_rules

Texts = Mapping[str, str]


class Honest:
    """Orders by the number of the topic's words in the text, then by unit id."""

    def rerank(self, topics: Topics, rankings: Rankings, texts: Texts) -> Rankings:
        rows = [self.row(topic.text, rankings.units(topic.id), texts) for topic in topics]
        return Rankings.of(topics, rows)

    def row(self, query: str, units: tuple[str, ...], texts: Texts) -> list[tuple[str, float]]:
        words = sorted(set(query.split()))
        scored = [(unit, float(sum(word in texts[unit] for word in words))) for unit in units]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))


class LosesTheLast(Honest):
    def row(self, query: str, units: tuple[str, ...], texts: Texts) -> list[tuple[str, float]]:
        return super().row(query, units, texts)[:11]


class TiresOfRepetition(Honest):
    def __init__(self) -> None:
        self.seen: set[tuple[str, ...]] = set()

    def rerank(self, topics: Topics, rankings: Rankings, texts: Texts) -> Rankings:
        made = rankings if topics.ids in self.seen else super().rerank(topics, rankings, texts)
        self.seen.add(topics.ids)
        return made


class ScalesByTheBlock(Honest):
    def rerank(self, topics: Topics, rankings: Rankings, texts: Texts) -> Rankings:
        made = super().rerank(topics, rankings, texts)
        return Rankings(made.topics, made.table, made.offsets, made.codes, made.scores / len(made))


class WantsARow(Honest):
    def row(self, query: str, units: tuple[str, ...], texts: Texts) -> list[tuple[str, float]]:
        max(units)
        return super().row(query, units, texts)


class DividesByTheText(Honest):
    def row(self, query: str, units: tuple[str, ...], texts: Texts) -> list[tuple[str, float]]:
        return [
            (unit, score / len(texts[unit].strip()))
            for unit, score in super().row(query, units, texts)
        ]


class CleansTexts(Honest):
    def rerank(self, topics: Topics, rankings: Rankings, texts: Texts) -> Rankings:
        if isinstance(texts, dict):
            for unit in texts:
                texts[unit] = texts[unit].lower()
        return super().rerank(topics, rankings, texts)


class ScoresByHash(Honest):
    def row(self, query: str, units: tuple[str, ...], texts: Texts) -> list[tuple[str, float]]:
        return [(unit, hash(unit) / 2**61) for unit, _ in super().row(query, units, texts)]


def record(build: Callable[..., Any]) -> RerankerPlugin:
    """A record for a reranker of this file."""
    return RerankerPlugin(name="toy", version="1", summary="a toy reranker", build=build)


class HonestContract(RerankerContract):
    """The contract over the honest reranker."""

    plugin = record(Honest)


class HashContract(RerankerContract):
    """The contract over a reranker that differs from process to process."""

    plugin = record(ScoresByHash)


@pytest.mark.slow
def test_honest_reranker_passes() -> None:
    """A reranker that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_reranker_that_depends_on_the_process_fails() -> None:
    """One that follows Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(HashContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (LosesTheLast, {"units_are_kept", "topics_without_rows", "hostile_texts"}),
        (TiresOfRepetition, {"asked_twice_answers_the_same"}),
        (ScalesByTheBlock, {"block_alone_is_the_block_within_all"}),
        (WantsARow, {"topics_without_rows"}),
        (DividesByTheText, {"hostile_texts"}),
        (CleansTexts, {"texts_and_rankings_are_left_alone"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """The rules that fail are those that the reranker breaks, and no others."""

    class Broken(RerankerContract):
        plugin = record(build)

    assert {f"test_{name}" for name in expected} == broken_rules(Broken)
