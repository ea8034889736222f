"""The lock: one writer, a bounded wait, nothing left held."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import time
from pathlib import Path

import pytest

from benchbook.ledger import (
    Ledger,
    LedgerBusy,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    verify,
)
from benchbook.ledger.lock import exclusive, open_lock
from ledgers import STREAM, draft, new_ledger, plain


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 1).close()
    return path


def test_a_held_lock_ends_in_a_refusal(path: Path) -> None:
    """Who waits longer than its patience is told that the ledger is busy, and nothing was added."""
    holder = open_lock(str(path))
    fcntl.flock(holder, fcntl.LOCK_EX)
    with Ledger.open(path, patience=0.05) as ledger:
        began = time.monotonic()
        with pytest.raises(LedgerBusy, match="another writer") as caught:
            ledger.append([draft(1)], stream=STREAM, expected_version=1)
        assert 0.05 <= time.monotonic() - began < 5
        assert 6 == caught.value.exit_code

        os.close(holder)
        ledger.append([draft(1)], stream=STREAM, expected_version=1)
        assert 3 == ledger.size


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_foreign_writer_ends_in_a_refusal(path: Path, kind: str) -> None:
    """A tool that knows nothing of our lock is waited for, then the ledger is busy."""
    with Ledger.open(path, patience=0.05) as ledger, plain(path) as other:
        other.execute(f"BEGIN {kind}")
        with pytest.raises(LedgerBusy):
            ledger.append([draft(1)], stream=STREAM, expected_version=1)
        other.execute("ROLLBACK")
        ledger.append([draft(1)], stream=STREAM, expected_version=1)

        assert 3 == ledger.size


def test_a_reader_that_stays_ends_in_a_refusal(path: Path) -> None:
    """A foreign reader keeps the commit from ending; it is undone, and a later try succeeds."""
    with Ledger.open(path, patience=0.05) as ledger, plain(path) as other:
        cursor = other.execute("SELECT seq FROM event")
        cursor.fetchone()
        with pytest.raises(LedgerBusy):
            ledger.append([draft(1)], stream=STREAM, expected_version=1)
        cursor.close()
        assert 2 == ledger.size
        ledger.append([draft(1)], stream=STREAM, expected_version=1)
    assert verify(path).is_sound


def test_our_readers_do_not_stay(path: Path) -> None:
    """A reader of ours in the middle of a page holds nothing that a writer waits for."""
    with Ledger.open(path, patience=0.05) as reader, Ledger.open(path, patience=0.05) as writer:
        entries = reader.events()
        next(entries)
        writer.append([draft(1)], stream=STREAM, expected_version=1)

        assert [1] == [entry.seq for entry in entries]


def test_the_lock_is_let_go_after_an_error(path: Path) -> None:
    """Whatever happens inside, the next writer gets the lock."""
    descriptor = open_lock(str(path))
    with pytest.raises(ZeroDivisionError), exclusive(descriptor, str(path), 1):
        raise ZeroDivisionError
    other = open_lock(str(path))
    with exclusive(other, str(path), 0):
        pass

    os.close(descriptor)
    os.close(other)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (errno.EROFS, LedgerReadOnly),
        (errno.EACCES, LedgerReadOnly),
        (errno.ENOSPC, LedgerFull),
        (errno.EDQUOT, LedgerFull),
        (errno.EMFILE, LedgerUnavailable),
    ],
)
def test_a_lock_file_that_cannot_be_made(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int, kind: type[Exception]
) -> None:
    """What the system says of the lock file becomes what a script can act on."""

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    with Ledger.open(path) as ledger:
        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(kind):
            ledger.append([draft(1)], stream=STREAM, expected_version=1)


def test_a_system_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file system has no locks, nothing is written."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with Ledger.open(path) as ledger:
        monkeypatch.setattr(fcntl, "flock", refuse)
        with pytest.raises(LedgerUnavailable, match="locking"):
            ledger.append([draft(1)], stream=STREAM, expected_version=1)
        monkeypatch.undo()
        assert 2 == ledger.size


def test_the_lock_file_is_empty_and_stays(path: Path) -> None:
    """It holds nothing, and closing does not delete it: a second one would be no lock."""
    with Ledger.open(path) as ledger:
        ledger.append([draft(1)], stream=STREAM, expected_version=1)
    lock = path.with_name("a.ledger.lock")

    assert b"" == lock.read_bytes()


def test_sqlite_is_threadsafe() -> None:
    """The library was built so that our checks of ownership are enough."""
    assert sqlite3.threadsafety
