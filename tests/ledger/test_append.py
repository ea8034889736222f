"""Appending: all or none, each event once, nothing on a stale view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from benchbook.ledger import (
    Basis,
    BasisMismatch,
    DraftRefused,
    IdConflict,
    Ledger,
    LedgerUnavailable,
    NotCanonical,
    ObjectMissing,
    StaleVersion,
    verify,
)
from ledgers import START, STREAM, Ticks, draft, drafts, new_ledger


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


def test_appended_events_are_there_after_reopening(path: Path, ledger: Ledger) -> None:
    """What was acknowledged is what the next opening reads."""
    receipts = ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
    ledger.close()
    with Ledger.open(path) as again:
        assert [0, 1, 2] == numbers(again)
        assert [1, 2, 3] == [receipt.seq for receipt in receipts]
        assert again.basis() == Basis(size=receipts[-1].size, root=receipts[-1].root)


def test_each_event_links_to_the_one_before(ledger: Ledger) -> None:
    """`prev` is the leaf of the event before."""
    ledger.append(drafts(0, 5), stream=STREAM, expected_version=0)
    entries = list(ledger.events())

    assert [entry.leaf for entry in entries[:-1]] == [
        entry.envelope["prev"] for entry in entries[1:]
    ]


def test_appending_nothing(ledger: Ledger) -> None:
    """An empty list appends nothing and gives no receipt."""
    assert () == ledger.append([], stream=STREAM, expected_version=7)
    assert 1 == ledger.size


def test_the_same_event_again_gives_the_first_receipt(ledger: Ledger) -> None:
    """A retry adds nothing, also later, with a stale version, and beside a new event."""
    first = ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)

    assert first == ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)
    assert first[1:2] == ledger.append([draft(1)], stream=STREAM, expected_version=0)
    mixed = ledger.append([draft(1), draft(3), draft(0)], stream=STREAM, expected_version=3)
    assert [first[1], first[0]] == [mixed[0], mixed[2]]
    assert 4 == mixed[1].seq
    assert [0, 1, 2, 3] == numbers(ledger)


def test_the_same_event_twice_in_one_call(ledger: Ledger) -> None:
    """It is recorded once, and both get its receipt."""
    receipts = ledger.append([draft(0), draft(1), draft(0)], stream=STREAM, expected_version=0)

    assert receipts[0] == receipts[2]
    assert [0, 1] == numbers(ledger)


def test_one_id_with_other_content_is_refused(ledger: Ledger) -> None:
    """The refusal names both digests, and nothing of the batch is added."""
    ledger.append([draft(0)], stream=STREAM, expected_version=0)
    other = attrs.evolve(draft(0), data={"number": "other"})

    with pytest.raises(IdConflict) as caught:
        ledger.append([draft(1), other], stream=STREAM, expected_version=1)
    assert caught.value.recorded != caught.value.offered
    assert caught.value.recorded in str(caught.value)
    assert caught.value.offered in str(caught.value)
    assert [0] == numbers(ledger)


def test_one_id_with_two_contents_in_one_call_is_refused(ledger: Ledger) -> None:
    """Also where only the type of a value differs: true is not 1."""
    one, true = (attrs.evolve(draft(0), data={"a": value}) for value in (1, True))

    with pytest.raises(IdConflict):
        ledger.append([one, true], stream=STREAM, expected_version=0)
    assert [] == numbers(ledger)


@pytest.mark.parametrize("version", [0, 2, 4, -1])
def test_a_stale_version_is_refused(ledger: Ledger, version: int) -> None:
    """The refusal names the version that the stream has, and nothing is added."""
    ledger.append(drafts(0, 3), stream=STREAM, expected_version=0)

    with pytest.raises(StaleVersion) as caught:
        ledger.append(drafts(3, 5), stream=STREAM, expected_version=version)
    assert (STREAM, version, 3) == (
        caught.value.stream,
        caught.value.expected,
        caught.value.current,
    )
    assert [0, 1, 2] == numbers(ledger)


def test_two_who_read_one_version(path: Path, ledger: Ledger) -> None:
    """Of two decisions on one state the second is refused."""
    with Ledger.open(path) as other:
        seen = ledger.version(STREAM), other.version(STREAM)
        ledger.append([draft(0)], stream=STREAM, expected_version=seen[0])

        with pytest.raises(StaleVersion):
            other.append([draft(1)], stream=STREAM, expected_version=seen[1])
        other.append([draft(1)], stream=STREAM, expected_version=other.version(STREAM))
    assert [0, 1] == numbers(ledger)
    assert verify(path).is_sound


def test_two_writers_take_turns(path: Path, ledger: Ledger) -> None:
    """Each follows what the other appended, over the edge of a tile."""
    with Ledger.open(path) as other:
        for number in range(0, 600, 60):
            writer = ledger if number % 120 else other
            writer.append(drafts(number, number + 60), stream=STREAM, expected_version=number)
    assert list(range(600)) == numbers(ledger)
    assert verify(path).is_sound


def test_a_draft_of_another_stream(ledger: Ledger) -> None:
    """A call appends to one stream."""
    with pytest.raises(DraftRefused, match="stream"):
        ledger.append([draft(0), draft(0, "run/b")], stream=STREAM, expected_version=0)


def test_an_event_that_names_a_missing_object(ledger: Ledger) -> None:
    """An object comes before the event that makes it reachable."""
    named = draft(0, objects=("ab" * 32,))

    with pytest.raises(ObjectMissing) as caught:
        ledger.append([named], stream=STREAM, expected_version=0)
    assert "ab" * 32 == caught.value.digest
    assert [] == numbers(ledger)


def test_an_event_keeps_its_objects_sorted_and_once(ledger: Ledger) -> None:
    """However the caller lists them."""
    names = ledger.put_objects([(b"one", "text/plain"), (b"two", "text/plain")])
    ledger.append([draft(0, objects=(*names, *names))], stream=STREAM, expected_version=0)

    assert sorted(names) == next(ledger.events(1)).envelope["objects"]


def test_a_basis_that_was_seen(ledger: Ledger) -> None:
    """A state that this log had can be claimed, also an earlier one."""
    ledger.append(drafts(0, 300), stream=STREAM, expected_version=0)
    for number, size in enumerate((0, 1, 256, 301), 300):
        seen = draft(number, basis=ledger.basis(size))
        ledger.append([seen], stream=STREAM, expected_version=None)

    assert [0, 1, 256, 301] == [e.envelope["basis"]["size"] for e in ledger.events(301)]


@pytest.mark.parametrize("size", [1, 2])
def test_a_basis_that_never_was(ledger: Ledger, size: int) -> None:
    """Another log's root, or a size beyond the end, cannot be claimed."""
    with pytest.raises(BasisMismatch):
        ledger.append(
            [draft(0, basis=Basis(size=size, root="0" * 64))], stream=STREAM, expected_version=0
        )
    assert [] == numbers(ledger)


def test_a_payload_outside_the_profile(ledger: Ledger) -> None:
    """A float in the payload is refused by its path, and nothing of the batch is added."""
    with pytest.raises(NotCanonical, match=r"\$\.data\.score"):
        ledger.append([draft(0), draft(1, data={"score": 0.5})], stream=STREAM, expected_version=0)
    assert [] == numbers(ledger)


def test_an_event_may_have_64_kib_and_no_byte_more(ledger: Ledger) -> None:
    """The bound is on the whole body, and the refusal says what to do with long lists."""
    ledger.append([draft(0, data={"text": ""})], stream=STREAM, expected_version=0)
    room = 65_536 - len(next(ledger.events(1)).body)
    ledger.append([draft(1, data={"text": "x" * room})], stream=STREAM, expected_version=1)

    assert 65_536 == len(next(ledger.events(2)).body)
    with pytest.raises(DraftRefused, match=r"65537 bytes.*objects"):
        ledger.append(
            [draft(2, data={"text": "x" * (room + 1)})], stream=STREAM, expected_version=2
        )


def test_a_clock_that_goes_back(path: Path) -> None:
    """Time never decreases in the log, and what the clock showed is recorded."""
    clock = Ticks()
    with new_ledger(path, clock=clock) as ledger:
        for number, now in enumerate((START + 10**9, 0, -5 * 10**6, START + 2 * 10**9)):
            clock.now = now
            ledger.append([draft(number)], stream=STREAM, expected_version=None)
        entries = [entry.envelope for entry in ledger.events(1)]

    times = [entry["ts"] for entry in entries]
    assert sorted(times) == times
    assert times[0] == times[1] == times[2] < times[3]
    assert [
        None,
        {"regressed": True, "wall": "1970-01-01T00:00:01.000000Z"},
        {"regressed": True, "wall": "1969-12-31T23:59:56.000000Z"},
        None,
    ] == [entry.get("clock") for entry in entries]
    assert verify(path).is_sound


@pytest.mark.parametrize("now", [10**18, -(10**18)])
def test_a_clock_outside_the_calendar(path: Path, now: int) -> None:
    """A clock that shows no year between 1 and 9999 is refused."""
    clock = Ticks()
    with new_ledger(path, clock=clock) as ledger:
        clock.now = now
        with pytest.raises(LedgerUnavailable, match="clock"):
            ledger.append([draft(0)], stream=STREAM, expected_version=0)
