"""Rows are only ever added; a plain connection is refused all else, and ours cannot even try."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from benchbook.ledger import Ledger, verify
from benchbook.ledger.connection import connect
from ledgers import STREAM, draft, new_ledger, plain

EVENT = "SELECT {seq}, {id}, type, stream, {ver}, leaf, body FROM event WHERE seq = 1"
PLACE = {"seq": "4", "id": "randomblob(16)", "ver": "3"}


def insert(verb: str, **place: str) -> str:
    """A statement that copies event 1 to another place."""
    return f"{verb} INTO event " + EVENT.format(**{**PLACE, **place})


REFUSED = {
    "update": "UPDATE event SET type = 'other' WHERE seq = 1",
    "update of the key": "UPDATE event SET seq = 9 WHERE seq = 3",
    "update or replace": "UPDATE OR REPLACE event SET seq = 2 WHERE seq = 3",
    "delete": "DELETE FROM event WHERE seq = 3",
    "delete all": "DELETE FROM event",
    "replace by position": insert("INSERT OR REPLACE", seq="1"),
    "replace by id": insert("INSERT OR REPLACE", id="id"),
    "replace by stream and version": insert("INSERT OR REPLACE", ver="1"),
    "plain replace": insert("REPLACE", seq="3", ver="2"),
    "ignore": insert("INSERT OR IGNORE", seq="1"),
    "upsert": insert("INSERT", seq="1") + " ON CONFLICT (seq) DO UPDATE SET type = 'other'",
    "a gap": insert("INSERT", seq="7"),
    "a negative position": insert("INSERT", seq="-1"),
    "no position": insert("INSERT", seq="NULL"),
    "a gap in the stream": insert("INSERT", ver="9"),
    "update of an object": "UPDATE object SET media = 'a/b'",
    "delete of an object": "DELETE FROM object",
    "replace of an object": "INSERT OR REPLACE INTO object "
    "SELECT digest, 'a/b', codec, size, data FROM object",
    "update of a tile": "UPDATE tile SET root = zeroblob(32)",
    "delete of a tile": "DELETE FROM tile",
    "replace of a tile": "INSERT OR REPLACE INTO tile "
    "SELECT level, number, zeroblob(32), data FROM tile",
    "a gap in the tiles": "INSERT INTO tile SELECT 0, 5, root, data FROM tile",
    "text for bytes": "INSERT INTO object VALUES ('text', 'a/b', 'zstd', 1, x'00')",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with four events, an object and a tile."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 3) as ledger:
        ledger.put_object(b"an object", "text/plain")
    return path


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A ledger with a tile."""
    path = tmp_path / "full.ledger"
    with new_ledger(path, 300) as ledger:
        ledger.put_object(b"an object", "text/plain")
    return path


def dump(path: Path) -> list[tuple[object, ...]]:
    """Every row of the file."""
    with plain(path) as connection:
        return [
            row
            for table in ("event", "object", "tile")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")  # noqa: S608 - three names
        ]


@pytest.mark.parametrize("name", REFUSED)
def test_a_plain_connection_is_refused(path: Path, full: Path, name: str) -> None:
    """With SQLite's defaults, every statement that changes or takes away a row is refused."""
    target = full if "tile" in name else path
    before = dump(target)
    with plain(target) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(REFUSED[name])

    assert before == dump(target)


@pytest.mark.parametrize(
    "statement",
    [
        *REFUSED.values(),
        "DROP TABLE event",
        "DROP TRIGGER event_no_delete",
        "ALTER TABLE event ADD COLUMN note TEXT",
        "CREATE TABLE notes (text TEXT)",
        "CREATE TEMP TABLE event (seq INTEGER)",
        "CREATE TEMP TRIGGER spy BEFORE INSERT ON event BEGIN SELECT 1; END",
        "CREATE VIEW latest AS SELECT 1",
        "CREATE INDEX by_type ON event (type)",
        "ATTACH ':memory:' AS other",
        "VACUUM",
        "REINDEX",
        "ANALYZE",
        "PRAGMA writable_schema = ON",
        "PRAGMA recursive_triggers = OFF",
        "PRAGMA ignore_check_constraints = ON",
        "PRAGMA journal_mode = OFF",
        "PRAGMA synchronous = OFF",
        "PRAGMA user_version = 7",
        "SELECT load_extension('x')",
        "SAVEPOINT here",
    ],
)
def test_our_connection_refuses_everything_but_append(full: Path, statement: str) -> None:
    """On a connection of ours no statement but an append or a read is possible."""
    before = dump(full)
    connection = connect(str(full), readonly=False)
    try:
        with pytest.raises(sqlite3.DatabaseError):
            connection.execute(statement)
    finally:
        connection.close()

    assert before == dump(full)


@pytest.mark.parametrize("statement", ["PRAGMA application_id = 7", "PRAGMA user_version = 7"])
def test_our_connection_does_not_rename_the_file(path: Path, statement: str) -> None:
    """What the file says that it is cannot be set through a connection of ours."""
    connection = connect(str(path), readonly=False)
    with pytest.raises(sqlite3.DatabaseError):
        connection.execute(statement)
    connection.close()

    assert verify(path).is_sound


def test_a_temporary_table_does_not_stand_before_ours(tmp_path: Path) -> None:
    """A TEMP table with the name of ours is neither read nor written."""
    path = tmp_path / "b.ledger"
    new_ledger(path).close()
    made: list[sqlite3.Connection] = []

    def shadowed(path: str, *, readonly: bool, patience: float) -> sqlite3.Connection:
        connection = connect(path, readonly=readonly, patience=patience)
        connection.set_authorizer(None)
        connection.execute("CREATE TEMP TABLE event (seq, id, type, stream, stream_ver, body)")
        made.append(connection)
        return connection

    with Ledger.open(path, connect=shadowed) as ledger:
        ledger.append([draft(0)], stream=STREAM, expected_version=0)

        assert 2 == ledger.size
        assert 0 == made[0].execute("SELECT count(*) FROM temp.event").fetchone()[0]
