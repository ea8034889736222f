"""Declare a corpus that an engine outside holds: what it is, and who says so."""

from __future__ import annotations

import attrs

from ..counting import counted
from ..errors import UsageError
from ..event_store import EventStore, NewEvent
from ..events import CorpusDeclared
from ..lasting_lines import lasting_line
from ..names import check_name
from ..objects.chunks import Put
from ..objects.declarations import DECLARATION, declaration
from ..projections.corpora import CORPORA
from ..projections.projection import fold
from ..streams import corpus_stream


@attrs.frozen(kw_only=True)
class Declared:
    """What a declaration came to.

    Attributes:
        event: the fact, as it stands in the ledger.
        position: of it.
        is_new: whether it was appended now; else the same stood there already.
    """

    event: CorpusDeclared
    position: int
    is_new: bool


def declare(
    store: EventStore,
    corpus: str,
    *,
    engine: str,
    version: str,
    documents: int,
    units: int | None = None,
    attested_by: str | None = None,
) -> Declared:
    """Record what a corpus is said to be; the same declaration is recorded once.

    Args:
        corpus: the name.
        engine, version: what holds and searches it.
        documents: how many it has.
        units: how many passages; as many as documents when None.
        attested_by: a role or an organisation, never a person: the ledger cannot forget one.

    Raises:
        UsageError: a name that no corpus can have, counts that cannot be, or a text that is none,
            is over 100 characters long, holds an address, or names this machine or its user.
        LedgerError: the ledger cannot be written.
    """
    check_name("corpus", corpus)
    count = documents if units is None else units
    if not 1 <= documents <= count:
        found = f"{counted(documents, 'document')} and {counted(count, 'unit')}"
        raise UsageError(f"{found}; expected at least one document, and a unit for each")
    event = _event(
        corpus,
        engine=lasting_line("--engine", engine),
        version=lasting_line("--version", version),
        documents=documents,
        units=count,
        attested_by=None if attested_by is None else lasting_line("--attested-by", attested_by),
        put=store.put,
    )
    known = fold(CORPORA, store.events(types=CORPORA.handles)).get(corpus)
    if known is not None and known.event == event:
        return Declared(event=event, position=known.position, is_new=False)
    stream_version = 0 if known is None else known.stream_version
    key = (corpus, event.manifest, stream_version)
    new = NewEvent(event=event, key=key, objects=(event.manifest,))
    (receipt,) = store.append(corpus_stream(corpus), [new], expected_version=stream_version)
    return Declared(event=event, position=receipt.seq, is_new=True)


def _event(
    corpus: str,
    *,
    engine: str,
    version: str,
    documents: int,
    units: int,
    attested_by: str | None,
    put: Put,
) -> CorpusDeclared:
    """The fact; its object is stored."""
    content = declaration(
        corpus=corpus,
        engine=engine,
        version=version,
        documents=documents,
        units=units,
        attested_by=attested_by,
    )
    return CorpusDeclared(
        corpus=corpus,
        manifest=put(content, DECLARATION),
        engine=engine,
        version=version,
        documents=documents,
        units=units,
        attested_by=attested_by,
    )
