"""What a line of JSON says of a question beyond its text, in the words of the sci-rag kit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from ..gold import Question
from .json_lines import JsonRecord, read_json_lines

_FIELDS = frozenset(
    (
        *("reference_titles", "evidence_phrases", "reference_answer", "bucket"),
        *("axes", "covers", "exclude"),
    )
)


def question_of(record: JsonRecord, known: Collection[str]) -> Question:
    """The question of a line: `reference_titles`, `evidence_phrases`, `reference_answer`, `bucket`.

    Titles and phrases are lists of strings, or one string; missing or null is none. An answer or a
    bucket of blanks alone is none. `axes` is a list too: the aspects that an answer should cover;
    `covers` is an object of document id to the axes that it covers, `exclude` a list of documents
    that no ranking of this question may hold. Every field that is neither one of these nor known is
    metadata.

    Args:
        record: the line.
        known: the fields that are read elsewhere.

    Raises:
        BadData: a field of another type.
    """
    answer = record.string("reference_answer", "")
    return Question(
        titles=record.strings("reference_titles"),
        phrases=record.strings("evidence_phrases"),
        answer=answer if answer.strip() else None,
        bucket=record.string("bucket", "").strip(),
        axes=record.strings("axes"),
        covers=_covers(record),
        exclude=tuple(sorted(set(record.strings("exclude")))),
        metadata=record.metadata({*_FIELDS, *known}),
    )


def _covers(record: JsonRecord) -> dict[str, tuple[str, ...]]:
    """Which axes each document covers, without documents that cover none."""
    axes = record.strings("axes")
    covers = {}
    for document, value in sorted(record.mapping("covers").items()):
        covered = JsonRecord(record.place, {"covers": value}).strings("covers")
        for axis in covered:
            if axis not in axes:
                expected = f"one of the 'axes' of the question: {', '.join(axes) or 'it has none'}"
                raise record.fault(f"axis {axis!r} of {document!r} in 'covers'", expected)
        if covered:
            covers[document] = tuple(axis for axis in axes if axis in covered)
    return covers


def question_lines(
    path: Path, id_of: Callable[[JsonRecord], str]
) -> Iterator[tuple[JsonRecord, str]]:
    """Each line of a file of questions with its id; lines that begin with `#` are comments.

    Args:
        id_of: gives the id of a line.

    Raises:
        BadData: an id stands in two lines (both are named), or a line is none of strict JSON.
    """
    lines: dict[str, int] = {}
    for record in read_json_lines(path, comments=True):
        id_ = id_of(record)
        first = lines.setdefault(id_, record.place.line)
        if first != record.place.line:
            expected = f"each id once; it stands in line {first}"
            raise record.fault(f"question {id_!r} again", expected)
        yield record, id_
