"""The ledger: an append-only log of events in one file, and the objects that they name."""

from __future__ import annotations

import os
import sqlite3
import time
from typing import TYPE_CHECKING, Self

from . import append
from .canonical import digest
from .connection import BUSY_SECONDS, connect
from .drafts import Basis, Draft
from .envelope import timestamp
from .errors import PositionUnknown, StaleVersion
from .files import publish
from .genesis import new_file, new_origin
from .head import advance, read_head, read_prefix
from .objects import ObjectRow, has_object, insert_objects, pack, read_object
from .reading import check_file, read_pages, read_size, read_version
from .session import Connect, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .entries import Entry, Receipt


def system_clock() -> int:
    """Microseconds since 1970, in UTC, as this machine claims."""
    return time.time_ns() // 1_000


class Ledger:
    """An open log. Made by `Ledger.create` or `Ledger.open`; a context manager that closes itself.

    It belongs to the process and the thread that opened it. Events and objects can be added and
    read, and nothing can be changed or taken away.
    """

    def __init__(self, session: Session, clock: Callable[[], int]) -> None:
        """Take over an open file; `create` and `open` are the ways in."""
        self._session = session
        self._clock = clock
        with session.reading() as connection:
            check_file(connection, session.path)
            self._head = read_head(connection)

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        *,
        name: str,
        opening: Draft,
        clock: Callable[[], int] = system_clock,
        entropy: Callable[[int], bytes],
    ) -> Ledger:
        """A new log with its first event, whole or not at all; of two creators one succeeds.

        Args:
            path: the file, which must not exist.
            name: what the log is called; its origin is this, a slash, and 16 random hex digits.
            opening: the first event.
            clock: gives microseconds since 1970, in UTC.
            entropy: gives that many random bytes.

        Raises:
            LedgerExists: something stands there already.
            LedgerFull, LedgerReadOnly, LedgerUnavailable: the file cannot be written.
            DraftRefused: the name or the first event has the wrong shape.
        """
        image = new_file(new_origin(name, entropy), opening, timestamp(clock()))
        publish(image, os.path.abspath(path))  # noqa: PTH100 - paths are texts in this package
        return cls.open(path, clock=clock)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        clock: Callable[[], int] = system_clock,
        readonly: bool = False,
        patience: float = BUSY_SECONDS,
        connect: Connect = connect,
    ) -> Ledger:
        """A log that exists, its tables, guards and last events checked, in milliseconds.

        Args:
            path: the file.
            clock: gives microseconds since 1970, in UTC.
            readonly: refuse to write, and leave nothing beside the file.
            patience: how many seconds to wait for other writers and readers.
            connect: how the file is opened.

        Raises:
            LedgerMissing: nothing stands there.
            NotALedger, NewerLedger: something else does; it is not touched.
            CorruptLedger: a table, a guard or one of the last events is not what it must be.
        """
        session = Session(os.fspath(path), readonly=readonly, patience=patience, connect=connect)
        try:
            return cls(session, clock)
        except BaseException:
            session.close()
            raise

    def __enter__(self) -> Self:
        """The ledger itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of the file; closing twice is harmless."""
        self._session.close()

    @property
    def origin(self) -> str:
        """The log's name, for ever; it stands in every event, so that none fits elsewhere."""
        return self._head.origin

    @property
    def size(self) -> int:
        """The number of events now, those of other writers included."""
        with self._session.reading() as connection:
            return read_size(connection)

    def basis(self, size: int | None = None) -> Basis:
        """A state of the log: the number of events and the root over them, in milliseconds.

        Args:
            size: of the first so many events; None for all there are now.

        Raises:
            PositionUnknown: the log has fewer.
        """
        with self._session.reading() as connection:
            current = read_size(connection)
            wanted = current if size is None else size
            if not 0 <= wanted <= current:
                raise PositionUnknown(wanted, current)
            return Basis(size=wanted, root=read_prefix(connection, wanted).root().hex())

    def version(self, stream: str) -> int:
        """The number of events in a stream, which is the version of its next one."""
        with self._session.reading() as connection:
            return read_version(connection, stream)

    def append(
        self, drafts: Iterable[Draft], *, stream: str, expected_version: int | None
    ) -> tuple[Receipt, ...]:
        """Add events to one stream, all or none; when this returns, they are on the disk.

        An event whose id is in the log already, with equal content, is not added again: its receipt
        is the one of the first time. So a caller that does not know whether an earlier try
        succeeded tries again. Time, position and link are no content. If all drafts are there
        already, the expected version is not asked.

        Args:
            drafts: what to add, in order.
            stream: the stream of all of them.
            expected_version: the stream's version that the caller has seen, or None for any.

        Returns:
            One receipt per draft, in their order.

        Raises:
            StaleVersion: the stream moved on.
            IdConflict: an id is in the log with other content.
            ObjectMissing: an event names an object that is not in the ledger.
            BasisMismatch: an event claims to have seen what this log never was.
            NotCanonical, DraftRefused: a payload cannot be written.
            LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable, LedgerReplaced: the file
                cannot.
        """
        ordered = tuple(drafts)
        unique = append.unique_drafts(ordered, stream)
        if not unique:
            return ()
        # Read before anybody is kept waiting for the lock.
        wall = timestamp(self._clock())

        try:
            return self._append(ordered, unique, expected_version, wall, is_fresh=True)
        except (append.Repeated, StaleVersion):
            # Rare, and so looked into only when it shows: some of the drafts may be in the log.
            return self._append(ordered, unique, expected_version, wall, is_fresh=False)

    def _append(
        self,
        ordered: Sequence[Draft],
        unique: Mapping[str, Draft],
        expected_version: int | None,
        wall: str,
        *,
        is_fresh: bool,
    ) -> tuple[Receipt, ...]:
        head = self._head

        def work(connection: sqlite3.Connection) -> tuple[Receipt, ...]:
            nonlocal head
            head = advance(connection, self._head, self._session.path)
            receipts = {} if is_fresh else append.recorded(connection, unique, head.origin)
            new = [draft for id_, draft in unique.items() if id_ not in receipts]
            if new:
                version = append.check_new(connection, new, expected_version)
                addition = append.add(head, new, version, wall)
                append.insert(connection, addition)
                receipts.update(addition.receipts)
                head = addition.head
            return tuple(receipts[draft.id] for draft in ordered)

        def settled(connection: sqlite3.Connection) -> tuple[Receipt, ...] | None:
            receipts = append.recorded(connection, unique, self.origin)
            found = len(receipts) == len(unique)
            return tuple(receipts[draft.id] for draft in ordered) if found else None

        receipts = self._session.transact(work, settled)
        self._head = head
        return receipts

    def events(
        self,
        start: int = 0,
        stop: int | None = None,
        *,
        stream: str | None = None,
        types: Sequence[str] | None = None,
    ) -> Iterator[Entry]:
        """Events in order, each checked against its leaf, read by pages of at most 1,000.

        Args:
            start: the first position.
            stop: the position after the last; None for the end as it is when this is called.
            stream: only those of this stream.
            types: only those of these types.

        Raises:
            CorruptLedger: while reading, at the first event that was changed.
        """
        end = self.size if stop is None else min(stop, self.size)
        return self._pages(min(start, end), end, stream, types)

    def _pages(
        self, start: int, stop: int, stream: str | None, types: Sequence[str] | None
    ) -> Iterator[Entry]:
        with self._session.reading():
            yield from read_pages(
                lambda: self._session.connection, start, stop, stream=stream, types=types
            )

    def put_object(self, data: bytes, media: str) -> str:
        """Keep some bytes, at most 16 MiB, and give their digest, SHA-256 in 64 hex.

        Raises:
            ObjectRefused: too large, or the media type is not plain.
        """
        return self.put_objects([(data, media)])[0]

    def put_objects(self, objects: Iterable[tuple[bytes, str]]) -> tuple[str, ...]:
        """Keep several objects in one transaction; those that are there already cost nothing.

        Args:
            objects: pairs of bytes and media type, such as `application/json`.

        Returns:
            One digest per object, in their order.
        """
        names: list[str] = []
        new: dict[str, ObjectRow] = {}
        for data, media in objects:
            name = digest(data)
            names.append(name)
            if name not in new and not self.has_object(name):
                new[name] = pack(name, data, media)
        if new:
            self._session.transact(
                lambda connection: insert_objects(connection, new.values()),
                lambda connection: all(has_object(connection, name) for name in new) or None,
            )
        return tuple(names)

    def has_object(self, name: str) -> bool:
        """Whether the bytes with this digest are in the ledger."""
        with self._session.reading() as connection:
            return has_object(connection, name)

    def object(self, name: str) -> bytes:
        """The bytes with this digest, unpacked and checked.

        Raises:
            ObjectMissing: they are not in the ledger.
            CorruptLedger: what is there is something else.
        """
        with self._session.reading() as connection:
            return read_object(connection, name)
