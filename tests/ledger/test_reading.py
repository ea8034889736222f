"""Reading: by position, stream and type, each event checked, at any earlier size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook.ledger import (
    Ledger,
    PositionUnknown,
)
from ledgers import STREAM, draft, drafts, new_ledger


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


@pytest.mark.parametrize("size", [-1, 2, 10**30])
def test_a_basis_beyond_the_end(ledger: Ledger, size: int) -> None:
    """A position that the log does not have is named with those it has."""
    with pytest.raises(PositionUnknown, match="0 to 1"):
        ledger.basis(size)


def test_events_by_position_stream_and_type(ledger: Ledger) -> None:
    """A range, a stream and types can be asked for, alone and together."""
    for number in range(6):
        stream = f"run/{'ab'[number % 2]}"
        kind = "thing-done" if number < 4 else "thing-undone"
        ledger.append([draft(number, stream, type=kind)], stream=stream, expected_version=None)

    def found(*args: int | None, **named: object) -> list[int]:
        return [entry.seq for entry in ledger.events(*args, **named)]  # type: ignore[arg-type]  # a test's shorthand

    assert [0, 1, 2, 3, 4, 5, 6] == found()
    assert [2, 3] == found(2, 4)
    assert [5, 6] == found(5, 99)
    assert [] == found(7)
    assert [] == found(10**30)
    assert 7 == len(found(-3, 10**30))
    assert [2, 4, 6] == found(stream="run/b")
    assert [4] == found(3, 6, stream="run/b")
    assert [5, 6] == found(types=["thing-undone"])
    assert [0, 5, 6] == found(types=["thing-undone", "ledger-opened"])
    assert [5] == found(stream="run/a", types=("thing-undone",))
    assert [] == found(types=[])
    assert [] == found(stream="run/none")


def test_reading_goes_over_pages(tmp_path: Path) -> None:
    """More events than a page holds come in order, each once, also of one stream."""
    with new_ledger(tmp_path / "a", 2_500) as ledger:
        assert list(range(2_501)) == [entry.seq for entry in ledger.events()]
        assert list(range(7, 2_501)) == [entry.seq for entry in ledger.events(7, stream=STREAM)]


def test_reading_ends_where_the_log_ended_when_it_began(ledger: Ledger) -> None:
    """Events appended while somebody reads are not read, and do not disturb."""
    ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
    entries = ledger.events()
    next(entries)
    ledger.append(drafts(3, 5), stream=STREAM, expected_version=3)

    assert [1, 2, 3] == [entry.seq for entry in entries]


def test_versions_and_sizes(ledger: Ledger) -> None:
    """An unknown stream is at version 0, each event takes one."""
    ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)

    assert (0, 1, 3) == (ledger.version("run/b"), ledger.version("log"), ledger.version(STREAM))
    assert 4 == ledger.size
