"""A corpus may stay where it is: what is said of it is recorded, and nothing of it is claimed."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchbook.core.commands.declare import Declared, declare
from benchbook.core.commands.find import find_corpus
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.snapshot import snapshot
from benchbook.core.errors import BadData, UsageError
from benchbook.core.event_store import EventStore, canonical_json, digest
from benchbook.core.events import CorpusDeclared, CorpusIngested
from benchbook.core.objects.corpora import load_corpus, read_manifest
from benchbook.core.plugging.loading import load_registry
from collections_made import new_store, silent, write_beir


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    """Give a new ledger."""
    with new_store(tmp_path / "book") as made:
        yield made


def declared(store: EventStore, corpus: str = "library", **changes: Any) -> Declared:  # noqa: ANN401 - right or wrong
    """Declare a corpus."""
    said = {"engine": "OpenSearch", "version": "2.19", "documents": 1_200_000}
    return declare(store, corpus, **{**said, **changes})


def test_what_is_said_is_recorded_under_the_digest_of_it(store: EventStore) -> None:
    """The object is the declaration in canonical JSON, and holds nothing else."""
    event = declared(store, units=4_800_000, attested_by="search team").event

    expected = {
        "kind": "declared-corpus",
        "version": 1,
        "corpus": "library",
        "engine": "OpenSearch",
        "engine_version": "2.19",
        "documents": 1_200_000,
        "units": 4_800_000,
        "attested_by": "search team",
    }
    assert canonical_json(expected) == store.get(event.manifest)
    assert digest(canonical_json(expected)) == event.manifest
    assert ("search team", 4_800_000) == (event.attested_by, event.units)


def test_without_more_a_document_is_one_unit_and_nobody_attests(store: EventStore) -> None:
    """What was not said is not made up."""
    event = declared(store).event

    assert (1_200_000, None) == (event.units, event.attested_by)


def test_the_same_declaration_is_recorded_once(store: EventStore) -> None:
    """Another one is a new state of the name."""
    first = declared(store)
    again = declared(store, engine=" OpenSearch ")
    other = declared(store, version="3.0")

    assert (True, False, True) == (first.is_new, again.is_new, other.is_new)
    assert first.position == again.position < other.position
    assert 2 == find_corpus(store, "library").version


def test_two_corpora_of_one_engine_differ(store: EventStore) -> None:
    """Nothing but their names tells them apart."""
    assert declared(store).event.manifest != declared(store, "archive").event.manifest


def test_a_declared_corpus_is_loaded_without_units(store: EventStore) -> None:
    """Lanes are told that it is declared; it is no manifest of an ingested one."""
    manifest = declared(store).event.manifest
    corpus = load_corpus(manifest, store.get)

    assert (True, 0, manifest) == (corpus.is_declared, len(corpus), corpus.digest)
    with pytest.raises(BadData, match="the manifest of a corpus"):
        read_manifest(manifest, store.get)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"corpus": "a library"}, "corpus name 'a library'"),
        ({"documents": 0}, "0 documents and 0 units"),
        ({"units": 5}, "1,200,000 documents and 5 units"),
        ({"engine": " "}, "--engine ''; expected one line"),
        ({"engine": "x" * 101}, "expected one line of 1 to 100 characters"),
        ({"version": "2\n19"}, "--version '2\\n19'"),
        ({"engine": "https://host/papers"}, "--engine holds an address"),
        ({"attested_by": "someone@example.org"}, "--attested-by holds an address"),
        ({"attested_by": "/home/somebody/team"}, "--attested-by names this machine"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    store: EventStore, changes: dict[str, Any], said: str
) -> None:
    """And nothing is recorded."""
    size = store.size
    with pytest.raises(UsageError) as caught:
        declared(store, **changes)

    assert said in str(caught.value)
    assert size == store.size


def test_the_user_of_this_machine_does_not_attest(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person is not recorded, and least of all this one."""
    monkeypatch.setenv("USER", "sentinel-user")

    with pytest.raises(UsageError, match="names this machine, its user"):
        declared(store, attested_by="team of sentinel-user")
    assert getpass.getuser()


def test_a_name_may_change_between_declared_and_ingested(store: EventStore, tmp_path: Path) -> None:
    """It stands for what was recorded last, and its states keep their names."""
    registry = load_registry(())
    path = write_beir(tmp_path / "collection", ["d1"], ["t1\td1\t1"])
    declared(store)
    snapshot(store, "library", "before")
    ingest(store, registry, path, "library", progress=silent)
    assert isinstance(find_corpus(store, "library").event, CorpusIngested)

    assert declared(store).is_new
    assert isinstance(find_corpus(store, "library").event, CorpusDeclared)
    assert ingest(store, registry, path, "library", progress=silent).is_new


def test_gold_is_not_checked_against_what_is_only_declared(
    store: EventStore, tmp_path: Path
) -> None:
    """Whether it is the only corpus or named; `strict` cannot be kept."""
    registry = load_registry(())
    path = write_beir(tmp_path / "collection", ["d1"], ["t1\tlost\t1"])
    declared(store)
    for name in (None, "library"):
        event = import_gold(store, registry, path, "gold", corpus=name).event

        assert (None, None) == (event.unknown_documents, event.checked_against)
    with pytest.raises(UsageError, match="what is only declared has no documents here"):
        import_gold(store, registry, path, "gold", strict=True)
