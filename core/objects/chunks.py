"""Long tables as objects: lines cut into chunks whose borders stay when a line moves.

A chunk ends after a line when the first eight bytes of SHA-256 of the line's key, read as a number,
lie below (bytes of the line / 512 KiB) of the largest such number: 512 KiB on average, whatever the
length of lines. It also ends before a line that would carry it past 4 MiB. Whether a line ends a
chunk hangs on that line alone, so a line that is added, changed or removed touches the chunk it
lies in, and the others keep their digests. Source of the idea: content-defined chunking
(Muthitacharoen, Chen and Mazieres, SOSP 2001), with a line in the place of their sliding window.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

import attrs

from ..counting import counted
from ..errors import BadData, UsageError

CHUNK_LIMIT = 4 << 20
"""Bytes of a chunk at most, and therefore of a line."""

CHUNK_MEAN = 512 << 10

_ENCODE = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
_DECODE = json.JSONDecoder().raw_decode

Put = Callable[[bytes, str], str]
"""Stores bytes under a media type; gives their SHA-256 (hex)."""

Get = Callable[[str], bytes]
"""The bytes with this SHA-256 (hex)."""


@attrs.frozen
class Chunk:
    """One object of a long table.

    Attributes:
        digest: SHA-256 (hex) of its bytes.
        lines, size: how many lines and bytes it has.
    """

    digest: str
    lines: int
    size: int


def json_line(plain: object) -> bytes:
    """Plain data as one line of a chunk: equal data give equal bytes."""
    return f"{_ENCODE(plain)}\n".encode()


def write_chunks(lines: Iterable[tuple[str, bytes]], put: Put, media: str) -> tuple[Chunk, ...]:
    """Store lines as chunks, one chunk in memory at a time.

    Args:
        lines: (key, line with its newline), in the order that is to be kept.
        put: stores one object.
        media: media type of the chunks.

    Raises:
        UsageError: a line is longer than 4 MiB.
    """
    return tuple(
        Chunk(put(b"".join(part), media), len(part), sum(map(len, part))) for part in _cut(lines)
    )


def read_chunks(chunks: Sequence[Chunk], get: Get, where: str) -> Iterator[Any]:
    """The values of the lines of chunks, each line being JSON, in order.

    Args:
        chunks: as their manifest lists them.
        get: gives an object.
        where: what is read, for a message.

    Raises:
        BadData: a chunk holds another number of lines than its manifest says, or no JSON.
    """
    for chunk in chunks:
        # A newline in a text is escaped, so each one ends a line.
        data = get(chunk.digest)
        count = data.count(b"\n")
        if count != chunk.lines:
            found = f"{counted(count, 'line')} in chunk {chunk.digest[:12]}"
            raise BadData(where, None, found, f"{chunk.lines}, as its manifest says")
        try:
            yield from map(_value, BytesIO(data))  # never all lines at once beside the chunk
        except ValueError as error:
            raise BadData(where, None, f"chunk {chunk.digest[:12]}", "JSON lines") from error


def chunks_as_plain(chunks: Sequence[Chunk]) -> list[list[str | int]]:
    """Chunks as a manifest lists them: [[digest, lines, bytes], …]."""
    return [[chunk.digest, chunk.lines, chunk.size] for chunk in chunks]


def chunks_from_plain(rows: Iterable[Sequence[object]]) -> tuple[Chunk, ...]:
    """Chunks from a manifest's list."""
    return tuple(Chunk(*row) for row in rows)  # type: ignore[arg-type]  # a manifest has these columns


def _value(line: bytes) -> Any:  # noqa: ANN401 - JSON holds anything
    """The value of a line.

    Each is decoded by itself: one rare sign would make all text beside it two or four times as
    wide.

    Raises:
        ValueError: it is not one JSON value in UTF-8 with a newline.
    """
    text = line.decode()
    value, end = _DECODE(text)
    if text[end:] != "\n":
        raise ValueError(text[end:])
    return value


def _cut(lines: Iterable[tuple[str, bytes]]) -> Iterator[list[bytes]]:
    """Lines in the groups that become chunks."""
    part: list[bytes] = []
    size = 0
    for key, line in lines:
        if len(line) > CHUNK_LIMIT:
            message = f"{key!r} takes {len(line):,} bytes; expected at most 4 MiB: split it"
            raise UsageError(message)
        if size + len(line) > CHUNK_LIMIT:
            yield part
            part, size = [], 0
        part.append(line)
        size += len(line)
        if _ends(key, line):
            yield part
            part, size = [], 0
    if part:
        yield part


def _ends(key: str, line: bytes) -> bool:
    """Whether a chunk ends after this line."""
    number = int.from_bytes(sha256(key.encode()).digest()[:8], "big")
    return number * CHUNK_MEAN < len(line) << 64
