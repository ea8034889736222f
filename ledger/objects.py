"""Objects: bytes of any length that events name by digest, packed for keeping.

The identity of an object is SHA-256 of its own bytes, not of the packed ones: a newer compressor
may pack otherwise and must not rename what it packs.
"""

from __future__ import annotations

import re
from functools import cache

import zstandard

from .canonical import digest
from .errors import CorruptLedger, ObjectRefused
from .schema import MAX_OBJECT_BYTES

CODEC = "zstd"
_LEVEL = 3
_MEDIA = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}")


@cache
def _compressor() -> zstandard.ZstdCompressor:
    return zstandard.ZstdCompressor(level=_LEVEL, write_content_size=True, write_checksum=True)


def check_object(data: bytes, media: str) -> None:
    """Refuse what cannot be an object.

    Raises:
        ObjectRefused: more than 16 MiB, or a media type that is not like `application/json`.
    """
    if len(data) > MAX_OBJECT_BYTES:
        reason = f"has {len(data)} bytes; at most {MAX_OBJECT_BYTES} (cut it and keep a manifest)"
        raise ObjectRefused(reason)
    if _MEDIA.fullmatch(media) is None:
        reason = (
            f"has media type {media!r:.80}; expected lower-case ASCII such as 'application/json'"
        )
        raise ObjectRefused(reason)


def pack(data: bytes) -> bytes:
    """One zstandard frame that says how long its content is and carries a checksum."""
    return _compressor().compress(data)


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
