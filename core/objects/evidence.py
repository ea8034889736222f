"""Evidence as objects: what a gold set names, and what of a corpus matches it, frozen for a run.

A chunk holds one line per topic, as canonical JSON, in the order of ids; a manifest names the
chunks, and its SHA-256 is the digest of the evidence. It covers gold, corpus, the fold and the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ..errors import BadData, UsageError
from ..event_store import canonical_json, digest, read_json
from ..matching.evidence import Evidence, FoundEvidence, Tally
from .chunks import Get, chunks_as_plain, chunks_from_plain, read_chunks, write_chunks

MANIFEST = "application/vnd.benchbook.evidence+json"
TOPICS = "application/vnd.benchbook.evidence+jsonl"

_FIELDS = tuple(field.name for field in attrs.fields(Evidence))


def pack_evidence(found: FoundEvidence, relevance: str) -> tuple[str, list[tuple[bytes, str]]]:
    """Evidence as its digest and the objects to be stored, each with its media type.

    Args:
        relevance: the rule that makes qrels of it.

    Raises:
        UsageError: the units that match one topic are too many to be kept.
    """
    objects: list[tuple[bytes, str]] = []

    def put(data: bytes, media: str) -> str:
        objects.append((data, media))
        return digest(data)

    try:
        chunks = write_chunks(_lines(found), put, TOPICS)
    except UsageError as error:
        message = f"evidence of question {error}; or write phrases that fewer units hold"
        raise UsageError(message) from error
    manifest = {
        "kind": "evidence",
        "version": 1,
        "gold": found.gold,
        "corpus": found.corpus,
        "unit": found.unit,
        "relevance": relevance,
        "match": found.match,
        "tally": attrs.asdict(found.tally),
        "chunks": chunks_as_plain(chunks),
    }
    return put(canonical_json(manifest), MANIFEST), objects


def load_tally(manifest: str, get: Get) -> Tally:
    """The counts over evidence, from its manifest alone.

    Raises:
        BadData: the object is no manifest of evidence.
        LedgerError: the object is missing or damaged.
    """
    return Tally(**_manifest(manifest, get)["tally"])


def load_evidence(manifest: str, get: Get) -> FoundEvidence:
    """The evidence whose manifest has this digest.

    Raises:
        BadData: the object is no manifest of evidence, or does not fit its chunks.
        LedgerError: an object is missing or damaged.
    """
    plain = _manifest(manifest, get)
    lines = read_chunks(chunks_from_plain(plain["chunks"]), get, _where(manifest))
    return FoundEvidence(
        gold=plain["gold"],
        corpus=plain["corpus"],
        unit=plain["unit"],
        match=plain["match"],
        topics={line["id"]: tuple(map(_evidence, line["evidence"])) for line in lines},
    )


def _manifest(manifest: str, get: Get) -> dict[str, Any]:
    """The manifest, which is one."""
    plain = read_json(get(manifest))
    if not isinstance(plain, dict) or (plain.get("kind"), plain.get("version")) != ("evidence", 1):
        expected = "the manifest of evidence, version 1"
        raise BadData(_where(manifest), None, "another object", expected)
    return plain


def _where(manifest: str) -> str:
    return f"evidence {manifest[:12]}"


def _lines(found: FoundEvidence) -> Iterator[tuple[str, bytes]]:
    """Every topic by id."""
    for topic, row in found.topics.items():
        evidence = [[_plain(getattr(one, name)) for name in _FIELDS] for one in row]
        yield topic, canonical_json({"id": topic, "evidence": evidence}) + b"\n"


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _evidence(values: list[Any]) -> Evidence:
    """One thing that a gold set names, of its fields in order."""
    fields = dict(zip(_FIELDS, values, strict=True))
    return Evidence(**{**fields, "units": tuple(fields["units"])})
