"""Corpora and gold sets as JSON lines: one object per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from benchbook import (
    Gold,
    JsonRecord,
    Place,
    Qrels,
    Question,
    ReaderPlugin,
    Topics,
    Unit,
    hookimpl,
    read_json_lines,
)

_UNIT_FIELDS = frozenset(("id", "_id", "doc_id", "title", "text", "section"))


class JsonLinesReader:
    """Reads a file of JSON lines, plain or gzip, strictly.

    A corpus line holds `id` (or `_id`), `text`, and optionally `title`, `doc_id` (else the id: the
    document is one unit), `section` (a heading, or a list of them, outermost first) and an object
    `metadata`. Every other field is kept as metadata: null is left out, a number with a fraction
    is kept as its text.

    A gold line holds `id` (or `_id`), the question as `question`, `query` or `text`, and either
    `qrels` (an object of document id to whole grade) or `documents` (a list of ids, grade 1 each);
    optionally `tags`. The tag `unanswerable` makes it a probe, which needs no documents.

    Ids are text. An integer is taken by its text; 1.0, true and null are refused.

    Args:
        state: of the questions of a gold set. A file cannot say that a person has reviewed them, so
            they are `drafted`, unless the set is one that others published: `as published`. A
            question with the tag `drafted` is drafted either way.
    """

    def __init__(self, *, state: Literal["drafted", "as published"] = "drafted") -> None:
        self._state = state

    def files(self, path: Path) -> Sequence[Path]:
        return (path,)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        return ((record.place, _unit(record)) for record in read_json_lines(path))

    def gold(self, path: Path) -> Gold:
        topics: list[tuple[str, str]] = []
        probes: list[tuple[str, str]] = []
        judgments: list[tuple[str, str, int]] = []
        tags: dict[str, tuple[str, ...]] = {}
        for record, topic in _once(path):
            tags[topic] = tuple(sorted(set(record.strings("tags"))))
            question = (topic, _question(record))
            if Question.UNANSWERABLE in tags[topic]:
                probes.append(question)
                continue
            topics.append(question)
            judgments.extend((topic, document, grade) for document, grade in _grades(record))
        return Gold(
            topics=Topics.of(topics),
            qrels=Qrels.of(judgments),
            state=self._state,
            tags={topic: some for topic, some in sorted(tags.items()) if some},
            probes=Topics.of(probes),
        )


def _unit(record: JsonRecord) -> Unit:
    """The unit of a corpus line."""
    unit_id = record.id("id", "_id")
    return Unit(
        unit_id=unit_id,
        doc_id=record.id("doc_id") if "doc_id" in record.fields else unit_id,
        title=record.string("title", ""),
        text=record.string("text"),
        section=record.strings("section"),
        metadata=record.metadata(_UNIT_FIELDS),
    )


def _once(path: Path) -> Iterator[tuple[JsonRecord, str]]:
    """Each line of a gold file with its topic id.

    Raises:
        BadData: an id stands in two lines.
    """
    lines: dict[str, int] = {}
    for record in read_json_lines(path):
        topic = record.id("id", "_id")
        first = lines.setdefault(topic, record.place.line)
        if first != record.place.line:
            raise record.fault(
                f"topic {topic!r} again", f"each topic once; it stands in line {first}"
            )
        yield record, topic


def _question(record: JsonRecord) -> str:
    """The text of a question."""
    given = [name for name in ("question", "query", "text") if name in record.fields]
    if len(given) != 1:
        found = " and ".join(given) or "no question"
        raise record.fault(found, "the question in one field: 'question', 'query' or 'text'")
    text = record.string(given[0])
    if not text.strip():
        raise record.fault(f"an empty {given[0]!r}", "a question")
    return text


def _grades(record: JsonRecord) -> Iterator[tuple[str, int]]:
    """The judged documents of a question with their grades."""
    if ("qrels" in record.fields) == ("documents" in record.fields):
        both = "qrels and documents" if "qrels" in record.fields else "neither qrels nor documents"
        hint = f"A question that nothing answers takes the tag {Question.UNANSWERABLE!r}"
        raise record.fault(both, "one of 'qrels' and 'documents'", hint)
    for document, grade in record.mapping("qrels").items():
        if type(grade) is not int or abs(grade) >= 1 << 31:
            raise record.fault(f"grade {grade!r} for {document!r}", "a whole number, as 0, 1 or 2")
        yield document, grade
    documents = record.strings("documents")
    for document in documents:
        if documents.count(document) > 1:
            raise record.fault(f"document {document!r} twice", "each document once")
        yield document, 1


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="jsonl",
            version="1",
            summary="Corpora and gold sets as JSON lines",
            build=JsonLinesReader,
        )
    ]
