"""A corpus as objects: chunks of units, pages of document digests, and a manifest that names both.

The manifest is canonical JSON; its SHA-256 is the digest of the corpus. It holds counts and, for
each chunk, digest, lines and bytes; those of the entities' names too, where some were merged.
Chunks hold one unit per line as JSON with sorted keys, in the order of unit ids; pages hold
`["doc_id","SHA-256 of the lines of its units"]`, in the order of document ids. The name of the
corpus is no part of it: equal content has equal digests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..corpus import Corpus, StoredUnits, Unit
from ..counting import counted
from ..errors import BadData, UsageError
from ..event_store import canonical_json, read_json
from .chunks import (
    Get,
    Put,
    chunks_as_plain,
    chunks_from_plain,
    json_line,
    read_chunks,
    write_chunks,
)
from .declarations import is_declaration
from .resolutions import load_entities, store_entities

MANIFEST = "application/vnd.benchbook.corpus+json"
UNITS = "application/vnd.benchbook.units+jsonl"
DOCUMENTS = "application/vnd.benchbook.documents+jsonl"

MANIFEST_LIMIT = 16 << 20
"""Bytes of an object at most: room for some 180,000 chunks, about 90 GB of text."""


def store_corpus(units: Sequence[Unit], put: Put) -> str:
    """Store a corpus; gives the digest of its manifest.

    Args:
        units: sorted by id, each id once.
        put: stores one object.

    Raises:
        UsageError: a unit is longer than 4 MiB, or the corpus has too many chunks for a manifest.
    """
    hashes: dict[str, Any] = {}
    chunks = write_chunks(_unit_lines(units, hashes), put, UNITS)
    documents = {document: hashes[document].hexdigest() for document in sorted(hashes)}
    pages = write_chunks(_document_lines(documents), put, DOCUMENTS)
    manifest = canonical_json(
        {
            "kind": "corpus",
            "version": 1,
            "units": len(units),
            "documents": len(documents),
            "chunks": chunks_as_plain(chunks),
            "document_pages": chunks_as_plain(pages),
        }
    )
    return put(_sized(manifest, len(chunks)), MANIFEST)


def load_corpus(manifest: str, get: Get) -> Corpus:
    """The corpus whose manifest has this digest; without units where it is only declared.

    Raises:
        BadData: the object is no manifest of a corpus, or does not fit its chunks.
        LedgerError: an object is missing or damaged.
    """
    if is_declaration(read_json(get(manifest))):
        return Corpus((), manifest, is_declared=True)
    where = f"corpus {manifest[:12]}"
    plain = read_manifest(manifest, get)
    chunks = chunks_from_plain(plain["chunks"])
    units = StoredUnits.of(read_chunks(chunks, get, where))
    if len(units) != plain["units"]:
        expected = f"{plain['units']:,}, as its manifest says"
        raise BadData(where, None, counted(len(units), "unit"), expected)
    return Corpus(units, manifest, aliases=load_entities(plain, get, where))


def store_merged(manifest: str, names: Mapping[str, Sequence[str]], get: Get, put: Put) -> str:
    """Store the state of a corpus in which names of entities are merged; gives its digest.

    Documents and texts are the same objects.

    Args:
        manifest: the digest of the state before.
        names: all other names of each entity, by its own.

    Raises:
        BadData: the state before is no manifest of a corpus.
        UsageError: there are too many names for a manifest.
    """
    plain = {**read_manifest(manifest, get), "entities": store_entities(names, put)}
    return put(_sized(canonical_json(plain), len(plain["entities"])), MANIFEST)


def load_names(manifest: str, get: Get) -> Mapping[str, tuple[str, ...]]:
    """The other names of each entity of a corpus state, by its own; none without a merge.

    Raises:
        BadData: the object is no manifest of a corpus, or does not fit its chunks.
        LedgerError: an object is missing or damaged.
    """
    return load_entities(read_manifest(manifest, get), get, f"corpus {manifest[:12]}")


def load_document_digests(manifest: str, get: Get) -> Mapping[str, str]:
    """SHA-256 (hex) of each document's units by document id, sorted: what two corpora differ in.

    Raises:
        BadData: the object is no manifest of a corpus.
        LedgerError: an object is missing or damaged.
    """
    pages = chunks_from_plain(read_manifest(manifest, get)["document_pages"])
    return dict(read_chunks(pages, get, f"corpus {manifest[:12]}"))


def read_manifest(manifest: str, get: Get) -> Mapping[str, Any]:
    """The manifest of a corpus as plain data.

    Raises:
        BadData: the object is something else, or of a version that this Benchbook does not know.
    """
    plain = read_json(get(manifest))
    if not isinstance(plain, dict) or (plain.get("kind"), plain.get("version")) != ("corpus", 1):
        found = f"object {manifest[:12]}, which is not a manifest of version 1"
        raise BadData("the ledger", None, found, "the manifest of a corpus")
    return plain


def unit_line(unit: Unit) -> bytes:
    """A unit as one line of a chunk: equal units give equal bytes."""
    plain = {
        "unit_id": unit.unit_id,
        "doc_id": unit.doc_id,
        "title": unit.title,
        "section": list(unit.section),
        "text": unit.text,
        "metadata": dict(unit.metadata),
    }
    return json_line(plain)


def _sized(manifest: bytes, chunks: int) -> bytes:
    """A manifest that an object can hold.

    Raises:
        UsageError: it is larger.
    """
    if len(manifest) > MANIFEST_LIMIT:
        message = (
            f"a corpus in {chunks:,} chunks is too large for one manifest of 16 MiB; search it in "
            "an engine of its own"
        )
        raise UsageError(message)
    return manifest


def _unit_lines(units: Sequence[Unit], hashes: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The lines of the chunks; the hash of each document takes those of its units in on the way."""
    for unit in units:
        line = unit_line(unit)
        hashes.setdefault(unit.doc_id, sha256()).update(line)
        yield unit.unit_id, line


def _document_lines(documents: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """The lines of the pages."""
    for document, hexadecimal in documents.items():
        yield document, json_line([document, hexadecimal])
