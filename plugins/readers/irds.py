"""Data sets of ir_datasets, by the names that its catalogue gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchbook import (
    BadData,
    Gold,
    Place,
    Qrels,
    ReaderPlugin,
    Topics,
    Unit,
    UsageError,
    hookimpl,
)

PREFIX = "irds:"
"""Before the name of a data set, where else a path stands."""

_TEXTS = ("text", "body", "abstract")
"""Where documents have their text, the first that one has."""

_READ = frozenset(("doc_id", "title", *_TEXTS))
_PLAIN = (str, int, bool)


class IrdsReader:
    """Reads a data set of ir_datasets (MacAvaney and others, SIGIR 2021): `irds:beir/scifact/test`.

    The library fetches what it does not have yet, and keeps it in a folder of its own. A document's
    title is its field `title`, its text the field `text`, `body` or `abstract`, else what the
    library takes for its text; other fields that are text, whole numbers or truth values are kept
    as metadata. A topic's text is what the library takes for it.

    The topics are those of the qrels; other queries are left out. Judged topics without a query are
    listed as unknown. A judgment that is repeated is kept once and counted. Judgments by subtopic
    are refused: a document has one grade here.

    Needs the extra `irds`.
    """

    def files(self, path: Path) -> Sequence[Path]:
        return ()

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        name, dataset = _dataset(path)
        if not dataset.has_docs():
            raise BadData(name, None, "no documents in this data set", "one that has a corpus")
        return (
            (Place(name, number), _unit(document))
            for number, document in enumerate(dataset.docs_iter(), 1)
        )

    def gold(self, path: Path) -> Gold:
        name, dataset = _dataset(path)
        if not dataset.has_queries() or not dataset.has_qrels():
            hint = "Name the part of the set that has them, as irds:beir/scifact/test"
            raise BadData(name, None, "no queries, or no qrels", "a data set with both", hint)
        queries = {query.query_id: query.default_text() for query in dataset.queries_iter()}
        qrels = _qrels(dataset, name)
        known = {topic: row for topic, row in qrels.grades.items() if topic in queries}
        return Gold(
            topics=Topics.of((topic, queries[topic]) for topic in known),
            qrels=Qrels(known, twins=qrels.twins),
            unknown_topics=tuple(topic for topic in qrels.topics if topic not in queries),
        )


def _dataset(path: Path) -> tuple[str, Any]:
    """The name that was given, and the data set.

    Raises:
        UsageError: the library is not installed, or the path is no name of a data set.
        BadData: it has no such data set.
    """
    name = str(path)
    if not name.startswith(PREFIX):
        message = f"{name!r} is no data set of ir_datasets; expected {PREFIX}NAME"
        raise UsageError(message)
    try:
        import ir_datasets  # pyright: ignore[reportMissingImports]  # an extra
    except ImportError as error:
        message = f"{name} needs the library ir_datasets: pip install 'benchbook[irds]'"
        raise UsageError(message) from error
    try:
        return name, ir_datasets.load(name.removeprefix(PREFIX))
    except KeyError as error:
        hint = "Its catalogue lists the names"
        raise BadData(name, None, "no such data set", "one that ir_datasets has", hint) from error


def _unit(document: Any) -> Unit:  # noqa: ANN401 - the library's own named tuples
    """The unit of a document."""
    fields: Mapping[str, object] = document._asdict()
    text = next((fields[name] for name in _TEXTS if isinstance(fields.get(name), str)), None)
    return Unit(
        unit_id=document.doc_id,
        doc_id=document.doc_id,
        title=str(fields.get("title") or ""),
        text=str(document.default_text() if text is None else text),
        metadata={
            name: value
            for name, value in sorted(fields.items())
            if name not in _READ and isinstance(value, _PLAIN)
        },
    )


def _qrels(dataset: Any, name: str) -> Qrels:  # noqa: ANN401 - the library ships no types
    """The judgments of a data set.

    Raises:
        BadData: they are by subtopic, or a document of a topic has two grades.
    """
    grades: dict[tuple[str, str], int] = {}
    twins = 0
    for number, (pair, grade) in enumerate(_judgments(dataset, name), 1):
        if grades.setdefault(pair, grade) != grade:
            found = f"grade {grade} for document {pair[1]!r} of topic {pair[0]!r}"
            expected = f"one grade; it has grade {grades[pair]} already"
            raise BadData(name, number, found, expected, "Decide which one holds.")
        twins = number - len(grades)
    return Qrels.of(((*pair, grade) for pair, grade in grades.items()), twins=twins)


def _judgments(dataset: Any, name: str) -> Iterator[tuple[tuple[str, str], int]]:  # noqa: ANN401 - the same
    """Topic and document, with the grade, of each judgment.

    Raises:
        BadData: they are by subtopic.
    """
    for judgment in dataset.qrels_iter():
        if hasattr(judgment, "subtopic_id"):
            found, expected = "judgments by subtopic", "one grade for a document of a topic"
            raise BadData(name, None, found, expected)
        yield (judgment.query_id, judgment.doc_id), int(judgment.relevance)


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="irds",
            version="1",
            summary="Data sets of ir_datasets, as irds:beir/scifact/test",
            build=IrdsReader,
        )
    ]
