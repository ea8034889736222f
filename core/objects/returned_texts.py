"""The units that a lane returned for a block of topics, with their texts, as objects.

Chunks hold one unit per line, as those of a corpus do, in the order of unit ids; a manifest names
the chunks. Blocks that return the same units share what chunks they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..corpus import StoredUnits, Unit
from ..errors import BadData
from ..event_store import canonical_json, digest, read_json
from .chunks import Get, chunks_as_plain, chunks_from_plain, read_chunks, write_chunks
from .corpora import UNITS

MANIFEST = "application/vnd.benchbook.texts+json"


def pack_texts(lines: Sequence[tuple[str, bytes]]) -> tuple[str, list[tuple[bytes, str]]]:
    """Units as the digest of their manifest and the objects to be stored, each with a media type.

    Args:
        lines: unit ids, sorted, each with the unit as one line (`unit_line`).
    """
    objects: list[tuple[bytes, str]] = []

    def put(data: bytes, media: str) -> str:
        objects.append((data, media))
        return digest(data)

    chunks = chunks_as_plain(write_chunks(lines, put, UNITS))
    manifest = {"kind": "texts", "version": 1, "units": len(lines), "chunks": chunks}
    return put(canonical_json(manifest), MANIFEST), objects


def load_texts(manifest: str, get: Get) -> Iterator[Unit]:
    """The units whose manifest has this digest, in the order of their ids.

    Raises:
        BadData: the object is no manifest of texts, or does not fit its chunks.
        LedgerError: an object is missing or damaged.
    """
    where = f"texts {manifest[:12]}"
    plain = read_json(get(manifest))
    if not isinstance(plain, dict) or (plain.get("kind"), plain.get("version")) != ("texts", 1):
        raise BadData(where, None, "another object", "the manifest of texts, version 1")
    yield from StoredUnits.of(read_chunks(chunks_from_plain(plain["chunks"]), get, where))
