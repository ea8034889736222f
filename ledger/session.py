"""An open ledger file: who may use it, and how a transaction begins, ends and fails."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from .connection import translate, translated
from .errors import ForeignOwner, LedgerMissing, LedgerReadOnly, LedgerReplaced, NotALedger
from .lock import exclusive, open_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


Connect = Callable[..., sqlite3.Connection]
"""Opens the file, given `path`, `readonly` and `patience`: `connection.connect`, or like it."""


class Session:
    """One process's and one thread's hold on a ledger file.

    Args:
        path: the file.
        readonly: refuse to write, and leave nothing beside the file.
        patience: how many seconds to wait for another writer, and for readers.
        connect: how to open it.

    Raises:
        LedgerMissing: no file is there.
        NotALedger: it is something else.
        LedgerReplaced: it was replaced while it was being opened.
    """

    def __init__(self, path: str, *, readonly: bool, patience: float, connect: Connect) -> None:
        # Two names for one file, through a link, must meet at one lock.
        self.path = os.path.realpath(path)
        self.readonly = readonly
        self._patience = patience
        self._connect = connect
        self._owner = (os.getpid(), threading.get_ident())
        self._lock: int | None = None
        self._file, self._state = self._look()
        self._connection: sqlite3.Connection | None = self._open()

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, for the process and thread that opened it, and for nobody else.

        Raises:
            ForeignOwner: this is another process (after a fork) or thread, or the ledger is closed.
        """
        self._check_owner()
        if self._connection is None:
            raise ForeignOwner(self.path, "it is closed")
        return self._connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection for a `with` block in which SQLite's errors become a ledger's.

        Raises:
            LedgerError: whatever went wrong.
        """
        with translated(self.path):
            yield self.connection

    def transact(
        self,
        work: Callable[[sqlite3.Connection], T],
        settled: Callable[[sqlite3.Connection], T | None],
    ) -> T:
        """Do some writing in one transaction: all of it is on the disk, or none is in the file.

        Args:
            work: writes, and gives what the caller is told.
            settled: asked when the commit raised, and may or may not have happened: what `work`
                would have given if its rows are in the file, None if they are not.

        Raises:
            LedgerError: nothing was written.
        """
        if self.readonly:
            raise LedgerReadOnly(self.path, "it was opened for reading")
        self._check_owner()
        if self._lock is None:
            self._lock = open_lock(self.path)
        with exclusive(self._lock, self.path, self._patience), translated(self.path):
            connection = self._fresh()
            try:
                # Deferred would read first and then fail to write, without waiting, when another
                # writer came in between (sqlite.org/lang_transaction.html, section 2.2).
                connection.execute("BEGIN IMMEDIATE")
                told = work(connection)
            except BaseException:
                self._roll_back()
                raise
            try:
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back()
                return self._settle(error, settled)
            self._state = self._look()[1]
            return told

    def close(self) -> None:
        """Let go of the file and the lock; what a forked child holds stays its parent's."""
        connection, self._connection = self._connection, None
        if connection is not None and os.getpid() == self._owner[0]:
            connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _settle(self, error: sqlite3.Error, settled: Callable[[sqlite3.Connection], T | None]) -> T:
        self._renew()
        told = settled(self.connection)
        if told is None:
            raise translate(error, self.path) from error
        return told

    def _roll_back(self) -> None:
        try:
            # Some errors end the transaction by themselves; then there is nothing to roll back.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            # Closing rolls back, and what cannot be closed is abandoned with its journal, which the
            # next connection plays back.
            self._renew()

    def _renew(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()
        self._connection = None
        self._connection = self._open()

    def _fresh(self) -> sqlite3.Connection:
        """A connection that has nothing in its memory which is not in the file.

        SQLite trusts its memory while a counter in the file stands still; another log copied over
        this one may show the same count. So whenever the file was touched, it is opened anew.
        """
        if self._check_same_file() != self._state:
            self._renew()
        return self.connection

    def _open(self) -> sqlite3.Connection:
        with translated(self.path):
            connection = self._connect(self.path, readonly=self.readonly, patience=self._patience)
        try:
            self._state = self._check_same_file()
        except LedgerReplaced:
            connection.close()
            raise
        return connection

    def _look(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Which file it is, and what changes when the file is written."""
        try:
            found = os.stat(self.path)  # noqa: PTH116 - paths are texts in this package
        except FileNotFoundError as error:
            raise LedgerMissing(self.path) from error
        except OSError as error:
            raise NotALedger(self.path, error.strerror or str(error)) from error
        if stat.S_ISDIR(found.st_mode):
            raise NotALedger(self.path, "a folder")
        return (found.st_dev, found.st_ino), (found.st_mtime_ns, found.st_size)

    def _check_same_file(self) -> tuple[int, int]:
        try:
            found, state = self._look()
        except LedgerMissing as error:
            raise LedgerReplaced(self.path, "no file has its name now") from error
        if found != self._file:
            raise LedgerReplaced(self.path, "another file has its name now")
        return state

    def _check_owner(self) -> None:
        process, thread = self._owner
        if os.getpid() != process:
            raise ForeignOwner(self.path, "by another process, before a fork")
        if threading.get_ident() != thread:
            raise ForeignOwner(self.path, "by another thread")
