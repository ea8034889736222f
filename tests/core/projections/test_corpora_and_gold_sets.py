"""A name stands for what was last recorded under it, however the log is read."""

from __future__ import annotations

import pytest

from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import EventStore, Recorded
from benchbook.core.plugging.loading import load_registry
from benchbook.core.projections.corpora import CORPORA
from benchbook.core.projections.gold_sets import GOLD_SETS
from benchbook.core.projections.projection import fold
from collections_made import new_store, silent, write_beir


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    """Give the events of a log with two corpora and two gold sets, some replaced."""
    folder = tmp_path_factory.mktemp("log")
    registry = load_registry(())
    with new_store(folder / "book") as store:
        for number, name in enumerate(["one", "two", "one"], 1):
            ids = [f"d{n}" for n in range(number)]
            path = write_beir(
                folder / str(number), ids, [f"t{n}\td0\t1" for n in range(1, number + 1)]
            )
            ingest(store, registry, path, name, progress=silent)
            import_gold(store, registry, path, name, corpus=name)
        return events_of(store)


def events_of(store: EventStore) -> list[Recorded]:
    """Give every event of a store."""
    return list(store.events())


def test_a_name_stands_for_its_last_content(log: list[Recorded]) -> None:
    """With the number of times that it was recorded."""
    corpora, sets = fold(CORPORA, log), fold(GOLD_SETS, log)

    assert {"one": (3, 2), "two": (2, 1)} == {
        name: (view.event.units, view.version) for name, view in corpora.items()
    }
    assert {"one": (3, 2), "two": (2, 1)} == {
        name: (view.event.topics, view.version) for name, view in sets.items()
    }


def test_positions_are_those_of_the_last_fact(log: list[Recorded]) -> None:
    """A view leads back to the log."""
    corpora, sets = fold(CORPORA, log), fold(GOLD_SETS, log)

    for corpus in corpora.values():
        assert corpus.event == log[corpus.position].event
    for gold in sets.values():
        assert gold.event == log[gold.position].event
