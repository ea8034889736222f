"""Objects: bytes of any length that events name by digest, packed for keeping.

The identity of an object is SHA-256 of its own bytes, not of the packed ones: a newer compressor
may pack otherwise and must not rename what it packs.
"""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

import attrs
import zstandard

from .canonical import digest
from .errors import CorruptLedger, ObjectMissing, ObjectRefused
from .schema import MAX_OBJECT_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODEC = "zstd"
_LEVEL = 3
_MEDIA = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}")
_FIND = "SELECT 1 FROM main.object WHERE digest = ?"
_READ = "SELECT size, data FROM main.object WHERE digest = ?"
_INSERT = "INSERT INTO main.object (digest, media, codec, size, data) VALUES (?, ?, ?, ?, ?)"


@attrs.frozen
class ObjectRow:
    """An object, packed for its row.

    Args:
        name: its digest, 64 hex.
        media: its media type.
        size: how many bytes it has.
        packed: one zstandard frame.
    """

    name: str
    media: str
    size: int
    packed: bytes


def pack(name: str, data: bytes, media: str) -> ObjectRow:
    """Make the row of an object: a frame that says how long its content is, with a checksum.

    Args:
        name: the digest of the bytes, which the caller has computed already.
        data: the bytes.
        media: their media type.

    Raises:
        ObjectRefused: more than 16 MiB, or a media type that is not like `application/json`.
    """
    if len(data) > MAX_OBJECT_BYTES:
        reason = f"has {len(data)} bytes; at most {MAX_OBJECT_BYTES} (cut it and keep a manifest)"
        raise ObjectRefused(reason)
    if _MEDIA.fullmatch(media) is None:
        reason = f"has media type {media!r:.80}; expected lower case such as 'application/json'"
        raise ObjectRefused(reason)
    compressor = zstandard.ZstdCompressor(
        level=_LEVEL, write_content_size=True, write_checksum=True
    )
    return ObjectRow(name, media, len(data), compressor.compress(data))


def has_object(connection: sqlite3.Connection, name: str) -> bool:
    """Whether an object with this digest is in the ledger."""
    return connection.execute(_FIND, (_key(name),)).fetchone() is not None


def insert_objects(connection: sqlite3.Connection, rows: Iterable[ObjectRow]) -> bool:
    """Write those objects that another writer has not written meanwhile; always true."""
    for row in rows:
        if not has_object(connection, row.name):
            values = (_key(row.name), row.media, _CODEC, row.size, row.packed)
            connection.execute(_INSERT, values)
    return True


def read_object(connection: sqlite3.Connection, name: str) -> bytes:
    """The bytes of an object, unpacked and checked.

    Raises:
        ObjectMissing: it is not in the ledger.
        CorruptLedger: what is there is something else.
    """
    row = connection.execute(_READ, (_key(name),)).fetchone()
    if row is None:
        raise ObjectMissing(name)
    size, packed = row
    return unpack(packed, size, name)


def _key(name: str) -> bytes:
    """The digest's bytes; where the name is no digest, bytes that no object has."""
    try:
        return bytes.fromhex(name)
    except ValueError:
        return b""


def unpack(packed: bytes, size: int, expected_digest: str) -> bytes:
    """The bytes of an object, checked against its size and its digest.

    The frame's header is read first: it alone decides how much memory the decompressor takes, and a
    few kilobytes can claim gigabytes.

    Raises:
        CorruptLedger: the frame claims another size, does not unpack, or holds other bytes.
    """
    where = f"object {expected_digest}"
    if not 0 <= size <= MAX_OBJECT_BYTES:
        raise CorruptLedger(where, f"a size of {size}", f"at most {MAX_OBJECT_BYTES}")
    try:
        claimed = zstandard.get_frame_parameters(packed).content_size
        if claimed != size:
            raise CorruptLedger(where, f"a frame of {claimed} bytes", f"one of {size} bytes")
        data = zstandard.ZstdDecompressor().decompress(packed, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise CorruptLedger(where, f"a frame that does not unpack ({error})", "a frame") from error
    if digest(data) != expected_digest:
        raise CorruptLedger(where, f"bytes with digest {digest(data)}", "the bytes it was named by")
    return data
