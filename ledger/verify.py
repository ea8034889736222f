"""Verifying a ledger file: everything derived is derived anew, from bodies and object data alone.

This is written apart from the store on purpose, and shares no computation with it: its own leaf and
node hashes, its own tree, its own unpacking. What it shares is what both must mean: the schema's
text and the way to open a file so that nothing is changed. It reads on after a fault, so that all
are named, and forgets what it has read, so that a million events take no more memory than a
thousand.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from hashlib import sha256
from typing import TYPE_CHECKING

import zstandard

from .connection import BUSY_SECONDS, connect, translate
from .errors import CorruptLedger, LedgerMissing, NotALedger
from .header import missing_bytes
from .schema import MAX_OBJECT_BYTES, SCHEMA_DIGEST, schema_differences
from .verification import MOST_FAULTS_KEPT, Faults, Verification
from .verify_events import EventCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[int, int], None]


def verify(path: str | os.PathLike[str], *, progress: Progress | None = None) -> Verification:
    """Check every event, link, tile, object and guard, and name each fault by its place.

    The file is opened for reading and nothing is left beside it. Events that other writers append
    meanwhile are not looked at.

    Args:
        path: the file.
        progress: called now and then with the number of rows checked and the number of all rows.

    Raises:
        LedgerMissing: nothing stands there.
        NotALedger, NewerLedger: something else does.
        LedgerError: it cannot be read at all.
    """
    real = os.path.realpath(path)
    if not os.path.exists(real):  # noqa: PTH110 - paths are texts here
        raise LedgerMissing(real)
    if not os.path.isfile(real):  # noqa: PTH113 - paths are texts here
        raise NotALedger(real, "no plain file")
    with closing(connect(real, readonly=True, patience=BUSY_SECONDS)) as connection:
        return _Verifier(connection, real, progress).verdict()


class _Verifier:
    """One pass over one file."""

    def __init__(
        self, connection: sqlite3.Connection, path: str, progress: Progress | None
    ) -> None:
        self._connection = connection
        self._path = path
        self._progress = progress
        self._faults = Faults()
        self._events = EventCheck(connection, self._faults)
        self._done = 0
        self._total = 0
        self._objects = 0
        self._object_bytes = 0

    def verdict(self) -> Verification:
        """Go through the file and say what was found."""
        self._attempt(self._check_schema, lambda: "the schema")
        self._attempt(self._check_pages, lambda: "the pages")
        self._attempt(self._check_events, lambda: f"event {self._events.next_seq} or later")
        self._attempt(self._check_objects, lambda: f"object row {self._objects} or later")
        return Verification(
            origin=self._events.origin,
            events=self._events.count,
            objects=self._objects,
            object_bytes=self._object_bytes,
            root=self._events.root(),
            schema=SCHEMA_DIGEST,
            faults=tuple(self._faults.kept),
            fault_count=self._faults.total,
        )

    def _attempt(self, check: Callable[[], None], where: Callable[[], str]) -> None:
        """Run one check; what cannot be read is a fault, and the next check is run all the same."""
        try:
            check()
        except (sqlite3.Error, LookupError, UnicodeDecodeError) as error:
            if isinstance(error, sqlite3.Error):
                meaning = translate(error, self._path)
                if not isinstance(meaning, CorruptLedger | NotALedger):
                    raise meaning from error
            self._faults.add("unreadable", where(), error, "rows")

    def _check_schema(self) -> None:
        for name, found, expected in schema_differences(self._connection):
            self._faults.add("schema", name, found, expected)

    def _check_pages(self) -> None:
        """The file's length, and SQLite's own check, which finds what no row shows."""
        missing = missing_bytes(self._connection, self._path)
        if missing:
            self._faults.add(
                "page", "the end of the file", f"{missing} bytes less", "the last page"
            )
        sql = f"PRAGMA main.integrity_check({MOST_FAULTS_KEPT})"
        for (complaint,) in self._connection.execute(sql):
            if complaint != "ok":
                self._faults.add("page", "the file", complaint, "pages in order")

    def _check_events(self) -> None:
        sql = "SELECT (SELECT count(*) FROM main.event), (SELECT count(*) FROM main.object)"
        self._total = sum(self._connection.execute(sql).fetchone())
        sql = "SELECT coalesce(max(seq), -1) + 1 FROM main.event"
        (stop,) = self._connection.execute(sql).fetchone()
        if stop == 0:
            self._faults.add("gap", "event 0", "nothing", "the event that opened the log")
        self._events.run(stop, self._step)

    def _check_objects(self) -> None:
        sql = (
            "SELECT rowid, digest, size, data FROM main.object "
            "WHERE rowid > ? ORDER BY rowid LIMIT 1"
        )
        last = -(2**63)
        # One at a time: each may have 16 MiB, and no lock is held in between.
        while (row := self._connection.execute(sql, (last,)).fetchone()) is not None:
            last, name, size, data = row
            self._check_object(name, size, data)
            self._objects += 1
            self._step(1)

    def _check_object(self, name: object, size: object, data: object) -> None:
        where = f"object {name.hex()}" if isinstance(name, bytes) else f"object {name!r}"
        try:
            unpacked = _unpack(data, size)
        except (ValueError, zstandard.ZstdError) as error:
            self._faults.add("object", where, f"data that does not unpack ({error})", "a frame")
            return
        self._object_bytes += len(unpacked)
        computed = sha256(unpacked).digest()
        if computed != name:
            self._faults.add(
                "object", where, f"bytes with digest {computed.hex()}", "its own bytes"
            )

    def _step(self, rows: int) -> None:
        self._done += rows
        if self._progress is not None:
            self._progress(self._done, self._total)


def _unpack(data: object, size: object) -> bytes:
    """The content of a frame that claims the recorded size, within 16 MiB.

    The claim bounds the memory: the decompressor makes room for it, and stops there.

    Raises:
        ValueError, ZstdError: it claims another size, or is no frame.
    """
    if not isinstance(data, bytes) or not isinstance(size, int):
        message = f"a {type(data).__name__} recorded as {size!r}"
        raise ValueError(message)  # noqa: TRY004 - bad data in a file, not a wrong call
    claimed = zstandard.get_frame_parameters(data).content_size
    if claimed != size or not 0 <= size <= MAX_OBJECT_BYTES:
        message = f"a frame of {claimed} bytes recorded as {size}"
        raise ValueError(message)
    return zstandard.ZstdDecompressor().decompress(data, allow_extra_data=False)
