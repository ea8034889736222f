"""Faults of ledgers and plugins that other programs had, each by its number and small input.

What stands here is one case of each; tests/ledger and tests/core/plugging have the kind.
"""

from __future__ import annotations

import inspect
import json
import sqlite3
import threading
from pathlib import Path

import attrs
import pytest

from benchbook import LanePlugin
from benchbook.core.event_store import EventStore
from benchbook.core.events import ConditionFused, LaneFailed, LaneRanked, RunStarted
from benchbook.core.plugging.registry import AmbiguousPlugin, Registry
from benchbook.ledger import Ledger, canonical_json, verify
from book import EPOCH, EXPERIMENT, built_in, make_store, open_store, registry, run
from gated import ran
from ledgers import draft, new_ledger, plain, unguarded

REPLACE = """\
INSERT OR REPLACE INTO event
SELECT seq, id, stream, ver, 'other', schema, body, leaf FROM event WHERE seq = 2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of six events."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 5).close()
    return path


@pytest.mark.parametrize("recursive", [0, 1])
@pytest.mark.parametrize("statement", [REPLACE, "DELETE FROM event", "UPDATE event SET type = 'x'"])
def test_p110_nothing_replaces_an_event(path: Path, statement: str, recursive: int) -> None:
    """P110: neither with recursive triggers nor without, from a connection that is not ours."""
    with plain(path) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(event)")]
        statement = statement.replace(
            "seq, id, stream, ver, 'other', schema, body, leaf",
            ", ".join("'other'" if name == "type" else name for name in columns),
        )
        before = connection.execute("SELECT * FROM event").fetchall()
        connection.execute(f"PRAGMA recursive_triggers = {recursive}")
        with pytest.raises(sqlite3.DatabaseError):
            connection.execute(statement)
        assert before == connection.execute("SELECT * FROM event").fetchall()


def test_p111_a_changed_body_is_found_and_named(path: Path) -> None:
    """P111: keys in another order are other bytes: what is hashed is what is stored."""
    with unguarded(path) as connection:
        (body,) = connection.execute("SELECT body FROM event WHERE seq = 3").fetchone()
        reordered = json.dumps(dict(reversed(json.loads(body).items()))).encode()
        assert canonical_json(json.loads(reordered)) == body
        connection.execute("UPDATE event SET body = ? WHERE seq = 3", (reordered,))
    verified = verify(path)

    assert not verified.is_sound
    assert "event 3" in {fault.where for fault in verified.faults}


def test_p111_a_corrupt_body_is_a_finding_and_no_crash(path: Path) -> None:
    """P111: bytes that are no JSON at all."""
    with unguarded(path) as connection:
        connection.execute("UPDATE event SET body = x'00ff' WHERE seq = 2")

    assert "event 2" in {fault.where for fault in verify(path).faults}


def test_p111_a_chain_alone_does_not_see_that_its_end_is_gone(path: Path) -> None:
    """P111: so the level that was reached says no more than it shows."""
    with unguarded(path) as connection:
        connection.execute("DELETE FROM event WHERE seq > 2")
    verified = verify(path)

    assert (True, 0) == (verified.is_sound, verified.level)
    assert "nothing here proves that the log was not rewritten as a whole" in verified.statement


def test_p112_two_writers_lose_no_event_and_none_is_half(path: Path) -> None:
    """P112: each appends its own while the other does."""

    def write(writer: int) -> None:
        with Ledger.open(path) as ledger:
            for number in range(20):
                stream = f"run/{writer}"
                ledger.append([draft(number, stream)], stream=stream, expected_version=number)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert verify(path).is_sound
    with Ledger.open(path) as ledger:
        assert 6 + 40 == ledger.size


def test_p117_a_name_of_two_plugins_is_an_error_that_names_both() -> None:
    """P117: it is never decided by the order of loading."""
    one = built_in().find("lane", "bm25")
    twins = Registry((one, attrs.evolve(one, distribution="acme", distribution_version="2.0")))

    with pytest.raises(AmbiguousPlugin, match=r"acme 2\.0 and benchbook"):
        twins.find("lane", "bm25")


def test_p117_one_plugin_that_breaks_takes_no_other_with_it(tmp_path: Path) -> None:
    """P117: it is a fact of its own, with its reason; the others have ranked."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "breaking"')
    with open_store(make_store(tmp_path)) as store:
        _, report = ran(store, text)
        failed = list(store.events(types=(LaneFailed,)))

    assert 1 == len(failed)
    states = {row.name: row.state for row in report.conditions}
    assert "measured" == states["keyword_only"]
    assert "not measured" == states["all"]


def test_p117_every_fact_of_a_plugin_names_its_code(tmp_path: Path) -> None:
    """P117: name, version and the digest of its files."""
    with open_store(make_store(tmp_path, 12)) as store:
        run(store)
        facts = [one.event for one in store.events(types=(LaneRanked, ConditionFused))]

    made = [fact.made_by for fact in facts if isinstance(fact, LaneRanked | ConditionFused)]
    assert made
    assert all(one.name and one.version and len(one.digest) == 64 for one in made)


def test_p119_what_is_recorded_of_a_lane_is_all_that_it_takes(tmp_path: Path) -> None:
    """P119: every parameter of its `build`, stop words and stemmer too, and a second run agrees."""
    record = built_in().find("lane", "bm25").record
    assert isinstance(record, LanePlugin)
    takes = set(list(inspect.signature(record.build).parameters)[1:])
    frames = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with EventStore.open(make_store(folder, 12), clock=lambda: EPOCH) as store:
            run(store, plugins=registry())
            ranked = [one.event for one in store.events(types=(LaneRanked,))]
            (started,) = [one.event for one in store.events(types=(RunStarted,))]
        assert isinstance(started, RunStarted)
        lanes = [one for one in ranked if isinstance(one, LaneRanked)]
        (keyword,) = [one for one in lanes if one.lane == "keyword"]
        assert takes <= set(keyword.made_by.parameters)
        frames.append((started.fingerprint, [one.frame for one in lanes]))

    assert frames[0] == frames[1]
