"""Making a log: whole or not at all, with a name of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from benchbook.ledger import (
    DraftRefused,
    Ledger,
    LedgerExists,
    LedgerMissing,
    LedgerUnavailable,
    ObjectMissing,
)
from ledgers import new_ledger, opening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the ledger is."""
    return tmp_path / "a.ledger"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A log with its opening event alone."""
    with new_ledger(path) as ledger:
        yield ledger


def numbers(ledger: Ledger) -> list[object]:
    """The payloads after the opening event."""
    return [entry.envelope["data"]["number"] for entry in ledger.events(1)]


def test_a_new_log_has_its_opening_event(ledger: Ledger) -> None:
    """The first event stands at position 0, in its stream, with no event before it."""
    (entry,) = ledger.events()
    expected: dict[str, object] = {
        "actor": {"id": "tests/1", "kind": "tool"},
        "basis": None,
        "cause": None,
        "data": {"name": "test"},
        "env": None,
        "id": opening().id,
        "log": "test/0000000000000000",
        "objects": [],
        "prev": "0" * 64,
        "schema": 1,
        "seq": 0,
        "stream": "log",
        "stream_ver": 0,
        "ts": "2023-11-14T22:13:21.000000Z",
        "type": "ledger-opened",
        "v": 1,
    }

    assert expected == entry.envelope


def test_the_same_input_gives_the_same_log(tmp_path: Path) -> None:
    """With one clock, one entropy and one input, two logs have one root."""
    with new_ledger(tmp_path / "a", 300) as one, new_ledger(tmp_path / "b", 300) as two:
        assert one.basis() == two.basis()


def test_the_origin_is_random(tmp_path: Path) -> None:
    """Two logs of one name have two origins."""
    made = [
        Ledger.create(tmp_path / name, name="test", opening=opening(), entropy=os.urandom)
        for name in "ab"
    ]

    assert 2 == len({ledger.origin for ledger in made})
    for ledger in made:
        ledger.close()


def test_nothing_lies_beside_a_new_ledger(path: Path, ledger: Ledger) -> None:
    """Creating leaves one file; the lock comes with the first append."""
    assert [path.name] == [entry.name for entry in path.parent.iterdir()]


def test_creating_over_a_file_is_refused(path: Path) -> None:
    """Whatever stands there stays as it is."""
    path.write_bytes(b"precious")

    with pytest.raises(LedgerExists):
        new_ledger(path)
    assert b"precious" == path.read_bytes()


def test_creating_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A folder is not made on the way, and the refusal is ours."""
    with pytest.raises(LedgerUnavailable):
        new_ledger(tmp_path / "none" / "a.ledger")


@pytest.mark.parametrize("name", ["", "with space", "é", "-x", "x" * 101, "a\nb", 'a"b'])
def test_creating_with_a_bad_name(path: Path, name: str) -> None:
    """A name that cannot stand in an origin is refused, and nothing is made."""
    with pytest.raises(DraftRefused):
        Ledger.create(path, name=name, opening=opening(), entropy=bytes)
    assert not path.exists()


def test_an_opening_event_cannot_name_an_object(path: Path) -> None:
    """A new ledger has no object that its first event could name."""
    with pytest.raises(ObjectMissing):
        Ledger.create(
            path,
            name="test",
            opening=attrs.evolve(opening(), objects=("0" * 64,)),
            entropy=bytes,
        )
    assert not path.exists()


def test_opening_nothing(path: Path) -> None:
    """A ledger that is not there is not made by opening it."""
    with pytest.raises(LedgerMissing):
        Ledger.open(path)
    assert not path.exists()
