"""A corpus comes back from its objects as it was, under a digest of its content."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import BadData, Unit, UsageError
from benchbook.core.objects import corpora as corpus_objects
from benchbook.core.objects.corpora import (
    load_corpus,
    load_document_digests,
    read_manifest,
    store_corpus,
    unit_line,
)
from collections_made import Objects

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.one_of(texts, st.integers(), st.booleans()),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
drawn_units = st.builds(
    Unit,
    unit_id=texts,
    doc_id=st.sampled_from(["a", "b", "ü"]),
    title=texts,
    text=texts,
    section=st.lists(texts, max_size=2).map(tuple),
    metadata=st.dictionaries(texts, values, max_size=3),
)


def sorted_units(units: list[Unit]) -> list[Unit]:
    """Give the units that differ in id, sorted."""
    return [unit for _, unit in sorted({unit.unit_id: unit for unit in units}.items())]


def documents(*ids: str, text: str = "x") -> list[Unit]:
    """Give documents of one unit each."""
    return [Unit(unit_id=id_, doc_id=id_, title="", text=text) for id_ in sorted(ids)]


@given(units=st.lists(drawn_units, max_size=8).map(sorted_units))
def test_a_corpus_comes_back_as_it_was(units: list[Unit]) -> None:
    """Every field of every unit, in any script, with its metadata."""
    objects = Objects()
    digest = store_corpus(units, objects.put)

    corpus = load_corpus(digest, objects.__getitem__)

    assert (tuple(units), digest) == (tuple(corpus.units), corpus.digest)


def test_equal_content_has_equal_digests() -> None:
    """The order of metadata's keys does not matter; a character of text does."""
    one = Unit(unit_id="a", doc_id="a", title="", text="x", metadata={"p": 1, "q": 2})
    two = Unit(unit_id="a", doc_id="a", title="", text="x", metadata={"q": 2, "p": 1})
    other = Unit(unit_id="a", doc_id="a", title="", text="x ", metadata={"q": 2, "p": 1})
    digests = [store_corpus([unit], Objects().put) for unit in (one, two, other)]

    assert digests[0] == digests[1] != digests[2]


def test_the_digest_is_that_of_the_manifest() -> None:
    """Anyone with the bytes can check it."""
    objects = Objects()
    digest = store_corpus(documents("a", "b"), objects.put)

    assert digest == sha256(objects[digest]).hexdigest()
    assert {"units": 2, "documents": 2, "version": 1, "kind": "corpus"}.items() <= json.loads(
        objects[digest]
    ).items()


def test_each_document_has_a_digest_over_its_units() -> None:
    """A document whose text changed is found without reading the texts."""
    units = [
        Unit(unit_id=unit, doc_id=document, title="", text=unit)
        for unit, document in [("a#1", "a"), ("a#1x", "b"), ("a#2", "a")]
    ]
    objects = Objects()
    digests = load_document_digests(store_corpus(units, objects.put), objects.__getitem__)

    expected = sha256(unit_line(units[0]) + unit_line(units[2])).hexdigest()
    assert {"a": expected, "b": sha256(unit_line(units[1])).hexdigest()} == digests


def test_a_corpus_that_grew_shares_its_chunks() -> None:
    """Ingesting again stores what is new, not everything."""
    objects = Objects()
    ids = [f"d{number:05}" for number in range(4_000)]
    store_corpus(documents(*ids, text="x" * 1_000), objects.put)
    before = set(objects)
    store_corpus(documents(*ids, "d01234x", text="x" * 1_000), objects.put)

    assert len(before) > 6
    assert len(set(objects) - before) <= 5


def test_a_manifest_beyond_an_object_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what is too large."""
    monkeypatch.setattr(corpus_objects, "MANIFEST_LIMIT", 10)

    with pytest.raises(UsageError, match="a corpus in 1 chunks is too large"):
        store_corpus(documents("a", "b"), Objects().put)


@pytest.mark.parametrize("content", [b"[]", b'{"kind":"gold","version":1}', b'{"kind":"corpus"}'])
def test_another_object_is_not_read_as_a_manifest(content: bytes) -> None:
    """A digest of something else is named."""
    objects = Objects()

    with pytest.raises(BadData, match="not a manifest"):
        read_manifest(objects.put(content, ""), objects.__getitem__)


def test_a_manifest_that_does_not_fit_its_chunks_is_refused() -> None:
    """A wrong count is a fault of the ledger's content."""
    objects = Objects()
    plain = json.loads(objects[store_corpus(documents("a"), objects.put)])
    forged = json.dumps({**plain, "units": 2}, sort_keys=True, separators=(",", ":"))

    with pytest.raises(BadData, match="1 unit; expected 2"):
        load_corpus(objects.put(forged.encode(), ""), objects.__getitem__)
