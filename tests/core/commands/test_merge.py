"""A merge is on record, changes the state of a corpus, and leaves its documents and past alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchbook.core.commands.declare import declare
from benchbook.core.commands.find import find_corpus
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.merge import Merged, merge
from benchbook.core.commands.snapshot import snapshot
from benchbook.core.errors import BadData, UsageError
from benchbook.core.event_store import EventStore
from benchbook.core.events import MergeApplied
from benchbook.core.objects.corpora import load_corpus, load_document_digests
from benchbook.core.plugging.loading import load_registry
from collections_made import new_store, silent, write_lines

ROW = {"entity": "TP53", "aliases": ["p53"], "method": "exact"}
MORE = {"entity": "TP53", "aliases": ["tumor protein 53"], "method": "model", "why": "same gene"}
ON = {"entity": "cell cycle guard", "aliases": ["TP53"], "method": "exact"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    """Give a ledger with a corpus of three documents."""
    texts = ["p53 lost", "TP53 mutated", "tumor protein 53"]
    path = write_lines(
        tmp_path / "papers.jsonl", [{"id": f"d{at}", "text": text} for at, text in enumerate(texts)]
    )
    with new_store(tmp_path / "book") as made:
        ingest(made, load_registry(()), path, "papers", progress=silent)
        yield made


def merged(store: EventStore, tmp_path: Path, *rows: Mapping[str, object], **more: Any) -> Merged:  # noqa: ANN401 - right or wrong
    """Merge rows into the corpus."""
    return merge(store, "papers", write_lines(tmp_path / "names.jsonl", rows), **more)


def facts(store: EventStore) -> list[MergeApplied]:
    """Give the merges of a ledger."""
    return [one.event for one in store.events(types={MergeApplied})]  # type: ignore[misc]  # of one type


def test_a_merge_is_recorded_with_its_audit_row(store: EventStore, tmp_path: Path) -> None:
    """State before and after, the rows, counts, methods and who vouches."""
    before = find_corpus(store, "papers").manifest

    done = merged(store, tmp_path, MORE, ROW, attested_by="curators")

    assert [done.event] == facts(store)
    event = done.event
    assert (before, find_corpus(store, "papers").manifest) == (event.before, event.manifest)
    assert (1, 2, {"exact": 1, "model": 1}, "curators") == (
        event.entities,
        event.aliases,
        event.methods,
        event.attested_by,
    )
    assert (
        b'{"aliases":["p53"],"entity":"TP53","method":"exact","why":null}\n'
        b'{"aliases":["tumor protein 53"],"entity":"TP53","method":"model","why":"same gene"}\n'
    ) == store.get(event.resolutions)


def test_documents_and_texts_stay_the_same(store: EventStore, tmp_path: Path) -> None:
    """Only the names are new."""
    done = merged(store, tmp_path, ROW)

    old, new = (load_corpus(one, store.get) for one in (done.event.before, done.event.manifest))
    assert (old.unit_ids, old.texts, {}) == (new.unit_ids, new.texts, old.aliases)
    assert {"TP53": ("p53",)} == new.aliases
    assert load_document_digests(old.digest, store.get) == load_document_digests(
        new.digest, store.get
    )


def test_the_same_again_is_not_recorded(store: EventStore, tmp_path: Path) -> None:
    """Whatever the order of the rows, and whoever attests."""
    first = merged(store, tmp_path, ROW, MORE)
    again = merged(store, tmp_path, MORE, ROW, attested_by="curators")

    assert ([first.event], None, False) == (facts(store), again.position, again.changes)


def test_the_order_of_the_rows_is_nowhere(store: EventStore, tmp_path: Path) -> None:
    """Equal rows give equal digests."""
    one = merged(store, tmp_path, ROW, MORE, dry_run=True).event
    other = merged(store, tmp_path, MORE, ROW, dry_run=True).event

    assert one == other


def test_merges_go_on_from_each_other(store: EventStore, tmp_path: Path) -> None:
    """A second one composes with the first; ingesting the same keeps both."""
    merged(store, tmp_path, ROW, MORE)
    done = merged(store, tmp_path, ON)

    view = find_corpus(store, "papers")
    assert [one.event for one in view.merges] == facts(store)
    assert {"cell cycle guard": ("TP53", "p53", "tumor protein 53")} == (
        load_corpus(view.manifest, store.get).aliases
    )
    assert (1, 3) == (done.entities, done.names)
    ingest(store, load_registry(()), tmp_path / "papers.jsonl", "papers", progress=silent)
    assert view == find_corpus(store, "papers")


def test_new_content_begins_without_merges(store: EventStore, tmp_path: Path) -> None:
    """What was merged was merged into what was there."""
    merged(store, tmp_path, ROW)
    path = write_lines(tmp_path / "more.jsonl", [{"id": "x", "text": "p53"}])
    ingest(store, load_registry(()), path, "papers", progress=silent)

    view = find_corpus(store, "papers")
    assert ((), view.event.manifest) == (view.merges, view.manifest)
    assert merged(store, tmp_path, ROW).changes


def test_a_snapshot_stays_what_it_was(store: EventStore, tmp_path: Path) -> None:
    """Each state has its own name."""
    before = snapshot(store, "papers", "before")
    done = merged(store, tmp_path, ROW)
    after = snapshot(store, "papers", "after")

    assert (done.event.before, done.event.manifest) == (before.event.manifest, after.event.manifest)
    with pytest.raises(UsageError, match="give this state another name"):
        snapshot(store, "papers", "before")


def test_a_dry_run_records_nothing(store: EventStore, tmp_path: Path) -> None:
    """It gives the digest that the merge would give."""
    before = list(store.events())
    dry = merged(store, tmp_path, ROW, dry_run=True)

    assert (before, None, True) == (list(store.events()), dry.position, dry.changes)
    assert dry.event == merged(store, tmp_path, ROW).event


def test_what_is_only_declared_has_no_names(store: EventStore, tmp_path: Path) -> None:
    """Nothing of it is here."""
    declare(store, "library", engine="OpenSearch", version="2", documents=3)
    path = write_lines(tmp_path / "names.jsonl", [ROW])

    with pytest.raises(UsageError, match="'library' is only declared"):
        merge(store, "library", path)


@pytest.mark.parametrize(
    ("rows", "options", "kind", "message"),
    [
        (
            [{**ROW, "method": f"m{n}", "aliases": [f"a{n}x"]} for n in range(21)],
            {},
            UsageError,
            "21 different methods",
        ),
        ([ROW], {"attested_by": "someone@example.org"}, UsageError, "--attested-by holds an"),
        ([ROW, {**ROW, "entity": "p21"}], {}, BadData, "line 2: found alias 'p53' under 'p21'"),
    ],
)
def test_nothing_is_recorded_where_something_is_wrong(
    store: EventStore,
    tmp_path: Path,
    rows: list[Mapping[str, object]],
    options: Mapping[str, object],
    kind: type[Exception],
    message: str,
) -> None:
    """Whole or not at all."""
    with pytest.raises(kind, match=message):
        merged(store, tmp_path, *rows, **options)
    assert [] == facts(store)
