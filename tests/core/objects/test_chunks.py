"""Long tables are cut where a line says so, so that a change stays where it is made."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbook import BadData, UsageError
from benchbook.core.objects import chunks as chunks_module
from benchbook.core.objects.chunks import (
    CHUNK_LIMIT,
    Chunk,
    chunks_as_plain,
    chunks_from_plain,
    read_chunks,
    write_chunks,
)
from collections_made import Objects

Line = tuple[str, bytes]


def lines(count: int, size: int) -> list[Line]:
    """Give lines of about one size."""
    return [
        (f"k{number:06}", f'"{number:06}"'.ljust(size).encode() + b"\n") for number in range(count)
    ]


def stored(given_lines: list[Line]) -> tuple[tuple[Chunk, ...], Objects]:
    """Store lines."""
    objects = Objects()
    return write_chunks(given_lines, objects.put, "text/plain"), objects


@settings(max_examples=25)
@given(sizes=st.lists(st.integers(0, 300_000), max_size=30))
def test_lines_come_back_as_they_were(sizes: list[int]) -> None:
    """Nothing is lost, doubled or moved, whatever the lengths."""
    texts = [f"{number} \n" + "x" * size for number, size in enumerate(sizes)]
    chunks, objects = stored([(text[:9], json.dumps(text).encode() + b"\n") for text in texts])

    assert texts == list(read_chunks(chunks, objects.__getitem__, "here"))


def test_no_chunk_is_over_the_limit_and_most_are_far_below() -> None:
    """Chunks of 20 MB of lines have 512 KiB on average, and at most 4 MiB."""
    chunks, _ = stored(lines(20_000, 1_000))
    sizes = [chunk.size for chunk in chunks]

    assert max(sizes) <= CHUNK_LIMIT
    assert 256 << 10 < sum(sizes) / len(sizes) < 1 << 20


@pytest.mark.parametrize("size", [20, 5_000])
def test_the_average_does_not_hang_on_the_length_of_lines(size: int) -> None:
    """Short lines do not make a swarm of tiny objects."""
    chunks, _ = stored(lines(20_000_000 // size, size))

    assert 15 < len(chunks) < 90


@pytest.mark.parametrize("at", [0, 5_000, 9_999])
def test_a_line_more_touches_the_chunk_that_it_lies_in(at: int) -> None:
    """All other chunks keep their digests."""
    before = lines(10_000, 1_000)
    after = [*before[:at], ("new", b'"a line more"\n'), *before[at:]]
    old, new = ({chunk.digest for chunk in stored(some)[0]} for some in (before, after))

    assert len(new - old) <= 2
    assert len(old - new) <= 1


def test_a_line_changed_touches_the_chunk_that_it_lies_in() -> None:
    """At most its own chunk and the next one are new."""
    before = lines(10_000, 1_000)
    after = [(key, b'"another line"\n' if key == "k005000" else line) for key, line in before]
    old, new = ({chunk.digest for chunk in stored(some)[0]} for some in (before, after))

    assert 1 <= len(new - old) <= 2


def test_no_lines_make_no_chunks() -> None:
    """An empty table is no object."""
    assert () == stored([])[0]


def test_a_line_beyond_the_limit_is_refused() -> None:
    """Its key is named."""
    with pytest.raises(UsageError, match="'long' takes 4,194,305 bytes"):
        stored([("long", b"x" * CHUNK_LIMIT + b"\n")])


def test_a_chunk_with_another_number_of_lines_is_refused() -> None:
    """A manifest that does not fit its chunks is a fault of the ledger's content."""
    (chunk,), objects = stored([("a", b"1\n"), ("b", b"2\n")])

    with pytest.raises(BadData, match="2 lines"):
        list(read_chunks([Chunk(chunk.digest, 3, 4)], objects.__getitem__, "here"))


def test_a_chunk_of_something_else_is_refused() -> None:
    """An object that is no table is named by its digest."""
    (chunk,), objects = stored([("a", b"not JSON\n")])

    with pytest.raises(BadData, match=f"chunk {chunk.digest[:12]}; expected JSON lines"):
        list(read_chunks([chunk], objects.__getitem__, "here"))


def test_chunks_are_written_and_read_as_rows() -> None:
    """What a manifest lists is what was stored."""
    chunks, _ = stored(lines(3_000, 1_000))

    assert chunks == chunks_from_plain(chunks_as_plain(chunks))


def test_a_chunk_ends_before_the_limit_where_no_line_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However the keys fall, no object grows beyond 4 MiB."""
    monkeypatch.setattr(chunks_module, "CHUNK_MEAN", 1 << 60)
    chunks, _ = stored(lines(9, 1 << 20))

    assert [3, 3, 3] == [chunk.lines for chunk in chunks]
