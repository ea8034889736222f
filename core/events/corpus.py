"""Events of the streams `corpus/<name>`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from .values import MadeBy, Source


@attrs.frozen(kw_only=True)
class CorpusSnapshotted:
    """The state that a corpus has got a name, which means this state for ever.

    Attributes:
        name: of the state; manifest: the corpus digest that it means.
    """

    TYPE: ClassVar[str] = "corpus-snapshotted"
    SCHEMA: ClassVar[int] = 1

    corpus: str
    name: str
    manifest: str


@attrs.frozen(kw_only=True)
class CorpusDeclared:
    """A corpus that lives in an engine outside was declared: nothing of it was read or checked.

    Attributes:
        manifest: object with this declaration; its digest is the corpus digest.
        engine, version: what holds and searches it.
        units, documents: counts, as they were said.
        attested_by: a role or an organisation that says so; None where nobody does.
    """

    TYPE: ClassVar[str] = "corpus-declared"
    SCHEMA: ClassVar[int] = 1

    corpus: str
    manifest: str
    engine: str
    version: str
    units: int
    documents: int
    attested_by: str | None


@attrs.frozen(kw_only=True)
class CorpusIngested:
    """A corpus was read and stored.

    Attributes:
        manifest: object that names every chunk; its digest is the corpus digest.
        units, documents: counts.
    """

    TYPE: ClassVar[str] = "corpus-ingested"
    SCHEMA: ClassVar[int] = 1

    corpus: str
    manifest: str
    units: int
    documents: int
    source: Source
    reader: MadeBy


@attrs.frozen(kw_only=True)
class MergeApplied:
    """Names of entities were resolved: the corpus has a new state, its documents are the same.

    Attributes:
        before: the corpus digest of the state that it was applied to.
        manifest: the corpus digest of the state after it.
        resolutions: object with the rows that were given.
        entities, aliases: how many these rows have.
        methods: how many of the aliases each method found.
        attested_by: a role or an organisation that vouches for them; None where nobody does.
    """

    TYPE: ClassVar[str] = "merge-applied"
    SCHEMA: ClassVar[int] = 1

    corpus: str
    before: str
    manifest: str
    resolutions: str
    entities: int
    aliases: int
    methods: Mapping[str, int]
    attested_by: str | None
