"""Objects: named by their own bytes, packed once, unpacked within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import zstandard

from benchbook.ledger import CorruptLedger, Ledger, ObjectMissing, ObjectRefused, verify
from benchbook.ledger.objects import unpack
from ledgers import Ticks, new_ledger, unguarded

MOST = 16 * 1024 * 1024


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A log without objects."""
    with new_ledger(tmp_path / "a.ledger") as ledger:
        yield ledger


@pytest.mark.parametrize("data", [b"", b"x", bytes(range(256)) * 300, b"\x00" * 1_000_000])
def test_bytes_come_back(ledger: Ledger, data: bytes) -> None:
    """Whatever is put is named by SHA-256 and comes back."""
    name = ledger.put_object(data, "application/octet-stream")

    assert sha256(data).hexdigest() == name
    assert ledger.has_object(name)
    assert data == ledger.object(name)


def test_putting_again_adds_nothing(tmp_path: Path, ledger: Ledger) -> None:
    """The same bytes are kept once, in one call or two, and by two writers."""
    pair = (b"same", "text/plain")
    with Ledger.open(tmp_path / "a.ledger") as other:
        first, second = ledger.put_objects([pair, pair])

        assert first == second == ledger.put_object(*pair) == other.put_object(*pair)
    assert 1 == verify(tmp_path / "a.ledger").objects


def test_many_in_one_call(ledger: Ledger) -> None:
    """One name per object, in their order, those known and those new mixed."""
    ledger.put_object(b"1", "text/plain")
    datas = [b"0", b"1", b"2", b"0"]

    assert [sha256(data).hexdigest() for data in datas] == list(
        ledger.put_objects((data, "text/plain") for data in datas)
    )
    assert () == ledger.put_objects([])


def test_sixteen_mebibytes_and_no_byte_more(ledger: Ledger) -> None:
    """The largest object is kept; a larger one is refused, and none of its call is kept."""
    name = ledger.put_object(bytes(MOST), "application/octet-stream")
    assert MOST == len(ledger.object(name))

    with pytest.raises(ObjectRefused, match="16777217 bytes"):
        ledger.put_objects([(b"other", "text/plain"), (bytes(MOST + 1), "text/plain")])
    assert not ledger.has_object(sha256(b"other").hexdigest())


@pytest.mark.parametrize("media", ["", "text", "text/", "Text/plain", "text/plain; a=b", "a/é"])
def test_a_media_type_is_plain(ledger: Ledger, media: str) -> None:
    """A media type has two lower-case parts and no parameters."""
    with pytest.raises(ObjectRefused, match="media type"):
        ledger.put_object(b"x", media)


@pytest.mark.parametrize("name", ["ab" * 32, "", "not hex", "ab"])
def test_an_object_that_is_not_there(ledger: Ledger, name: str) -> None:
    """It is refused by name, also where the name is no digest."""
    assert not ledger.has_object(name)
    with pytest.raises(ObjectMissing):
        ledger.object(name)


def test_frames_say_their_size_and_carry_a_checksum(tmp_path: Path, ledger: Ledger) -> None:
    """Another reader can bound its memory, and notices damage before hashing."""
    ledger.put_object(b"an object", "text/plain")
    with unguarded(tmp_path / "a.ledger") as connection:
        (data,) = connection.execute("SELECT data FROM object").fetchone()
    frame = zstandard.get_frame_parameters(data)

    assert (9, True) == (frame.content_size, frame.has_checksum)


@pytest.mark.parametrize(
    ("packed", "size"),
    [
        (zstandard.compress(b"other"), 5),
        (zstandard.compress(b"an object"), 8),
        (zstandard.compress(b"an object") + b"more", 9),
        (zstandard.compress(b"an object")[:-1], 9),
        (zstandard.ZstdCompressor(write_content_size=False).compress(b"an object"), 9),
        (zstandard.compress(bytes(1 << 28)), 9),
        (zstandard.compress(bytes(1 << 28)), 1 << 28),
        (b"no frame at all", 9),
        (b"", 0),
        (zstandard.compress(b""), -1),
    ],
    ids=[
        "other",
        "size",
        "longer",
        "cut",
        "no size",
        "bomb",
        "big bomb",
        "none",
        "empty",
        "minus",
    ],
)
def test_frames_that_lie_are_refused(packed: bytes, size: int) -> None:
    """A frame with other bytes or another claim is damage, and a bomb is not unpacked."""
    name = sha256(b"an object").hexdigest()
    with pytest.raises(CorruptLedger, match=f"object {name}"):
        unpack(packed, size, name)


def test_a_bomb_takes_no_memory() -> None:
    """A few kilobytes that claim a gigabyte are refused before room is made for them."""
    import tracemalloc

    packed = zstandard.compress(bytes(1 << 28))
    tracemalloc.start()
    with pytest.raises(CorruptLedger):
        unpack(packed, 9, "ab" * 32)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 1_000_000


def test_objects_do_not_move_the_log(tmp_path: Path) -> None:
    """Putting objects adds no event: the root stays."""
    with new_ledger(tmp_path / "b.ledger", 3, clock=Ticks()) as ledger:
        before = ledger.basis()
        ledger.put_object(b"x", "text/plain")

        assert before == ledger.basis()
