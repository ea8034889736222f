"""Verifying: tiles, objects and claims derived anew, and no word beyond what was shown."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import zstandard

from benchbook.ledger import (
    Ledger,
    LedgerMissing,
    NotALedger,
    Verification,
    canonical_json,
    verify,
)
from ledgers import STREAM, draft, drafts, new_ledger, plain, unguarded

VICTIM = 3


def found(verified: Verification) -> set[tuple[str, str]]:
    """The kinds and places of the faults."""
    return {(fault.kind, fault.where) for fault in verified.faults}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of six events, of which one names an object and one claims a basis."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 3) as ledger:
        name = ledger.put_object(b"an object", "text/plain")
        rich = [draft(3, objects=(name,)), draft(4, basis=ledger.basis(2))]
        ledger.append(rich, stream=STREAM, expected_version=3)
    return path


def set_body(connection: sqlite3.Connection, seq: int, body: bytes, *, leaf: bool) -> None:
    """Put another body in an event's place, and its leaf with it or not."""
    connection.execute("UPDATE event SET body = ? WHERE seq = ?", (body, seq))
    if leaf:
        hashed = sha256(b"\x00" + body).digest()
        connection.execute("UPDATE event SET leaf = ? WHERE seq = ?", (hashed, seq))


def rewrite(path: Path, seq: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change an event's envelope and give it the leaf that fits."""
    with unguarded(path) as connection:
        (body,) = connection.execute("SELECT body FROM event WHERE seq = ?", (seq,)).fetchone()
        envelope = json.loads(body)
        change(envelope)
        set_body(connection, seq, canonical_json(envelope), leaf=True)


def test_a_sound_log(path: Path) -> None:
    """Its counts, its root and no more than level 0 are reported."""
    verified = verify(path)
    with Ledger.open(path) as ledger:
        assert (ledger.origin, 6, 1, 9, ledger.basis().root) == (
            verified.origin,
            verified.events,
            verified.objects,
            verified.object_bytes,
            verified.root,
        )
    assert verified.is_sound
    assert () == verified.faults


def test_the_words_claim_nothing_beyond_what_was_shown(path: Path) -> None:
    """Without a witness the level is 0, and nothing is called proven or guaranteed."""
    verified = verify(path)

    assert 0 == verified.level
    assert (
        "level 0: internally consistent; "
        "nothing here proves that the log was not rewritten as a whole"
    ) == verified.statement
    assert "guarantee" not in verified.statement


def test_a_damaged_log_reaches_no_level(path: Path) -> None:
    """With a fault there is no level, and the number of faults is said."""
    rewrite(path, VICTIM, lambda envelope: envelope.update(ts="2000-01-01T00:00:00.000000Z"))
    verified = verify(path)

    assert None is verified.level
    assert f"damaged: {verified.fault_count} faults; no level reached" == verified.statement


def test_verifying_leaves_nothing_beside(path: Path) -> None:
    """The folder holds what it held."""
    before = sorted(entry.name for entry in path.parent.iterdir())
    verify(path)

    assert before == sorted(entry.name for entry in path.parent.iterdir())


def test_a_log_that_lost_its_end_is_consistent(path: Path) -> None:
    """Level 0 cannot see that the last events are gone: it says what it shows, and no more."""
    with unguarded(path) as connection:
        connection.execute("DELETE FROM event WHERE seq = 5")

    assert verify(path).is_sound


def test_a_log_without_events(path: Path) -> None:
    """A log that lost even its opening event is damaged."""
    with unguarded(path) as connection:
        connection.execute("DELETE FROM event")

    assert {("gap", "event 0")} == found(verify(path))


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        ("UPDATE tile SET data = zeroblob(8192) WHERE number = 1", "tile 0/1"),
        ("UPDATE tile SET root = zeroblob(32) WHERE number = 0", "tile 0/0"),
        ("DELETE FROM tile WHERE number = 1", "tile 0/1"),
        ("INSERT INTO tile SELECT 0, 2, root, data FROM tile LIMIT 1", "tiles of level 0"),
        ("INSERT INTO tile SELECT 1, 0, root, data FROM tile LIMIT 1", "tiles of level 1"),
    ],
)
def test_tiles_are_derived_anew(tmp_path: Path, damage: str, where: str) -> None:
    """A wrong, missing or surplus tile is named, and the root is still that of the bodies."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 600) as ledger:
        root = ledger.basis().root
    with unguarded(path) as connection:
        connection.execute(damage)
    verified = verify(path)

    assert ("tile", where) in found(verified)
    assert {"tile"} == {fault.kind for fault in verified.faults}
    assert root == verified.root


def test_bases_are_checked_through_tiles(tmp_path: Path) -> None:
    """Claims about any earlier size hold, and one with a wrong root is named."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 700) as ledger:
        sizes = (0, 1, 255, 256, 257, 512, 600, 701)
        claims = [draft(700 + n, basis=ledger.basis(size)) for n, size in enumerate(sizes)]
        ledger.append(claims, stream=STREAM, expected_version=700)
        assert verify(path).is_sound
    rewrite(path, 703, lambda envelope: envelope["basis"].update(size=254))

    assert ("basis", "event 703") in found(verify(path))


def test_streams_beyond_those_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that was forgotten is looked up, so that many streams take no more memory."""
    monkeypatch.setattr("benchbook.ledger.verify_events._STREAMS_REMEMBERED", 2)
    path = tmp_path / "a.ledger"
    with new_ledger(path) as ledger:
        for number in range(12):
            stream = f"run/{number % 4}"
            ledger.append([draft(number, stream)], stream=stream, expected_version=number // 4)
    assert verify(path).is_sound
    rewrite(path, 9, lambda envelope: envelope.update(stream_ver=1))

    assert ("version", "event 9") in found(verify(path))


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (zstandard.compress(b"other bytes"), 11),
        (zstandard.compress(b"an object")[:-2], 9),
        (zstandard.compress(b"an object") + b"more", 9),
        (zstandard.compress(b"an object"), 8),
        (zstandard.ZstdCompressor(write_content_size=False).compress(b"an object"), 9),
        (zstandard.compress(bytes(64 * 1024 * 1024)), 9),
        (b"no frame", 9),
        (b"", 9),
    ],
    ids=["other", "cut", "longer", "size", "no size", "bomb", "no frame", "empty"],
)
def test_objects_are_unpacked_and_hashed(path: Path, data: bytes, size: int) -> None:
    """An object that is not what its name says is named, and counted apart from the events."""
    name = sha256(b"an object").hexdigest()
    with unguarded(path) as connection:
        connection.execute("UPDATE object SET data = ?, size = ?", (data, size))

    assert {("object", f"object {name}")} == found(verify(path))


def test_a_missing_object_is_named_with_its_event(path: Path) -> None:
    """An event whose object is gone shows."""
    with unguarded(path) as connection:
        connection.execute("DELETE FROM object")

    assert {("reference", "event 4")} == found(verify(path))


def test_what_sqlite_alone_sees(path: Path) -> None:
    """A damaged index shows no wrong row, and is found by SQLite's own check."""
    with plain(path) as connection:
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_event_1'"
        (page,) = connection.execute(sql).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    at = data.index(bytes.fromhex(draft(0).id), (page - 1) * size)
    assert at < page * size
    data[at] ^= 1
    path.write_bytes(data)

    assert {("page", "the file")} == found(verify(path))


def test_faults_are_kept_within_bounds(tmp_path: Path) -> None:
    """The first hundred are kept, all are counted."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 400).close()
    with unguarded(path) as connection:
        connection.execute("UPDATE event SET type = 'other'")
    verified = verify(path)

    assert 100 == len(verified.faults)
    assert 401 == verified.fault_count


def test_a_hostile_value_does_not_flood_the_report(path: Path) -> None:
    """What was found is cut to a readable length."""
    rewrite(path, VICTIM, lambda envelope: envelope.update(log="x" * 50_000))

    assert all(len(str(fault)) < 500 for fault in verify(path).faults)


def test_progress_is_told(tmp_path: Path) -> None:
    """The caller hears how far it is, up to all rows."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 600) as ledger:
        ledger.put_objects([(b"one", "text/plain"), (b"two", "text/plain")])
    told: list[tuple[int, int]] = []
    verify(path, progress=lambda done, total: told.append((done, total)))

    assert (603, 603) == told[-1]
    assert sorted(told) == told


def test_verifying_while_somebody_appends(tmp_path: Path) -> None:
    """Events that come meanwhile are not looked at, and are no fault."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 600) as ledger:
        root = ledger.basis().root

        def more(done: int, _total: int) -> None:
            if done == 250:
                ledger.append(drafts(600, 1_100), stream=STREAM, expected_version=600)

        verified = verify(path, progress=more)

        assert (601, root, True) == (verified.events, verified.root, verified.is_sound)
        assert 1_101 == ledger.size


def test_nothing_to_verify(tmp_path: Path) -> None:
    """What is not there, or is a folder, is refused in our words."""
    with pytest.raises(LedgerMissing):
        verify(tmp_path / "none")
    with pytest.raises(NotALedger):
        verify(tmp_path)
