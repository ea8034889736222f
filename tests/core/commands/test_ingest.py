"""A corpus is ingested whole or not at all, and once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook import BadData, UsageError
from benchbook.core.codec import encode
from benchbook.core.commands.ingest import Ingested, ingest
from benchbook.core.event_store import EventStore, read_json
from benchbook.core.events import CorpusIngested, PluginRegistered
from benchbook.core.objects.corpora import load_corpus
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry
from collections_made import new_store, silent, write_beir, write_lines

ONE = [{"id": "a", "text": "x"}]
TWO = [*ONE, {"id": "b#1", "doc_id": "b", "text": "y"}, {"id": "b#2", "doc_id": "b", "text": "z"}]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    """Give a new ledger."""
    with new_store(tmp_path / "book") as opened:
        yield opened


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Give the built-in plugins."""
    return load_registry(())


def ingested(store: EventStore, registry: Registry, path: Path, **options: object) -> Ingested:
    """Ingest under the name `papers`."""
    return ingest(store, registry, path, "papers", progress=silent, **options)  # type: ignore[arg-type]  # drawn


def facts(store: EventStore) -> list[CorpusIngested]:
    """Give the ingests of a ledger."""
    return [one.event for one in store.events(types={CorpusIngested})]  # type: ignore[misc]  # of one type


def test_a_corpus_is_stored_and_recorded(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The fact names the manifest, the counts, the files and the reader."""
    done = ingested(store, registry, write_lines(tmp_path / "papers.jsonl", TWO))

    (event,) = facts(store)
    assert (True, event) == (done.is_new, done.event)
    assert (3, 2, "papers.jsonl", 1) == (
        event.units,
        event.documents,
        event.source.name,
        event.source.files,
    )
    assert "benchbook:jsonl" == event.reader.qualified
    assert ("a", "b#1", "b#2") == load_corpus(event.manifest, store.get).unit_ids


def test_the_reader_is_registered_before_its_first_fact(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """Whose code read a corpus is on record."""
    done = ingested(store, registry, write_lines(tmp_path / "papers.jsonl", ONE))

    (registered,) = store.events(types={PluginRegistered})
    assert registered.seq < done.position
    assert ("reader", "jsonl") == (registered.event.kind, registered.event.name)  # type: ignore[union-attr]  # of one type


def test_the_listing_names_files_as_they_lie_in_the_folder(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """Relative names, sizes and digests; no folder of the machine."""
    folder = write_beir(tmp_path / "collection", ["d1"], ["t1\td1\t1"])
    listing = store.get(ingested(store, registry, folder).event.source.listing)

    rows = read_json(listing)
    assert ["corpus.jsonl", "qrels/test.tsv", "queries.jsonl"] == [row["name"] for row in rows]
    assert [(folder / row["name"]).stat().st_size for row in rows] == [row["bytes"] for row in rows]
    assert str(tmp_path).encode() not in listing


def test_equal_content_is_recorded_once(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The same units in another order, in another file, append nothing."""
    first = ingested(store, registry, write_lines(tmp_path / "papers.jsonl", TWO))
    size = store.size
    again = ingested(store, registry, write_lines(tmp_path / "copy.jsonl", TWO[::-1]))

    assert (False, first.position, size) == (again.is_new, again.position, store.size)


def test_other_content_under_the_same_name_is_a_new_fact(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """What stood there stays on record, and going back to it is a fact as well."""
    one = write_lines(tmp_path / "one.jsonl", ONE)
    two = write_lines(tmp_path / "two.jsonl", TWO)
    done = [ingested(store, registry, path) for path in (one, two, one)]

    assert [True] * 3 == [each.is_new for each in done]
    assert [1, 3, 1] == [event.units for event in facts(store)]


def test_a_folder_is_read_as_beir_by_default(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The parameters that the reader was built with are on record."""
    folder = write_beir(tmp_path / "collection", ["d1"], ["t1\td1\t1"])
    reader = ingested(store, registry, folder).event.reader

    assert ("beir", {"split": '"test"'}) == (reader.name, dict(reader.parameters))


def test_a_broken_file_records_nothing(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """A fault in the last line leaves the ledger as it was."""
    with pytest.raises(BadData, match="line 2"):
        ingested(store, registry, write_lines(tmp_path / "papers.jsonl", [*ONE, *ONE]))

    assert 1 == store.size


def test_a_path_that_is_not_there_is_named(store: EventStore, registry: Registry) -> None:
    """Nothing is recorded of it."""
    with pytest.raises(FileNotFoundError, match="nowhere"):
        ingested(store, registry, Path("nowhere"))


@pytest.mark.parametrize("name", ["", "a b", "../a", "-a", "a/b", "x" * 65, "é"])
def test_a_name_that_no_experiment_can_have_is_refused(
    store: EventStore, registry: Registry, tmp_path: Path, name: str
) -> None:
    """Before anything is read."""
    with pytest.raises(UsageError, match="corpus name"):
        ingest(store, registry, tmp_path / "nowhere", name, progress=silent)


def test_a_parameter_that_the_reader_does_not_take_is_refused(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The nearest is named."""
    folder = write_beir(tmp_path / "collection", ["d1"], ["t1\td1\t1"])

    with pytest.raises(UsageError, match="'split', the nearest"):
        ingested(store, registry, folder, parameters={"splt": "dev"})


def test_no_name_of_this_machine_is_recorded(
    store: EventStore, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is called like the user does not tell who the user is."""
    home = tmp_path / "sentinel-user"
    folder = write_beir(home, ["d1"], ["t1\td1\t1"])
    monkeypatch.setenv("HOME", str(home))
    event = ingested(store, registry, folder).event

    assert "sentinel-user" not in str(encode(event))


def test_a_pipe_is_refused_before_it_is_read(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """Its digest would be that of nothing: whoever pipes is told to save the file first."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadData, match="Save it to a file first"):
        ingested(store, registry, pipe)
