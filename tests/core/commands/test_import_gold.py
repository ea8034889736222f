"""A gold set is imported whole or not at all, checked against a corpus, and once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook import BadData, UsageError
from benchbook.core.commands.import_gold import ImportedGold, import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import EventStore
from benchbook.core.events import GoldSetImported
from benchbook.core.objects.gold_sets import load_gold
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry
from collections_made import new_store, silent, write_beir, write_lines

QRELS = ["t1\td1\t2", "t2\td1\t0", "t2\tlost\t1"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    """Give a new ledger."""
    with new_store(tmp_path / "book") as opened:
        yield opened


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Give the built-in plugins."""
    return load_registry(())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a collection whose qrels name a document that it does not have."""
    return write_beir(tmp_path / "collection", ["d1", "d2"], QRELS)


def imported(store: EventStore, registry: Registry, path: Path, **options: object) -> ImportedGold:
    """Import under the name `mine`."""
    return import_gold(store, registry, path, "mine", **options)  # type: ignore[arg-type]  # drawn


def test_a_gold_set_is_stored_and_recorded(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """The fact names the questions and counts them."""
    event = imported(store, registry, folder).event

    assert (2, 3, 2, {"as published": 2}) == (
        event.topics,
        event.judgments,
        event.relevant,
        dict(event.states),
    )
    assert ("t1", "t2") == load_gold(event.questions, store.get).topics.ids


def test_documents_are_checked_against_the_only_corpus(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """What it does not hold is counted and listed."""
    corpus = ingest(store, registry, folder, "papers", progress=silent)
    done = imported(store, registry, folder)

    assert ("papers", ("lost",)) == (done.unknown.corpus, done.unknown.documents)
    assert (1, corpus.event.manifest) == (done.event.unknown_documents, done.event.checked_against)


def test_without_a_corpus_nothing_is_said_to_be_missing(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """Not checked is a state of its own."""
    event = imported(store, registry, folder).event

    assert (None, None) == (event.unknown_documents, event.checked_against)


def test_of_two_corpora_none_is_chosen(store: EventStore, registry: Registry, folder: Path) -> None:
    """Which one is meant is for a person to say."""
    ingest(store, registry, folder, "one", progress=silent)
    ingest(store, registry, folder, "two", progress=silent)

    assert None is imported(store, registry, folder).event.checked_against
    assert "two" == imported(store, registry, folder, corpus="two").unknown.corpus


def test_strict_refuses_an_unknown_document_and_records_nothing(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """The document is named."""
    ingest(store, registry, folder, "papers", progress=silent)
    size = store.size

    with pytest.raises(BadData, match=r"1 of 2 judged documents .* 'lost'"):
        imported(store, registry, folder, strict=True)
    assert size == store.size


def test_strict_refuses_a_topic_without_a_question(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The topic is named."""
    folder = write_beir(tmp_path / "other", ["d1"], ["t1\td1\t1", "t9\td1\t1"])
    ingest(store, registry, folder, "papers", progress=silent)

    with pytest.raises(BadData, match="1 judged topic without a question: 't9'"):
        imported(store, registry, folder, strict=True)


def test_strict_wants_a_corpus_to_check_against(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """Asked to be strict, it does not pass what it could not check."""
    with pytest.raises(UsageError, match="there is none yet: name one"):
        imported(store, registry, folder, strict=True)


def test_strict_takes_what_fits(store: EventStore, registry: Registry, tmp_path: Path) -> None:
    """A gold set whose names are all known is imported."""
    folder = write_beir(tmp_path / "other", ["d1"], ["t1\td1\t1"])
    ingest(store, registry, folder, "papers", progress=silent)

    assert imported(store, registry, folder, strict=True).is_new


def test_a_corpus_that_is_not_there_is_named(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """The message says how it would be made."""
    with pytest.raises(UsageError, match="no corpus 'papers'; there is none"):
        imported(store, registry, folder, corpus="papers")


def test_equal_content_is_recorded_once(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """Importing again appends nothing and says where it stands."""
    first = imported(store, registry, folder)
    size = store.size
    again = imported(store, registry, folder)

    assert (False, first.position, size) == (again.is_new, again.position, store.size)


def test_the_same_questions_against_another_corpus_are_a_new_fact(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """What was unknown may be known now."""
    imported(store, registry, folder)
    ingest(store, registry, folder, "papers", progress=silent)

    assert imported(store, registry, folder).is_new
    assert 2 == len(list(store.events(types={GoldSetImported})))


def test_drafted_questions_and_probes_are_counted(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """Who reads the record sees what nobody reviewed."""
    path = write_lines(
        tmp_path / "gold.jsonl",
        [
            {"id": "a", "question": "?", "documents": ["d1"], "tags": ["drafted"]},
            {"id": "b", "question": "?", "documents": ["d1"]},
            {"id": "c", "question": "?", "tags": ["unanswerable"]},
        ],
    )
    done = imported(store, registry, path)

    assert ({"drafted": 2}, 1) == (dict(done.event.states), done.probes)


def test_a_name_that_no_experiment_can_have_is_refused(
    store: EventStore, registry: Registry, folder: Path
) -> None:
    """Before anything is read."""
    with pytest.raises(UsageError, match="gold set name 'a b'"):
        import_gold(store, registry, folder, "a b")


def test_a_question_that_is_too_long_is_bad_data(
    store: EventStore, registry: Registry, tmp_path: Path
) -> None:
    """The file is named, with the exit code of bad data; nothing is recorded."""
    rows = [{"id": "q1", "question": "x" * (5 << 20), "qrels": {"d1": 1}}]
    with pytest.raises(BadData, match=r"asked\.jsonl: found 'q1' takes 5,2"):
        imported(store, registry, write_lines(tmp_path / "asked.jsonl", rows))

    assert [] == list(store.events(types={GoldSetImported}))
