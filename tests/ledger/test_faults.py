"""Whatever fails, and whenever: all of a batch is in the log or none, and a second try ends it.

The method of SQLite's own tests: a shim around the connection makes the n-th operation fail, for
n = 1, 2, 3 and so on, until a whole run passes without meeting a fault.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from benchbook.ledger import Ledger, LedgerError, LedgerFull, LedgerUnavailable, verify
from benchbook.ledger.connection import connect
from ledgers import STREAM, Ticks, draft, drafts, new_ledger

Call = Callable[..., object]


class Trouble:
    """Makes the n-th operation of all connections fail, before it happens or just after."""

    def __init__(self, at: int, *, after: bool) -> None:
        self.left = at
        self.after = after
        self.met = False

    def around(self, call: Call, *args: object) -> object:
        """Do one operation, or fail it."""
        self.left -= 1
        if self.left:
            return call(*args)
        self.met = True
        if self.after:
            call(*args)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
        raise error


class Shim(sqlite3.Connection):
    """A connection whose operations can fail."""

    trouble: Trouble | None = None

    def execute(self, sql: str, *args: object) -> sqlite3.Cursor:
        return self._met(super().execute, sql, *args)

    def executemany(self, sql: str, *args: object) -> sqlite3.Cursor:
        return self._met(super().executemany, sql, *args)

    def _met(self, call: Call, *args: object) -> sqlite3.Cursor:
        trouble = self.trouble
        return call(*args) if trouble is None else trouble.around(call, *args)  # type: ignore[return-value]  # a cursor


def shimmed(trouble: Trouble | None) -> Callable[..., sqlite3.Connection]:
    """A way to open the file with the product's own guards and this trouble."""

    def make(path: str, *, readonly: bool, patience: float) -> sqlite3.Connection:
        connection = connect(path, readonly=readonly, patience=patience, factory=Shim)
        assert isinstance(connection, Shim)
        connection.trouble = trouble
        return connection

    return make


def state(path: Path) -> tuple[list[object], bool]:
    """The payloads in the log, and whether it verifies, seen by somebody else."""
    with Ledger.open(path) as ledger:
        numbers = [entry.envelope["data"]["number"] for entry in ledger.events(1)]
    return numbers, verify(path).is_sound


def work(ledger: Ledger) -> Iterator[int]:
    """Three steps, each giving the number of events that are certain when it returned."""
    ledger.append(drafts(0, 3), stream=STREAM, expected_version=None)
    yield 3
    ledger.put_objects([(b"one", "text/plain"), (b"two", "text/plain")])
    yield 3
    ledger.append(drafts(3, 300), stream=STREAM, expected_version=None)
    yield 300


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
def test_the_nth_operation_fails(tmp_path: Path, *, after: bool) -> None:
    """No acknowledged event is lost, no batch is torn, and the same calls again end the work."""
    for at in range(1, 1_000):
        path = tmp_path / f"{at}.ledger"
        new_ledger(path).close()
        trouble = Trouble(at, after=after)
        certain = 0
        with suppress(LedgerError), Ledger.open(path, connect=shimmed(trouble)) as ledger:
            for certain in work(ledger):  # noqa: B007 - read after the loop was left by an error
                pass

        numbers, sound = state(path)
        assert sound
        assert list(range(len(numbers))) == numbers
        assert len(numbers) in {0, 3, 300}
        assert certain <= len(numbers)
        with Ledger.open(path) as again:
            assert [3, 3, 300] == list(work(again))
        assert (list(range(300)), True) == state(path)
        if not trouble.met:
            break
    else:
        pytest.fail("the run never passed without a fault")
    assert at > 20


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
def test_the_same_ledger_goes_on_after_a_fault(tmp_path: Path, *, after: bool) -> None:
    """The object that met the fault can be used again at once: no reopening by the caller."""
    for at in range(1, 1_000):
        path = tmp_path / f"{at}.ledger"
        new_ledger(path).close()
        trouble = Trouble(10**9, after=after)
        with Ledger.open(path, connect=shimmed(trouble)) as ledger:
            trouble.left = at
            for _ in range(3):
                with suppress(LedgerError):
                    assert [3, 3, 300] == list(work(ledger))
                    break
            else:
                pytest.fail(f"operation {at} left the ledger unusable")
        assert (list(range(300)), True) == state(path)
        if not trouble.met:
            break
    else:
        pytest.fail("the run never passed without a fault")
    assert at > 10


def test_a_commit_that_raised_and_happened(tmp_path: Path) -> None:
    """When the rows are there after all, the caller gets receipts, not an error."""
    path = tmp_path / "a.ledger"
    new_ledger(path, clock=Ticks()).close()
    trouble = Trouble(10**9, after=True)
    with Ledger.open(path, connect=shimmed(trouble)) as ledger:
        count_to_commit = count_operations(tmp_path / "count.ledger")
        trouble.left = count_to_commit
        receipts = ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
        assert trouble.met

        assert [1, 2, 3] == [receipt.seq for receipt in receipts]
        assert receipts == ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
    assert ([0, 1, 2], True) == state(path)


def count_operations(path: Path) -> int:
    """How many operations an append of three takes; the last of them is the commit."""
    new_ledger(path).close()
    trouble = Trouble(10**9, after=True)
    with Ledger.open(path, connect=shimmed(trouble)) as ledger:
        before = trouble.left
        ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
        return before - trouble.left


def test_a_commit_that_raised_and_did_not_happen(tmp_path: Path) -> None:
    """When the rows are not there, the caller is told to try again, and may."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    trouble = Trouble(10**9, after=False)
    with Ledger.open(path, connect=shimmed(trouble)) as ledger:
        trouble.left = count_operations(tmp_path / "count.ledger")
        with pytest.raises(LedgerUnavailable, match="try again"):
            ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
        assert 1 == ledger.size
        ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
    assert ([0, 1, 2], True) == state(path)


def narrow(pages: int) -> Callable[..., sqlite3.Connection]:
    """A way to open the file on a disk with room for so many pages more."""

    def make(path: str, *, readonly: bool, patience: float) -> sqlite3.Connection:
        connection = connect(path, readonly=readonly, patience=patience)
        connection.set_authorizer(None)
        (count,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {count + pages}")
        return connection

    return make


@pytest.mark.parametrize("pages", [0, 1, 2, 5, 20])
def test_a_full_disk(tmp_path: Path, pages: int) -> None:
    """A batch that does not fit is not there at all; reading and verifying go on; then it fits."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 5).close()
    batch = [draft(number, data={"number": number, "text": "x" * 900}) for number in range(5, 200)]
    with Ledger.open(path, connect=narrow(pages)) as ledger:
        with pytest.raises(LedgerFull, match="free some space") as caught:
            ledger.append(batch, stream=STREAM, expected_version=5)
        assert 6 == caught.value.exit_code
        with pytest.raises(LedgerFull):
            ledger.put_object(bytes(str(list(range(200_000))), "ascii"), "text/plain")
        assert 6 == len(list(ledger.events()))
        assert verify(path).is_sound
    with Ledger.open(path) as ledger:
        ledger.append(batch, stream=STREAM, expected_version=5)
    assert (list(range(200)), True) == state(path)


def test_the_same_ledger_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """After space is freed the same object appends, without being opened anew."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    made: list[sqlite3.Connection] = []

    def kept(path: str, *, readonly: bool, patience: float) -> sqlite3.Connection:
        made.append(narrow(2)(path, readonly=readonly, patience=patience))
        return made[-1]

    with Ledger.open(path, connect=kept) as ledger:
        with pytest.raises(LedgerFull):
            ledger.append(drafts(0, 200), stream=STREAM, expected_version=0)
        made[-1].execute("PRAGMA max_page_count = 1000000")
        ledger.append(drafts(0, 200), stream=STREAM, expected_version=0)
    assert (list(range(200)), True) == state(path)
