"""Import a gold set: read it, check it against a corpus, store it, and record that it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from ..errors import BadData, UsageError
from ..event_store import EventStore, NewEvent
from ..events import CorpusIngested, GoldSetImported, MadeBy, Source
from ..gold import Gold
from ..importing.counts import QuestionCounts, count_questions
from ..importing.reader_checks import read_files, read_gold
from ..importing.ready_reader import find_reader
from ..importing.sources import record_source
from ..importing.unknown import Unknown, find_unknown
from ..names import check_name
from ..objects.corpora import load_document_digests
from ..objects.gold_sets import store_gold
from ..plugging.quiet import quiet
from ..plugging.registration import register
from ..plugging.registry import Registry
from ..projections.corpora import CORPORA, Corpora, CorpusView
from ..projections.gold_sets import GOLD_SETS
from ..projections.log import LOG_VIEW
from ..projections.projection import fold
from ..streams import gold_stream


@attrs.frozen(kw_only=True)
class ImportedGold:
    """What an import came to.

    Attributes:
        event: the fact, as it stands in the ledger.
        position: of it.
        is_new: whether this import appended it; else equal content stood there already.
        unknown: what the set names and nothing else has.
        twins: judgments that were repeated and kept once.
        probes: questions that nothing answers.
        counts: what the questions name.
    """

    event: GoldSetImported
    position: int
    is_new: bool
    unknown: Unknown
    twins: int
    probes: int
    counts: QuestionCounts


def import_gold(
    store: EventStore,
    registry: Registry,
    path: Path,
    gold: str,
    *,
    reader: str | None = None,
    parameters: Mapping[str, object] | None = None,
    corpus: str | None = None,
    strict: bool = False,
) -> ImportedGold:
    """Read a gold set and store it under a name; equal content under that name is recorded once.

    Args:
        path: what the reader reads.
        gold: the name.
        reader: its name; by default what the names at the path tell.
        parameters: for the reader.
        corpus: what its documents are checked against; by default the workspace's only corpus.
        strict: refuse judged topics without a question, and judged documents of no corpus.

    Raises:
        BadData: the file does not hold a gold set, or `strict` refuses it; nothing was recorded.
        UsageError: no such reader, parameter or corpus, or a name that no gold set can have.
        LedgerError: the ledger cannot be written.
    """
    check_name("gold set", gold)
    events = tuple(store.events(types={*CORPORA.handles, *GOLD_SETS.handles, *LOG_VIEW.handles}))
    against = choose_corpus(fold(CORPORA, events), corpus, strict=strict)
    ready = find_reader(registry, path, reader, parameters or {})
    with quiet():
        read = read_gold(ready.reader, path, ready.name)
        files = read_files(ready.reader, path, ready.name)
    unknown = _compare(store, read, against)
    if strict:
        unknown.refuse(str(path))
    known = fold(GOLD_SETS, events).get(gold)
    source = record_source(path, files, store.put)
    try:
        questions = store_gold(read, store.put)
    except UsageError as error:  # a question with its judgments is over the size of an object
        raise BadData(str(path), None, str(error), "questions that fit") from error
    event = _event(gold, questions, read, against, unknown, source, ready.made_by)
    is_new = known is None or _content(known.event) != _content(event)
    if known is not None and not is_new:
        event, position = known.event, known.position
    else:
        register(store, fold(LOG_VIEW, events), [(ready.registered, ready.made_by)])
        position = _append(store, event, 0 if known is None else known.version)
    return ImportedGold(
        event=event,
        position=position,
        is_new=is_new,
        unknown=unknown,
        twins=read.qrels.twins,
        probes=len(read.probes),
        counts=count_questions(read),
    )


def choose_corpus(corpora: Corpora, name: str | None, *, strict: bool) -> CorpusView | None:
    """The corpus that is named, else the only one, else none; none too if it is only declared.

    Raises:
        UsageError: the named one is not there, or none can be chosen and `strict` wants one.
    """
    if name is not None and name not in corpora:
        there = f"there are {', '.join(sorted(corpora))}" if corpora else "there is none"
        message = f"no corpus {name!r}; {there}; `benchbook ingest PATH --corpus {name}` makes it"
        raise UsageError(message)
    if name is not None or len(corpora) == 1:
        chosen = corpora[name or next(iter(corpora))]
        if isinstance(chosen.event, CorpusIngested):
            return chosen
    if strict:
        there = "there are several" if len(corpora) > 1 else "there is none yet"
        if name is not None or len(corpora) == 1:
            there = "what is only declared has no documents here"
        message = f"--strict checks documents against a corpus; {there}: name one with --corpus"
        raise UsageError(message)
    return None


def _compare(store: EventStore, gold: Gold, against: CorpusView | None) -> Unknown:
    """What the gold set names and the corpus does not have."""
    if against is None:
        return find_unknown(gold, None, ())
    documents = load_document_digests(against.event.manifest, store.get)
    return find_unknown(gold, against.event.corpus, documents)


def _event(
    name: str,
    questions: str,
    gold: Gold,
    against: CorpusView | None,
    unknown: Unknown,
    source: Source,
    reader: MadeBy,
) -> GoldSetImported:
    """The fact."""
    return GoldSetImported(
        gold=name,
        questions=questions,
        topics=len(gold.topics),
        judgments=len(gold.qrels),
        relevant=sum(grade > 0 for row in gold.qrels.grades.values() for grade in row.values()),
        states=gold.states,
        unknown_topics=len(gold.unknown_topics),
        unknown_documents=None if against is None else len(unknown.documents),
        checked_against=None if against is None else against.event.manifest,
        source=source,
        reader=reader,
    )


def _content(event: GoldSetImported) -> tuple[str, str | None]:
    """What makes an import the same as another: the questions, and the corpus checked against."""
    return event.questions, event.checked_against


def _append(store: EventStore, event: GoldSetImported, version: int) -> int:
    """Record the fact; gives its position."""
    new = NewEvent(
        event=event,
        key=(event.gold, event.questions, version),
        objects=(event.questions, event.source.listing),
    )
    (receipt,) = store.append(gold_stream(event.gold), [new], expected_version=version)
    return receipt.seq
