"""Verifying bodies: every flipped byte and every rewritten field named by its place."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchbook.ledger import (
    Verification,
    canonical_json,
    verify,
)
from ledgers import STREAM, draft, new_ledger, plain, unguarded

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


@pytest.mark.slow
def test_each_flipped_byte_of_a_body_is_named(path: Path) -> None:
    """Whichever byte of a body is changed, its position is named, and so is the broken link."""
    with plain(path) as connection:
        (body,) = connection.execute("SELECT body FROM event WHERE seq = ?", (VICTIM,)).fetchone()
    for at in range(len(body)):
        flipped = body[:at] + bytes([body[at] ^ 0x10]) + body[at + 1 :]
        with unguarded(path) as connection:
            set_body(connection, VICTIM, flipped, leaf=False)

        faults = found(verify(path))
        assert ("leaf", f"event {VICTIM}") in faults
        assert ("link", f"event {VICTIM + 1}") in faults
        assert {f"event {VICTIM}", f"event {VICTIM + 1}"} == {where for _, where in faults}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_any_change_of_a_body_in_the_file_is_found(tmp_path: Path, chosen: st.DataObject) -> None:
    """Any bits flipped where a body lies in the file are found, and its position is named."""
    path = tmp_path / "flips.ledger"
    if not path.exists():
        new_ledger(path, 5).close()
    data = path.read_bytes()
    body = chosen.draw(st.integers(0, 5))
    with plain(path) as connection:
        (text,) = connection.execute("SELECT body FROM event WHERE seq = ?", (body,)).fetchone()
    at = data.index(text) + chosen.draw(st.integers(0, len(text) - 1))
    flipped = data[at] ^ chosen.draw(st.integers(1, 255))
    damaged = path.with_name("damaged.ledger")
    damaged.write_bytes(data[:at] + bytes([flipped]) + data[at + 1 :])

    assert ("leaf", f"event {body}") in found(verify(damaged))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("type", "'other'"),
        ("stream", "'run/b'"),
        ("stream_ver", "40"),
        ("id", "zeroblob(16)"),
        ("leaf", "zeroblob(32)"),
    ],
)
def test_a_column_that_differs_from_the_body(path: Path, column: str, value: str) -> None:
    """The index beside the bodies is checked, column by column."""
    with unguarded(path) as connection:
        connection.execute(f"UPDATE event SET {column} = {value} WHERE seq = {VICTIM}")  # noqa: S608 - from the table above

    kind = "leaf" if column == "leaf" else "column"
    assert {(kind, f"event {VICTIM}")} == found(verify(path))


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("log", "other/1", "place"),
        ("seq", 4, "place"),
        ("prev", "00" * 32, "link"),
        ("ts", "2000-01-01T00:00:00.000000Z", "time"),
        ("stream_ver", 7, "version"),
        ("objects", ["ab" * 32], "reference"),
        ("basis", {"root": "ab" * 32, "size": 2}, "basis"),
        ("basis", {"root": "ab" * 32, "size": 4}, "basis"),
        ("id", "ab" * 16, "column"),
        ("type", "other-thing", "column"),
        ("stream", "run/other", "column"),
    ],
)
def test_a_rewritten_field(path: Path, field: str, value: object, kind: str) -> None:
    """A field rewritten with its leaf shows where it contradicts the rest of the log."""
    rewrite(path, VICTIM, lambda envelope: envelope.update({field: value}))

    assert (kind, f"event {VICTIM}") in found(verify(path))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("v", 2),
        ("v", True),
        ("log", 5),
        ("seq", -1),
        ("prev", "ab"),
        ("id", None),
        ("ts", "2024-01-01"),
        ("type", None),
        ("schema", "1"),
        ("stream", 1),
        ("stream_ver", True),
        ("actor", {"kind": "tool"}),
        ("actor", "tool"),
        ("basis", {"size": 1}),
        ("basis", {"root": "ab" * 32, "size": "1"}),
        ("basis", 5),
        ("cause", 5),
        ("env", []),
        ("objects", "ab"),
        ("objects", ["ab"]),
        ("objects", ["cd" * 32, "ab" * 32]),
        ("objects", ["ab" * 32, "ab" * 32]),
        ("data", []),
        ("extra", 1),
    ],
)
def test_a_field_of_another_shape(path: Path, field: str, value: object) -> None:
    """A body that is no event of this format is named, whatever its hashes say."""
    rewrite(path, VICTIM, lambda envelope: envelope.update({field: value}))

    assert ("body", f"event {VICTIM}") in found(verify(path))


@pytest.mark.parametrize("field", ["v", "log", "seq", "prev", "ts", "stream_ver", "data"])
def test_a_missing_field(path: Path, field: str) -> None:
    """An event with a field less is none."""
    rewrite(path, VICTIM, lambda envelope: envelope.pop(field))

    assert ("body", f"event {VICTIM}") in found(verify(path))


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"12",
        b'{"a":1,"a":2}',
        b'{"a":1.5}',
        b'{"a":NaN}',
        b'{"a":' + b"9" * 5_000 + b"}",
        b"[" * 60_000,
        b"\xff\xff",
        b"{}",
        b'{"a":"\\ud800"}',
        b"not json",
    ],
    ids=lambda body: repr(body)[:16],
)
def test_a_body_that_is_no_event(path: Path, body: bytes) -> None:
    """Hostile bytes with the right leaf are named, and the rest of the log is read."""
    with unguarded(path) as connection:
        set_body(connection, VICTIM, body, leaf=True)
    verified = verify(path)

    assert ("body", f"event {VICTIM}") in found(verified)
    assert 6 == verified.events


def test_an_event_taken_out(path: Path) -> None:
    """The gap is named, and so is the link over it."""
    with unguarded(path) as connection:
        connection.execute(f"DELETE FROM event WHERE seq = {VICTIM}")  # noqa: S608 - a number of ours

    faults = found(verify(path))
    assert {("gap", f"event {VICTIM}"), ("link", f"event {VICTIM + 1}")} <= faults


def test_two_events_exchanged(path: Path) -> None:
    """Each names the position that it was written for."""
    with unguarded(path) as connection:
        for old, new in ((2, 90), (3, 2), (90, 3)):
            connection.execute("UPDATE event SET seq = ? WHERE seq = ?", (new, old))

    faults = found(verify(path))
    assert {("place", "event 2"), ("place", "event 3")} <= faults


def test_half_a_surrogate_pair(path: Path) -> None:
    """A body whose text nobody could write down is named, and stops nothing."""
    with unguarded(path) as connection:
        (body,) = connection.execute(f"SELECT body FROM event WHERE seq = {VICTIM}").fetchone()  # noqa: S608 - a number of ours
        envelope = {**json.loads(body), "stream": "run/\ud800"}
        set_body(connection, VICTIM, json.dumps(envelope).encode(), leaf=True)

    assert ("body", f"event {VICTIM}") in found(verify(path))
