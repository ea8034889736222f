"""Opening the file: guards on, the safe journal mode, other people's errors in our words."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchbook.ledger import (
    CorruptLedger,
    JournalWarning,
    Ledger,
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
    verify,
)
from benchbook.ledger.connection import connect, is_wal_safe, translate, translated
from ledgers import STREAM, draft, new_ledger, plain

MENDED = (3, 51, 3)
AFFECTED = (3, 40, 1)


def setting(connection: sqlite3.Connection, name: str) -> object:
    """The value of a pragma, asked with our authorizer put aside."""
    connection.set_authorizer(None)
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 9), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_which_sqlite_is_safe(version: tuple[int, int, int], expected: bool) -> None:  # noqa: FBT001 - a table's column
    """Write-ahead logging is trusted from 3.51.3 on, and in the two mended older lines."""
    assert expected == is_wal_safe(version)


@pytest.mark.parametrize(("version", "mode"), [(AFFECTED, "delete"), (MENDED, "wal")])
def test_the_journal_mode_is_the_safe_one(
    tmp_path: Path, version: tuple[int, int, int], mode: str
) -> None:
    """An affected SQLite keeps the rollback journal, a mended one goes ahead; both sync fully."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    with closing(connect(str(path), readonly=False, version=version)) as connection:
        assert mode == setting(connection, "journal_mode")
        assert 3 == setting(connection, "synchronous")


@pytest.mark.parametrize(
    ("name", "value"),
    [("trusted_schema", 0), ("cell_size_check", 1), ("recursive_triggers", 1), ("foreign_keys", 1)],
)
def test_guards_are_set(tmp_path: Path, name: str, value: int) -> None:
    """Every guard that SQLite has is on."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    with closing(connect(str(path), readonly=False)) as connection:
        assert value == setting(connection, name)


def test_a_sqlite_without_strict_tables(tmp_path: Path) -> None:
    """Too old a SQLite is refused, naming what is missing."""
    with pytest.raises(LedgerUnavailable, match="STRICT"):
        connect(str(tmp_path / "a.ledger"), readonly=False, version=(3, 36, 0))


@pytest.fixture
def ahead(tmp_path: Path) -> Path:
    """A ledger in write-ahead mode, left as a SQLite without the bug would."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 3).close()
    with plain(path) as connection:
        assert "wal" == connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    return path


def test_a_write_ahead_file_on_an_affected_sqlite(ahead: Path) -> None:
    """It is used, with a warning that says what to do; nothing is converted behind one's back."""
    with (
        pytest.warns(JournalWarning, match="journal_mode=DELETE"),
        closing(connect(str(ahead), readonly=False, version=AFFECTED)) as connection,
    ):
        assert "wal" == setting(connection, "journal_mode")


def test_a_write_ahead_file_on_a_mended_sqlite(ahead: Path) -> None:
    """It is used without a word, appended to, and verifies."""

    def mended(path: str, *, readonly: bool, patience: float) -> sqlite3.Connection:
        return connect(path, readonly=readonly, patience=patience, version=MENDED)

    with Ledger.open(ahead, connect=mended) as one, Ledger.open(ahead, connect=mended) as two:
        one.append([draft(3)], stream=STREAM, expected_version=3)
        two.append([draft(4)], stream=STREAM, expected_version=4)
        assert 6 == one.size
    with plain(ahead) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert verify(ahead).is_sound


def test_reading_a_lone_write_ahead_file_leaves_nothing(ahead: Path) -> None:
    """Without its log beside it the file is read as it is, and no file appears."""
    before = set(ahead.parent.iterdir())
    with closing(connect(str(ahead), readonly=True, version=MENDED)) as connection:
        assert 4 == connection.execute("SELECT count(*) FROM main.event").fetchone()[0]
        assert before == set(ahead.parent.iterdir())


@pytest.mark.parametrize("name", ["a b.ledger", "a?mode=memory.ledger", "a#b%20", "é.ledger"])
def test_names_that_mean_something_in_an_address(tmp_path: Path, name: str) -> None:
    """A file is found under whatever name it has."""
    path = tmp_path / name
    with new_ledger(path, 2) as ledger:
        assert 3 == ledger.size
    assert verify(path).is_sound


@pytest.mark.parametrize(
    ("code", "kind", "exit_code"),
    [
        (sqlite3.SQLITE_BUSY, LedgerBusy, 6),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, LedgerBusy, 6),
        (sqlite3.SQLITE_LOCKED, LedgerBusy, 6),
        (sqlite3.SQLITE_FULL, LedgerFull, 6),
        (sqlite3.SQLITE_READONLY, LedgerReadOnly, 6),
        (sqlite3.SQLITE_READONLY_DIRECTORY, LedgerReadOnly, 6),
        (sqlite3.SQLITE_NOTADB, NotALedger, 4),
        (sqlite3.SQLITE_CORRUPT, CorruptLedger, 4),
        (sqlite3.SQLITE_CONSTRAINT_TRIGGER, CorruptLedger, 4),
        (sqlite3.SQLITE_IOERR_FSYNC, LedgerUnavailable, 6),
        (sqlite3.SQLITE_CANTOPEN, LedgerUnavailable, 6),
        (None, LedgerUnavailable, 6),
    ],
)
def test_errors_of_sqlite(code: int | None, kind: type[LedgerError], exit_code: int) -> None:
    """Each result code becomes one of our errors, with the code that a script can act on."""
    error = sqlite3.OperationalError("what SQLite said")
    if code is not None:
        error.sqlite_errorcode = code
    translation = translate(error, "a.ledger")

    assert kind is type(translation)
    assert exit_code == translation.exit_code
    assert "\n" not in str(translation)


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOENT])
def test_errors_of_the_system(code: int) -> None:
    """What the system refuses is ours to tell."""
    with pytest.raises(LedgerUnavailable), translated("a.ledger"):
        raise OSError(code, os.strerror(code))
