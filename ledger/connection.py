"""One way to open the file: every guard set, and the journal mode that is safe.

Write-ahead logging is used only on a SQLite without the WAL-reset bug (sqlite.org/wal.html, "the
WAL-reset bug": 3.7.0 to 3.51.2, mended in 3.51.3 and, as backports, 3.50.7 and 3.44.6); otherwise
the rollback journal with `synchronous=EXTRA`. Both keep what was acknowledged through a power cut.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import warnings
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from .errors import (
    CorruptLedger,
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
)
from .header import read_header
from .schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BUSY_SECONDS = 30.0
"""How long SQLite waits for readers to let go of the file."""

_SAFE_SINCE = (3, 51, 3)
_BACKPORTS = {(3, 50): 7, (3, 44): 6}
_STRICT_SINCE = (3, 37, 0)

_GUARDS = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
)
_SCHEMA_TABLES = ("sqlite_schema", "sqlite_master")
_FUNCTIONS = ("coalesce", "count", "length", "max", "min")


class JournalWarning(UserWarning):
    """A ledger is in write-ahead mode and this SQLite has the WAL-reset bug."""


def is_wal_safe(version: tuple[int, int, int]) -> bool:
    """Whether a SQLite of this version is free of the WAL-reset bug."""
    least_patch = _BACKPORTS.get(version[:2])
    return version >= _SAFE_SINCE or (least_patch is not None and version[2] >= least_patch)


def connect(
    path: str,
    *,
    readonly: bool,
    patience: float = BUSY_SECONDS,
    version: tuple[int, int, int] = sqlite3.sqlite_version_info,
    factory: type[sqlite3.Connection] = sqlite3.Connection,
) -> sqlite3.Connection:
    """Open an existing file, never make one; afterwards only appending and reading are possible.

    Args:
        path: the file, absolute.
        readonly: leave nothing beside it, and refuse to write.
        patience: how many seconds SQLite waits for others to let go of the file.
        version: SQLite's own.
        factory: the class of the connection.

    Raises:
        LedgerError: the file cannot be opened, or is no ledger.
    """
    if version < _STRICT_SINCE:
        raise LedgerUnavailable(path, f"SQLite {version} has no STRICT tables; 3.37 has")
    with translated(path):
        is_wal = read_header(path).is_wal
        if is_wal and not is_wal_safe(version):
            _warn(path, version)
        if readonly:
            _roll_back(path, patience)
        connection = sqlite3.connect(
            _uri(path, readonly=readonly, is_wal=is_wal),
            uri=True,
            isolation_level=None,
            timeout=patience,
            factory=factory,
        )
        try:
            turn_wal = is_wal_safe(version) and not readonly and _is_writable(path)
            _set_guards(connection, turn_wal=turn_wal, readonly=readonly)
        except BaseException:
            connection.close()
            raise
    return connection


def _roll_back(path: str, patience: float) -> None:
    """Undo an append that was cut off, which a read-only connection may not.

    A killed writer leaves its journal. The first connection that reads and may write lets SQLite
    roll it back (sqlite.org/lockingv3.html, "hot journals"); nothing that was acknowledged is in
    it. Beside a living writer this only waits for its commit.
    """
    if os.path.exists(f"{path}-journal") and _is_writable(path):  # noqa: PTH110 - a text
        connection = sqlite3.connect(f"file:{quote(path)}?mode=rw", uri=True, timeout=patience)
        with closing(connection):
            connection.execute("SELECT count(*) FROM sqlite_schema")


def _warn(path: str, version: tuple[int, int, int]) -> None:
    warnings.warn(
        f"{path} is in write-ahead mode, and SQLite {'.'.join(map(str, version))} has the "
        "WAL-reset bug; while nobody uses the file, turn it back: "
        "sqlite3 FILE 'PRAGMA journal_mode=DELETE'",
        JournalWarning,
        stacklevel=4,
    )


def _is_writable(path: str) -> bool:
    return os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK)  # noqa: PTH120 - a text


def _uri(path: str, *, readonly: bool, is_wal: bool) -> str:
    # A write-ahead file without its log has no writer now; opening it the usual way would lay two
    # files beside it, and is impossible where the folder refuses them.
    lone = readonly and is_wal and not os.path.exists(f"{path}-wal")  # noqa: PTH110 - a text
    return f"file:{quote(path)}?mode={'ro' if readonly else 'rw'}{'&immutable=1' if lone else ''}"


def _set_guards(connection: sqlite3.Connection, *, turn_wal: bool, readonly: bool) -> None:
    # A flipped byte in a text column must be reported as what it is, not stop the reading.
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    for pragma in _GUARDS:
        connection.execute(pragma)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)  # noqa: FBT003 - its signature
    if readonly:
        connection.execute("PRAGMA query_only = ON")
    else:
        if turn_wal:
            connection.execute("PRAGMA journal_mode = WAL")
        # EXTRA is FULL in write-ahead mode, and also syncs the folder in the other.
        connection.execute("PRAGMA synchronous = EXTRA")
    connection.set_authorizer(_authorize)


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, _trigger: str | None
) -> int:
    """Allow what appending and reading need, and nothing else.

    Codes and their arguments: sqlite.org/c3ref/c_alter_table.html.
    """
    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION):
        allowed = True
    elif action == sqlite3.SQLITE_READ:
        # A TEMP table of the same name would stand in front of the real one.
        allowed = (first in TABLES or first in _SCHEMA_TABLES) and database in ("main", None)
    elif action == sqlite3.SQLITE_INSERT:
        allowed = first in TABLES and database == "main"
    elif action == sqlite3.SQLITE_FUNCTION:
        allowed = second in _FUNCTIONS
    else:
        allowed = action == sqlite3.SQLITE_PRAGMA and first == "integrity_check"
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Raise a LedgerError for whatever SQLite or the system raises inside a `with` block."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate(error, path) from error
    except UnicodeDecodeError as error:  # SQLite's complaint quotes a damaged schema
        raise _damaged(path, "text that is not UTF-8") from error
    except FileNotFoundError as error:
        raise LedgerUnavailable(path, "the file is gone") from error
    except OSError as error:
        raise LedgerUnavailable(path, error.strerror or str(error)) from error


def translate(error: sqlite3.Error, path: str) -> LedgerError:
    """The LedgerError for one of SQLite's result codes (sqlite.org/rescode.html)."""
    # The low byte is the primary code; some errors are raised by Python's module and have none.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE) & 0xFF
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY_ROLLBACK:
        reason = "an append was cut off, and undoing it takes the right to write the file"
        return LedgerUnavailable(path, reason)
    make = _MEANINGS.get(code, LedgerUnavailable)
    return make(path, str(error))


def _damaged(_path: str, complaint: str) -> CorruptLedger:
    return CorruptLedger("the file", complaint, "a ledger as this software writes it")


_MEANINGS: dict[int, Callable[[str, str], LedgerError]] = {
    sqlite3.SQLITE_BUSY: LedgerBusy,
    sqlite3.SQLITE_LOCKED: LedgerBusy,
    sqlite3.SQLITE_FULL: lambda path, _complaint: LedgerFull(path),
    sqlite3.SQLITE_READONLY: LedgerReadOnly,
    sqlite3.SQLITE_PERM: LedgerReadOnly,
    sqlite3.SQLITE_NOTADB: NotALedger,
    sqlite3.SQLITE_CORRUPT: _damaged,
    sqlite3.SQLITE_CONSTRAINT: _damaged,
    sqlite3.SQLITE_ERROR: _damaged,
}
