"""Ingest a corpus: read it, check it, store it, and record that it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from ..event_store import EventStore, NewEvent
from ..events import CorpusIngested
from ..importing.counts import count_fields
from ..importing.reader_checks import read_corpus, read_files
from ..importing.ready_reader import find_reader
from ..importing.sources import record_source
from ..names import check_name
from ..objects.corpora import store_corpus
from ..plugging.quiet import quiet
from ..plugging.registration import register
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.corpora import CORPORA
from ..projections.log import LOG_VIEW
from ..projections.projection import fold
from ..streams import corpus_stream


@attrs.frozen(kw_only=True)
class Ingested:
    """What an ingest came to.

    Attributes:
        event: the fact, as it stands in the ledger.
        position: of it.
        is_new: whether this ingest appended it; else equal content stood there already.
        fields: how many units have each field of metadata, by its name.
    """

    event: CorpusIngested
    position: int
    is_new: bool
    fields: Mapping[str, int]


def ingest(
    store: EventStore,
    registry: Registry,
    path: Path,
    corpus: str,
    *,
    reader: str | None = None,
    parameters: Mapping[str, object] | None = None,
    progress: Progress,
) -> Ingested:
    """Read a corpus and store it under a name; equal content under that name is recorded once.

    Args:
        path: what the reader reads.
        corpus: the name.
        reader: its name; by default what the names at the path tell.
        parameters: for the reader.
        progress: told when reading and storing begin and end.

    Raises:
        BadData: the file does not hold a corpus; nothing was recorded.
        UsageError: no such reader or parameter, or a name that no corpus can have.
        LedgerError: the ledger cannot be written.
    """
    check_name("corpus", corpus)
    views = tuple(store.events(types={*CORPORA.handles, *LOG_VIEW.handles}))
    known = fold(CORPORA, views).get(corpus)
    ready = find_reader(registry, path, reader, parameters or {})
    progress("reading", 0, 1)
    with quiet():
        units = read_corpus(ready.reader, path, ready.name)
        files = read_files(ready.reader, path, ready.name)
    progress("reading", 1, 1)
    progress("storing", 0, 1)
    manifest = store_corpus(units, store.put)
    progress("storing", 1, 1)
    fields = count_fields(unit.metadata for unit in units)
    if (
        known is not None
        and isinstance(known.event, CorpusIngested)
        and known.event.manifest == manifest
    ):
        return Ingested(event=known.event, position=known.position, is_new=False, fields=fields)
    event = CorpusIngested(
        corpus=corpus,
        manifest=manifest,
        units=len(units),
        documents=len({unit.doc_id for unit in units}),
        source=record_source(path, files, store.put),
        reader=ready.made_by,
    )
    register(store, fold(LOG_VIEW, views), [(ready.registered, ready.made_by)])
    version = 0 if known is None else known.stream_version
    position = _append(store, event, version)
    return Ingested(event=event, position=position, is_new=True, fields=fields)


def _append(store: EventStore, event: CorpusIngested, version: int) -> int:
    """Record the fact; gives its position."""
    new = NewEvent(
        event=event,
        key=(event.corpus, event.manifest, version),
        objects=(event.manifest, event.source.listing),
    )
    (receipt,) = store.append(corpus_stream(event.corpus), [new], expected_version=version)
    return receipt.seq
