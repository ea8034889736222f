"""The contract of embedders: honest ones pass, and each rule catches one that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from benchbook import Corpus, EmbedderPlugin, UsageError
from benchbook.testing import EmbedderContract, ToyEmbedder
from judging import SLOW, broken_rules


class Honest(ToyEmbedder):
    """Counts words."""


class Fitted(Honest):
    """Counts words, and gives those of its corpus more weight."""

    def __init__(self, *, corpus: Corpus) -> None:
        text = " ".join(f"{unit.title} {unit.text}" for unit in corpus)
        self.weights = 1.0 + (self.sums([text])[0] > 0)

    def sums(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([self._counts(text) for text in texts], np.float64)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return unit_length(
            self.sums(texts).reshape(len(texts), -1 if len(texts) else 26) * self.weights
        )


class FittedWithIds(Fitted):
    def __init__(self, *, corpus: Corpus) -> None:
        super().__init__(corpus=corpus)
        self.weights[0] += "007" in corpus.unit_ids[:1]


class WantsAUnit(Fitted):
    def __init__(self, *, corpus: Corpus) -> None:
        max(map(len, corpus.texts))
        super().__init__(corpus=corpus)


class RefusesAFewUnits(Fitted):
    def __init__(self, *, corpus: Corpus) -> None:
        if len(corpus) < 10:
            message = "too few"
            raise UsageError(message)
        super().__init__(corpus=corpus)


class MarksTheCorpus(Fitted):
    def __init__(self, *, corpus: Corpus) -> None:
        super().__init__(corpus=corpus)
        for unit in corpus:
            if isinstance(unit.metadata, dict):
                unit.metadata["seen"] = True


class Doubles(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return super().embed(texts).astype(np.float64)


class SeesNoDifference(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.tile(super().embed(["river"]), (len(texts), 1))


class HasNoRevision(Honest):
    revision = ""


class TiresOfRepetition(Honest):
    def __init__(self) -> None:
        self.seen: set[tuple[str, ...]] = set()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        again = tuple(texts) in self.seen
        self.seen.add(tuple(texts))
        return super().embed(texts) * np.float32(1 - 1e-6 * again)


class NamesEachBuild(Honest):
    built = 0

    def __init__(self) -> None:
        type(self).built += 1
        self.revision = str(self.built)


class CentresTheBatch(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        made = super().embed(texts)
        found = {text: number for number, text in enumerate(sorted(set(texts)))}
        return unit_length(made + 1e-6 * len(found))


class NumbersItsTexts(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        made = super().embed(texts)
        if len(texts) > len(set(texts)):  # one text stands twice
            made[-1] *= np.float32(1 - 1e-6)
        return made


class DividesByTheWords(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        for text in texts:
            1 / len(text.split())
        return super().embed(texts)


class WantsAText(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.concatenate([super(WantsAText, self).embed([text]) for text in texts])


class HasALimit(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        if max(map(len, texts), default=0) > 10_000:
            message = "too many tokens"
            raise ValueError(message)
        return super().embed(texts)


class SortsItsTexts(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        made = super().embed(texts)
        if isinstance(texts, list):
            texts.sort(key=len)
        return made


class PlacesByHash(Honest):
    def embed(self, texts: Sequence[str]) -> np.ndarray:
        made = super().embed(texts)
        return made[:, np.argsort([hash(f"axis {number}") for number in range(made.shape[1])])]


def unit_length(vectors: np.ndarray) -> np.ndarray:
    """Vectors of length 1 in 32 bits; zeros stay."""
    lengths = np.sqrt(np.square(vectors, dtype=np.float64).sum(axis=1, keepdims=True))
    made: np.ndarray = vectors / np.where(lengths == 0, 1, lengths)
    return made.astype(np.float32)


def record(build: Callable[..., Any]) -> EmbedderPlugin:
    """A record for an embedder of this file."""
    fitted = isinstance(build, type) and issubclass(build, Fitted)
    needs = ("corpus",) if fitted else ()
    return EmbedderPlugin(
        name="toy", version="1", summary="a toy embedder", build=build, needs=needs
    )


class HonestContract(EmbedderContract):
    """The contract over the honest embedder."""

    plugin = record(Honest)


class FittedContract(EmbedderContract):
    """The contract over the one that is fitted on a corpus."""

    plugin = record(Fitted)


class HashContract(EmbedderContract):
    """The contract over one that differs from process to process."""

    plugin = record(PlacesByHash)


@pytest.mark.slow
@pytest.mark.parametrize("contract", [HonestContract, FittedContract])
def test_honest_embedders_pass(contract: type[EmbedderContract]) -> None:
    """An embedder that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(contract, slow=True)


@pytest.mark.slow
def test_embedder_that_depends_on_the_process_fails() -> None:
    """One whose dimensions follow Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(HashContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (SeesNoDifference, {"texts_are_told_apart"}),
        (HasNoRevision, {"id_and_revision"}),
        (TiresOfRepetition, {"asked_twice_answers_the_same"}),
        (NamesEachBuild, {"built_twice_answers_the_same"}),
        (NumbersItsTexts, {"order_does_not_matter"}),
        (DividesByTheWords, {"text_without_words"}),
        (WantsAText, {"no_texts"}),
        (HasALimit, {"hostile_texts"}),
        (SortsItsTexts, {"texts_are_left_alone"}),
        (WantsAUnit, {"other_corpora"}),
        (FittedWithIds, {"order_of_ids_does_not_matter"}),
        (MarksTheCorpus, {"corpus_is_left_alone"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """An embedder that breaks one promise fails exactly the rule about it."""
    contract = type("Contract", (EmbedderContract,), {"plugin": record(build)})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


def test_vectors_that_hang_on_their_company_fail() -> None:
    """A vector that changes with the batch is found by the rules about single texts."""
    contract = type("Contract", (EmbedderContract,), {"plugin": record(CentresTheBatch)})

    assert {"test_company_does_not_matter", "test_text_without_words"} == broken_rules(contract)


def test_vectors_of_another_type_fail() -> None:
    """Every rule that looks at vectors says so."""
    contract = type("Contract", (EmbedderContract,), {"plugin": record(Doubles)})

    assert "test_vectors_are_sound" in broken_rules(contract)


def test_a_corpus_may_be_refused_in_our_words() -> None:
    """An embedder may say that a corpus is too small for it."""
    contract = type("Contract", (EmbedderContract,), {"plugin": record(RefusesAFewUnits)})

    assert set() == broken_rules(contract)
