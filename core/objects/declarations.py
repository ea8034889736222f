"""A corpus that is only declared: what is said of it, and by whom, as one object.

Its text stays in an engine outside; what is known of it comes with the rankings of lanes. The
object is canonical JSON, and its SHA-256 the digest of the corpus. The name is part of it: nothing
else tells two corpora of one engine apart.
"""

from __future__ import annotations

from ..event_store import canonical_json

DECLARATION = "application/vnd.benchbook.declaration+json"
KIND = "declared-corpus"


def declaration(
    *, corpus: str, engine: str, version: str, documents: int, units: int, attested_by: str | None
) -> bytes:
    """The bytes of a declaration; equal ones give equal bytes.

    Args:
        corpus: the name of the corpus.
        engine, version: what holds and searches it.
        documents, units: how many it is said to have.
        attested_by: a role or an organisation that says so; None where nobody does.
    """
    return canonical_json(
        {
            "kind": KIND,
            "version": 1,
            "corpus": corpus,
            "engine": engine,
            "engine_version": version,
            "documents": documents,
            "units": units,
            "attested_by": attested_by,
        }
    )


def is_declaration(plain: object) -> bool:
    """Whether the value of an object is a declaration that this Benchbook knows."""
    return isinstance(plain, dict) and (plain.get("kind"), plain.get("version")) == (KIND, 1)
