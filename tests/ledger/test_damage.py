"""Files that are not what they should be: refused in one line, with the right code, untouched."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from benchbook.ledger import (
    CorruptLedger,
    Ledger,
    LedgerError,
    NewerLedger,
    NotALedger,
    canonical_json,
    verify,
)
from ledgers import STREAM, new_ledger, plain, unguarded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with a tile and some more events."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 300).close()
    return path


def refusal(look: Callable[[Path], object], path: Path) -> LedgerError | None:
    """What a look at the file is answered with; None where nothing is wrong."""
    try:
        look(path)
    except LedgerError as error:
        return error
    return None


def open_and_read(path: Path) -> None:
    """Open the ledger and read every event."""
    with Ledger.open(path) as ledger:
        assert list(range(ledger.size)) == [entry.seq for entry in ledger.events()]


def open_for_reading(path: Path) -> None:
    """Open the ledger without the wish to write."""
    Ledger.open(path, readonly=True).close()


def foreign(path: Path) -> None:
    """A database of somebody else."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE event (seq INTEGER)")
        connection.commit()


def of_another_application(path: Path) -> None:
    """A database that says what it is."""
    foreign(path)
    with plain(path) as connection:
        connection.execute("PRAGMA application_id = 252006673")


def newer(path: Path) -> None:
    """A ledger of a later format."""
    new_ledger(path).close()
    with plain(path) as connection:
        connection.execute("PRAGMA user_version = 2")


def unfinished(path: Path) -> None:
    """A ledger of no format."""
    new_ledger(path).close()
    with plain(path) as connection:
        connection.execute("PRAGMA user_version = 0")


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda path: path.write_bytes(b""), NotALedger, "an empty file"),
        (lambda path: path.write_bytes(b"\x00"), NotALedger, "no SQLite database"),
        (lambda path: path.write_bytes(b"SQLite format 3\x00"), NotALedger, "no SQLite database"),
        (lambda path: path.write_text("{}\n" * 99), NotALedger, "no SQLite database"),
        (Path.mkdir, NotALedger, "a folder|no plain file"),
        (foreign, NotALedger, "another application"),
        (of_another_application, NotALedger, "another application .id 252006673"),
        (unfinished, NotALedger, "format 0"),
        (newer, NewerLedger, "format 2; this software knows up to 1"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_file_that_is_no_ledger(
    tmp_path: Path, make: Callable[[Path], object], kind: type[LedgerError], words: str
) -> None:
    """It is refused with exit code 4, by opening and by verifying, and not a byte of it changes."""
    path = tmp_path / "a.ledger"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for look in (Ledger.open, verify):
        with pytest.raises(kind, match=words) as caught:
            look(path)
        assert 4 == caught.value.exit_code

    assert before == (path.read_bytes() if path.is_file() else None)
    assert [path] == list(tmp_path.iterdir())


def test_a_file_cut_anywhere(path: Path) -> None:
    """A file that lost a byte, a page or more is never taken for a whole one."""
    whole = path.read_bytes()
    for length in (*range(0, len(whole), 4_096), len(whole) - 1, len(whole) - 4_097, 99, 101):
        path.write_bytes(whole[:length])
        for look in (open_and_read, lambda path: verify(path).is_sound):
            error = refusal(look, path)
            assert error is None or 4 == error.exit_code
        assert refusal(verify, path) is not None or not verify(path).is_sound


def test_one_byte_less(path: Path) -> None:
    """The last byte alone is missed, which SQLite's own check does not notice."""
    path.write_bytes(path.read_bytes()[:-1])

    verified = refusal(verify, path) or verify(path)
    assert isinstance(verified, LedgerError) or not verified.is_sound


def test_an_event_changed_near_the_end_stops_the_opening(path: Path) -> None:
    """The last events are looked at whenever the ledger is opened."""
    with unguarded(path) as connection:
        connection.execute("UPDATE event SET body = CAST('{}' AS BLOB) WHERE seq = 300")

    with pytest.raises(CorruptLedger, match="event 300"):
        Ledger.open(path)


def test_an_event_changed_long_ago_stops_the_reading(path: Path) -> None:
    """An event is looked at whenever it is read: those before it are given, then its position."""
    with unguarded(path) as connection:
        connection.execute("UPDATE event SET body = CAST('{}' AS BLOB) WHERE seq = 7")
    with Ledger.open(path) as ledger:
        entries = ledger.events()

        assert list(range(7)) == [next(entries).seq for _ in range(7)]
        with pytest.raises(CorruptLedger, match="event 7"):
            next(entries)


def test_a_broken_link_near_the_end_stops_the_opening(path: Path, tmp_path: Path) -> None:
    """An event of another log, put in the place of one of ours with its own leaf, does not fit."""
    other = tmp_path / "b.ledger"
    new_ledger(other, 301).close()
    with plain(other) as connection:
        connection.execute(f"ATTACH '{path}' AS a")
        for name in ("append", "no_update", "no_delete"):
            connection.execute(f"DROP TRIGGER a.event_{name}")
        connection.execute("DELETE FROM a.event WHERE seq = 300")
        connection.execute("INSERT INTO a.event SELECT * FROM main.event WHERE seq = 301")
        connection.execute("UPDATE a.event SET seq = 300, stream_ver = 299 WHERE seq = 301")

    assert {"place", "link", "column"} <= {fault.kind for fault in verify(path).faults}


def test_every_message_names_the_place_and_the_next_step(path: Path) -> None:
    """One line, with the file or position, what was found, what was expected, and what to do."""
    with unguarded(path) as connection:
        connection.execute("UPDATE event SET leaf = zeroblob(32) WHERE seq = 300")
    error = refusal(Ledger.open, path)

    assert isinstance(error, CorruptLedger)
    assert "event 300" == error.where
    assert all(
        word in str(error) for word in ("event 300", "found", "expected", "verify", "restore")
    )
    assert "\n" not in str(error)


def test_random_single_bits(path: Path) -> None:
    """A flipped bit anywhere is noticed, or lies where nothing is kept; nobody crashes."""
    whole = path.read_bytes()
    with plain(path) as connection:
        rows = connection.execute(f"SELECT * FROM event WHERE stream = '{STREAM}'").fetchall()  # noqa: S608 - a name of ours
    for at in range(0, len(whole), len(whole) // 150):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        error = refusal(verify, path)
        if error is None and verify(path).is_sound:
            with plain(path) as connection:
                found = connection.execute("SELECT * FROM event WHERE stream = ?", (STREAM,))
                assert rows == found.fetchall()
        assert error is None or 4 == error.exit_code


@pytest.mark.parametrize(
    ("seq", "change", "words"),
    [
        (300, {"prev": "ab" * 32}, "event 300: found a link to abab"),
        (300, {"log": "other/1"}, "event 300: found event 300 of 'other/1'"),
        (300, {"seq": 7}, "event 300: found event 7"),
        (0, {"log": None}, "event 0: found no origin"),
    ],
)
def test_a_last_event_that_does_not_fit_stops_the_opening(
    path: Path, seq: int, change: dict[str, object], words: str
) -> None:
    """Also with the right leaf, an event that contradicts its place is not built upon."""
    with unguarded(path) as connection:
        sql = "SELECT body FROM event WHERE seq = ?"
        (body,) = connection.execute(sql, (seq,)).fetchone()
        changed = canonical_json({**json.loads(body), **change})
        leaf = sha256(b"\x00" + changed).digest()
        sql = "UPDATE event SET body = ?, leaf = ? WHERE seq = ?"
        connection.execute(sql, (changed, leaf, seq))

    with pytest.raises(CorruptLedger, match=words):
        Ledger.open(path)


def test_a_log_without_events_is_not_opened(path: Path) -> None:
    """Not even the opening event is there."""
    with unguarded(path) as connection:
        connection.execute("DELETE FROM event")

    with pytest.raises(CorruptLedger, match="event 0: found nothing"):
        Ledger.open(path)


@pytest.mark.parametrize("look", [open_and_read, verify, open_for_reading])
def test_an_append_that_was_cut_off(
    path: Path, tmp_path: Path, look: Callable[[Path], object]
) -> None:
    """What a killed writer left half done is undone by the next who looks, and nothing is lost."""
    cut = tmp_path / "cut"
    cut.mkdir()
    with plain(path) as connection:
        connection.execute("PRAGMA cache_size = 5")
        connection.execute("BEGIN IMMEDIATE")
        for seq in range(301, 400):
            connection.execute(
                "INSERT INTO event "
                "VALUES (?, randomblob(16), 't', 's', ?, zeroblob(32), zeroblob(9999))",
                (seq, seq - 301),
            )
        for name in ("a.ledger", "a.ledger-journal"):
            shutil.copy(path.with_name(name), cut)
        connection.execute("ROLLBACK")
    look(cut / "a.ledger")

    assert verify(cut / "a.ledger").is_sound
    assert 301 == verify(cut / "a.ledger").events
    assert not (cut / "a.ledger-journal").exists()


@pytest.mark.parametrize("look", [open_for_reading, open_and_read])
def test_a_schema_that_is_no_text_is_damage(path: Path, look: Callable[[Path], object]) -> None:
    """SQLite quotes the damaged schema in its complaint, which is then no UTF-8 either."""
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE event") + len("CREATE TABLE ")
    path.write_bytes(data[:at] + b"\xd2" + data[at + 1 :])

    assert isinstance(refusal(look, path), CorruptLedger)


def test_verify_names_a_schema_that_is_no_text(path: Path) -> None:
    """Verification goes on where the schema cannot even be read, and says so."""
    data = path.read_bytes()
    at = data.index(b"CREATE TRIGGER") + len("CREATE ")
    path.write_bytes(data[:at] + b"\xd2" + data[at + 1 :])

    assert isinstance(refusal(verify, path), CorruptLedger) or verify(path).faults
