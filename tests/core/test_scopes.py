"""Scopes: a part of a corpus by metadata."""

from __future__ import annotations

import pytest

from benchbook import Corpus, Unit
from benchbook.core.scopes import Scope
from benchbook.testing import corpus_of


@pytest.fixture
def corpus() -> Corpus:
    """Four documents, each known in another way."""
    known: dict[str, dict[str, object]] = {
        "a": {"year": 2001, "source": "journal", "licence": "CC0"},
        "b": {"year": 2010, "source": "report", "retracted": True},
        "c": {"year": "2010", "licence": "CC BY 4.0", "retracted": False},
        "d": {},
    }
    return corpus_of(
        Unit(unit_id=id_, doc_id=id_, title=id_, text=id_, metadata=metadata)
        for id_, metadata in known.items()
    )


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(), "abcd"),
        (Scope(exclude_retracted=True), "acd"),
        (Scope(year_from=2001), "ab"),
        (Scope(year_from=2002), "b"),
        (Scope(year_to=2001), "a"),
        (Scope(year_from=2001, year_to=2009), "a"),
        (Scope(source=("journal", "report")), "ab"),
        (Scope(licence=("CC0",)), "a"),
        (Scope(licence=()), ""),
        (Scope(source=("report",), exclude_retracted=True), ""),
    ],
)
def test_what_belongs_to_a_part(corpus: Corpus, scope: Scope, expected: str) -> None:
    """What is not known to be allowed is left out; only retraction is not assumed."""
    assert tuple(expected) == scope.part_of(corpus).unit_ids


def test_a_scope_that_states_nothing_is_the_corpus(corpus: Corpus) -> None:
    """Nothing is copied, and the digest stays."""
    assert Scope().part_of(corpus) is corpus


def test_a_scope_that_leaves_nothing_out_is_the_corpus(corpus: Corpus) -> None:
    """Whatever it states: a lane built on it would be the same lane."""
    assert Scope(year_from=1).part_of(corpus) is not corpus
    rest = corpus.part([0, 2, 3], "0" * 64)
    assert Scope(exclude_retracted=True).part_of(rest) is rest


def test_the_digest_names_corpus_and_scope(corpus: Corpus) -> None:
    """Other scopes have other digests, the part carries its own."""
    scope = Scope(exclude_retracted=True)

    assert scope.digest_of(corpus.digest) == scope.part_of(corpus).digest
    assert scope.digest_of(corpus.digest) != scope.digest_of("0" * 64)
    assert scope.digest_of(corpus.digest) != Scope(year_to=2001).digest_of(corpus.digest)
    assert corpus.digest != scope.digest_of(corpus.digest)


def test_a_part_keeps_texts_titles_and_metadata_aligned(corpus: Corpus) -> None:
    """Columns are those of the units that are left."""
    part = Scope(exclude_retracted=True).part_of(corpus)

    assert ("a", "c", "d") == part.texts == part.titles == part.doc_ids
    assert 2001 == part.metadata[0]["year"]
