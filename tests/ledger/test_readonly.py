"""Reading without the right to write: all but appending works, and nothing is left behind."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook.ledger import Ledger, LedgerError, LedgerReadOnly, verify
from ledgers import STREAM, draft, new_ledger

NOBODY = 65_534


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that another user can walk into, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def look(path: Path, *, readonly: bool) -> dict[str, object]:
    """What somebody sees of a ledger who may only read it."""
    told: dict[str, object] = {}
    with Ledger.open(path, readonly=readonly) as ledger:
        told["events"] = len(list(ledger.events()))
        told["root"] = ledger.basis().root
        try:
            ledger.append([draft(99)], stream=STREAM, expected_version=None)
        except LedgerError as error:
            told["exit_code"] = error.exit_code
    told["sound"] = verify(path).is_sound
    return told


def look_as_nobody(path: Path, *, readonly: bool) -> dict[str, object]:
    """The same, in a child that is another user where we are root, who may do everything."""
    look(path, readonly=True)  # what is imported late is imported now, while we may read it
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(writing, json.dumps(look(path, readonly=readonly)).encode())
        except BaseException as error:  # noqa: BLE001 - whatever it is, the parent must hear of it
            os.write(writing, json.dumps({"error": repr(error)}).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        told: dict[str, object] = json.load(pipe)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("readonly", [True, False])
@pytest.mark.parametrize("what", ["file", "folder", "both"])
def test_a_read_only_ledger_is_read_and_verified(
    folder: Path, what: str, *, readonly: bool
) -> None:
    """A file or a folder without the right to write is read to the end, and left as it was."""
    path = folder / "a.ledger"
    with new_ledger(path, 3) as ledger:
        root = ledger.basis().root
    lock = path.with_name("a.ledger.lock")
    lock.chmod(0o644)
    path.chmod(0o444 if what != "folder" else 0o666)
    folder.chmod(0o555 if what != "file" else 0o777)
    before = {entry: entry.stat().st_mtime_ns for entry in folder.iterdir()}

    expected = {"events": 4, "exit_code": 6, "root": root, "sound": True}
    assert expected == look_as_nobody(path, readonly=readonly)
    assert before == {entry: entry.stat().st_mtime_ns for entry in folder.iterdir()}


def test_an_opening_for_reading_refuses_to_write(tmp_path: Path) -> None:
    """Who opens for reading is refused before anything is touched."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    with Ledger.open(path, readonly=True) as ledger:
        with pytest.raises(LedgerReadOnly, match="opened for reading") as caught:
            ledger.append([draft(0)], stream=STREAM, expected_version=0)
        assert 6 == caught.value.exit_code
        assert 1 == len(list(ledger.events()))

    assert [path] == list(tmp_path.iterdir())


@pytest.mark.slow
def test_creating_where_nothing_may_be_written(folder: Path) -> None:
    """A folder that cannot be written is refused with the code for it, and stays empty."""
    folder.chmod(0o555)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            new_ledger(folder / "a.ledger")
        except LedgerReadOnly as error:
            code = error.exit_code
        finally:
            os._exit(code)

    assert 6 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert [] == list(folder.iterdir())
