"""The tables of a ledger file, for ever: what the file must say about itself, word for word.

Three tables. A row is only ever added: triggers refuse UPDATE and DELETE, and refuse the INSERT
that would replace a row, since INSERT OR REPLACE deletes without asking the delete trigger unless
`recursive_triggers` is on, which is not the default (sqlite.org/lang_conflict.html). None of this
stops somebody who holds the file; it stops accidents, and whatever gets past it is found by
verifying.

The text that SQLite keeps of each table and trigger is compared with the text here whenever a
ledger is opened, so that a dropped trigger, a rebuilt table or one changed letter shows.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from .canonical import canonical_json, digest

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION_ID = 0x42_42_4C_47
"""`BBLG`, in the file's header (sqlite.org/fileformat2.html, section 1.3.14)."""

FORMAT = 1
"""`user_version` in the file's header."""

MAX_OBJECT_BYTES = 16 * 1024 * 1024
TILE_WIDTH = 256

_EVENT = """CREATE TABLE event (
  seq INTEGER NOT NULL PRIMARY KEY CHECK (seq >= 0),
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  type TEXT NOT NULL,
  stream TEXT NOT NULL,
  stream_ver INTEGER NOT NULL CHECK (stream_ver >= 0),
  leaf BLOB NOT NULL CHECK (length(leaf) = 32),
  body BLOB NOT NULL CHECK (length(body) BETWEEN 2 AND 65536),
  UNIQUE (stream, stream_ver)
) STRICT"""

_OBJECT = """CREATE TABLE object (
  digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
  media TEXT NOT NULL,
  codec TEXT NOT NULL CHECK (codec = 'zstd'),
  size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 16777216),
  data BLOB NOT NULL
) STRICT"""

# `root` is the node over the 256 hashes. It stands before `data`, so that reading 255 of them
# touches no overflow page.
_TILE = """CREATE TABLE tile (
  level INTEGER NOT NULL CHECK (level >= 0),
  number INTEGER NOT NULL CHECK (number >= 0),
  root BLOB NOT NULL CHECK (length(root) = 32),
  data BLOB NOT NULL CHECK (length(data) = 8192),
  PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID"""

_EVENT_APPEND = """CREATE TRIGGER event_append BEFORE INSERT ON event BEGIN
  SELECT RAISE(ABORT, 'event: seq is not the next position')
    WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), -1) + 1 FROM event);
  SELECT RAISE(ABORT, 'event: this id is in the log')
    WHERE EXISTS (SELECT 1 FROM event WHERE id = NEW.id);
  SELECT RAISE(ABORT, 'event: stream_ver is not the next version')
    WHERE NEW.stream_ver IS NOT
      (SELECT coalesce(max(stream_ver), -1) + 1 FROM event WHERE stream = NEW.stream);
END"""

_OBJECT_APPEND = """CREATE TRIGGER object_append BEFORE INSERT ON object BEGIN
  SELECT RAISE(ABORT, 'object: this digest is in the ledger')
    WHERE EXISTS (SELECT 1 FROM object WHERE digest = NEW.digest);
END"""

_TILE_APPEND = """CREATE TRIGGER tile_append BEFORE INSERT ON tile BEGIN
  SELECT RAISE(ABORT, 'tile: number is not the next in its level')
    WHERE NEW.number IS NOT
      (SELECT coalesce(max(number), -1) + 1 FROM tile WHERE level = NEW.level);
END"""


def _refusals(table: str) -> tuple[str, str]:
    """The two triggers that keep the rows of a table as they are."""
    update = f"""CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} BEGIN
  SELECT RAISE(ABORT, '{table}: rows are never changed');
END"""
    delete = f"""CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN
  SELECT RAISE(ABORT, '{table}: rows are never deleted');
END"""
    return update, delete


STATEMENTS = (
    _EVENT,
    _OBJECT,
    _TILE,
    _EVENT_APPEND,
    *_refusals("event"),
    _OBJECT_APPEND,
    *_refusals("object"),
    _TILE_APPEND,
    *_refusals("tile"),
)
"""What makes an empty database a ledger, in order."""

TABLES = ("event", "object", "tile")

_SQL = "SELECT type || ' ' || name, sql FROM main.sqlite_schema"


def create_tables(connection: sqlite3.Connection) -> None:
    """Make an empty database a ledger without events; the caller opens and ends the transaction."""
    for statement in STATEMENTS:
        connection.execute(statement)
    connection.execute(f"PRAGMA main.application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA main.user_version = {FORMAT}")


def expected_schema() -> dict[str, str | None]:
    """What `sqlite_schema` must hold: kind and name, and the text, None for an automatic index."""
    named = {" ".join(text.split()[1:3]).lower(): text for text in STATEMENTS}
    automatic = ("event_1", "event_2", "object_1")
    return {**named, **{f"index sqlite_autoindex_{name}": None for name in automatic}}


SCHEMA_DIGEST = digest(canonical_json(expected_schema()))
"""SHA-256 of the expected schema: which tables and guards a verification has compared with."""


def schema_differences(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Yield `(name, found, expected)` for whatever in the schema is not as it must be."""
    expected = expected_schema()
    found: dict[str, str | None] = dict(connection.execute(_SQL).fetchall())
    for name in sorted(expected.keys() | found.keys()):
        if name not in found:
            yield name, "nothing", "the one of this format"
        elif name not in expected:
            yield name, "something foreign", "nothing of this name"
        elif found[name] != expected[name]:
            yield name, "another text", "the text of this format"
