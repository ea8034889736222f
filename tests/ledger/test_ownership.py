"""Whose an open ledger is, and which file it is."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook.ledger import (
    ForeignOwner,
    Ledger,
    LedgerReplaced,
)
from ledgers import STREAM, Ticks, draft, new_ledger


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


def test_another_thread_is_refused(ledger: Ledger) -> None:
    """A ledger belongs to the thread that opened it."""
    caught: list[Exception] = []

    def use() -> None:
        try:
            ledger.append([draft(0)], stream=STREAM, expected_version=0)
        except ForeignOwner as error:
            caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()

    assert ["another thread" in str(error) for error in caught] == [True]


def test_a_forked_child_is_refused(ledger: Ledger) -> None:
    """A child has its parent's file open and may not use it; closing it there harms nobody."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            ledger.append([draft(0)], stream=STREAM, expected_version=0)
        except ForeignOwner:
            ledger.close()
            code = 0
        finally:
            os._exit(code)

    assert 0 == os.waitpid(child, 0)[1]
    ledger.append([draft(1)], stream=STREAM, expected_version=0)
    assert [1] == numbers(ledger)


def test_a_closed_ledger_says_so(ledger: Ledger) -> None:
    """Using it after closing is refused in our words; closing it twice is harmless."""
    ledger.close()
    ledger.close()

    with pytest.raises(ForeignOwner, match="closed"):
        ledger.basis()


@pytest.mark.parametrize("way", ["replace", "remove"])
def test_a_file_replaced_while_open(path: Path, ledger: Ledger, way: str) -> None:
    """Another file under the name is noticed before the next append, and neither is written."""
    ledger.append([draft(0)], stream=STREAM, expected_version=0)
    other = path.with_name("b.ledger")
    new_ledger(other).close()
    before = other.read_bytes()
    if way == "replace":
        other.replace(path)
    else:
        path.unlink()

    with pytest.raises(LedgerReplaced):
        ledger.append([draft(1)], stream=STREAM, expected_version=1)
    if way == "replace":
        assert before == path.read_bytes()


@pytest.mark.parametrize(
    ("events", "words"), [(2, "had 6 events and has 3"), (9, "event 5 is another one")]
)
def test_a_file_overwritten_in_place(path: Path, tmp_path: Path, events: int, words: str) -> None:
    """An older or another log written into the same file is a rollback, and nothing is appended."""
    with new_ledger(path, 5) as ledger:
        new_ledger(tmp_path / "b", events, clock=Ticks(0)).close()
        path.write_bytes((tmp_path / "b").read_bytes())

        with pytest.raises(LedgerReplaced, match=words) as caught:
            ledger.append([draft(77)], stream=STREAM, expected_version=None)
    assert 5 == caught.value.exit_code
    with Ledger.open(path) as found:
        assert events + 1 == found.size


def test_two_names_of_one_file_meet_at_one_lock(path: Path, ledger: Ledger) -> None:
    """Through a link the same lock file is used."""
    link = path.with_name("link.ledger")
    link.symlink_to(path)
    with Ledger.open(link) as linked:
        linked.append([draft(0)], stream=STREAM, expected_version=0)

    assert not link.with_name("link.ledger.lock").exists()
    assert path.with_name("a.ledger.lock").exists()
