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
    known_metadata,
    question_lines,
    question_of,
    read_json_lines,
)

_UNIT_FIELDS = frozenset(("id", "_id", "doc_id", "title", "text", "section"))
_ASKED = ("question", "query", "text")
_QUESTION_FIELDS = frozenset(("id", "_id", *_ASKED, "qrels", "documents", "tags"))


class JsonLinesReader:
    """Reads a file of JSON lines, plain or gzip, strictly. Lines that begin with `#` are comments.

    A corpus line holds `id` (or `_id`), `text`, and optionally `title`, `doc_id` (else the id: the
    document is one unit), `section` (a heading, or a list of them, outermost first) and an object
    `metadata`. Every other field is kept as metadata: null is left out, a number with a fraction
    is kept as its text. Fields that scopes and lanes read must have their types: `retracted` (true
    or false), `year` (a whole number), `doi`, `source`, `licence` (text), `cites` (a list of ids).

    A gold line holds `id` (or `_id`), the question as `question`, `query` or `text`, and what
    answers it: `qrels` (an object of document id to whole grade) or `documents` (a list of ids,
    grade 1 each), or evidence, or both. Evidence has the sci-rag kit's names: `reference_titles`,
    `evidence_phrases`; beside it `reference_answer`. A `bucket` says what a question is counted
    with. `axes` are aspects that an answer should cover, `covers` is an object of judged document
    to the axes that it covers, `exclude` a list of documents that no ranking of the question may
    hold. The tag `unanswerable` in `tags` makes it a probe, which needs nothing that answers it. An
    empty list of documents is an answer too: it was looked for, and there is none. Every other
    field is kept as metadata.

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
        lines = read_json_lines(path, comments=True)
        return ((record.place, _unit(record)) for record in lines)

    def gold(self, path: Path) -> Gold:
        topics: list[tuple[str, str]] = []
        probes: list[tuple[str, str]] = []
        judgments: list[tuple[str, str, int]] = []
        tags: dict[str, tuple[str, ...]] = {}
        questions: dict[str, Question] = {}
        for record, topic in question_lines(path, _topic_id):
            tags[topic] = tuple(sorted(set(record.strings("tags"))))
            questions[topic] = question_of(record, _QUESTION_FIELDS)
            asked = (topic, _question(record))
            if Question.UNANSWERABLE in tags[topic]:
                probes.append(asked)
                continue
            topics.append(asked)
            if not questions[topic].has_evidence or _is_judged(record):
                judgments.extend((topic, document, grade) for document, grade in _grades(record))
        return Gold(
            topics=Topics.of(topics),
            qrels=Qrels.of(judgments),
            state=self._state,
            tags={topic: some for topic, some in sorted(tags.items()) if some},
            probes=Topics.of(probes),
            questions={topic: one for topic, one in questions.items() if one != Question()},
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
        metadata=known_metadata(record, _UNIT_FIELDS),
    )


def _topic_id(record: JsonRecord) -> str:
    """The id of a question; a row of SciX has none, and its reader gives it one."""
    if "gold_bibcodes" in record.fields:
        hint = "Read it with --reader scix"
        raise record.fault("'gold_bibcodes', as SciX has it", "'id' and what answers", hint)
    return record.id("id", "_id")


def _question(record: JsonRecord) -> str:
    """The text of a question."""
    given = [name for name in _ASKED if name in record.fields]
    if len(given) != 1:
        found = " and ".join(given) or "no question"
        raise record.fault(found, "the question in one field: 'question', 'query' or 'text'")
    text = record.string(given[0])
    if not text.strip():
        raise record.fault(f"an empty {given[0]!r}", "a question")
    return text


def _is_judged(record: JsonRecord) -> bool:
    """Whether a line names judged documents."""
    return "qrels" in record.fields or "documents" in record.fields


def _grades(record: JsonRecord) -> Iterator[tuple[str, int]]:
    """The judged documents of a question with their grades."""
    if ("qrels" in record.fields) == ("documents" in record.fields):
        both = "qrels and documents" if "qrels" in record.fields else "neither qrels nor documents"
        hint = f"A question that nothing answers takes the tag {Question.UNANSWERABLE!r}"
        raise record.fault(both, "one of 'qrels' and 'documents', or evidence", hint)
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
