"""The ledger itself: creating, appending once, expecting versions, reading what is asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from benchbook.ledger import (
    Basis,
    BasisMismatch,
    DraftRefused,
    ForeignOwner,
    IdConflict,
    Ledger,
    LedgerExists,
    LedgerMissing,
    LedgerReplaced,
    LedgerUnavailable,
    NotCanonical,
    ObjectMissing,
    PositionUnknown,
    StaleVersion,
    verify,
)
from ledgers import START, STREAM, Ticks, draft, drafts, new_ledger, opening


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
    expected = {
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


@pytest.mark.parametrize("size", [-1, 2, 10**30])
def test_a_basis_beyond_the_end(ledger: Ledger, size: int) -> None:
    """A position that the log does not have is named with those it has."""
    with pytest.raises(PositionUnknown, match="0 to 1"):
        ledger.basis(size)


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


@pytest.mark.parametrize("events", [2, 9])
def test_a_file_overwritten_in_place(path: Path, tmp_path: Path, events: int) -> None:
    """An older or another log written into the same file is a rollback, and nothing is appended."""
    with new_ledger(path, 5) as ledger:
        new_ledger(tmp_path / "b", events, clock=Ticks(0)).close()
        path.write_bytes((tmp_path / "b").read_bytes())

        with pytest.raises(LedgerReplaced) as caught:
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
