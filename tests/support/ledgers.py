"""Small ledgers for tests: drafts, a new log, and doors past its guards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import zstandard

from benchbook.ledger import Actor, Draft, Ledger

STREAM = "run/a"
START = 1_700_000_000_000_000


class Ticks:
    """A clock that goes one second on each time that it is read."""

    def __init__(self, start: int = START) -> None:
        self.now = start

    def __call__(self) -> int:
        self.now += 1_000_000
        return self.now


def draft(number: int, stream: str = STREAM, /, **changes: object) -> Draft:
    """An event that is the same whenever it is asked for with the same number."""
    fields: dict[str, Any] = {
        "id": sha256(f"{stream} {number}".encode()).hexdigest()[:32],
        "type": "thing-done",
        "schema": 1,
        "stream": stream,
        "actor": Actor(kind="tool", id="tests/1"),
        "data": {"number": number},
        "objects": (),
        "cause": None,
        "env": None,
        "basis": None,
    }
    return Draft(**{**fields, **changes})


def drafts(start: int, stop: int, stream: str = STREAM) -> list[Draft]:
    """The events of some numbers."""
    return [draft(number, stream) for number in range(start, stop)]


def opening() -> Draft:
    """The event that opens a log."""
    return draft(0, "log", type="ledger-opened", data={"name": "test"})


def new_ledger(
    path: Path, events: int = 0, *, clock: Callable[[], int] | None = None, batch: int = 1_000
) -> Ledger:
    """A new log with its opening event and so many more, the same bytes each time."""
    ledger = Ledger.create(
        path, name="test", opening=opening(), clock=clock or Ticks(), entropy=bytes
    )
    for start in range(0, events, batch):
        numbered = drafts(start, min(events, start + batch))
        ledger.append(numbered, stream=STREAM, expected_version=start)
    return ledger


@contextmanager
def plain(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other tool opens it: SQLite's defaults, no guard of ours."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA recursive_triggers = OFF")
        yield connection
    finally:
        connection.close()


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """The file without its triggers, put back afterwards: for damage that leaves no trace."""
    with plain(path) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
        ).fetchall()
        for name, _sql in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _name, sql in triggers:
            connection.execute(sql)


def every_byte(path: Path) -> bytes:
    """A ledger's file, and every object of it as it was before compression."""
    found = [path.read_bytes()]
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT data FROM object").fetchall()
    connection.close()
    found += [zstandard.ZstdDecompressor().decompress(data) for (data,) in rows]
    return b"\n".join(found)
