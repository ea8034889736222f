"""Qrels and runs as people hold them: files, dictionaries, frames, and other packages' objects.

No other package is imported: their objects are known by what they offer, so that nothing is loaded
which is not there already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path

from ..counting import counted
from ..errors import UsageError
from ..files.run_forms import read_run
from ..files.trec import read_qrels
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics

TOPIC = ("query_id", "qid", "topic", "q_id", "query-id", "topic_id")
DOCUMENT = ("doc_id", "docno", "document", "corpus-id", "docid", "unit")
GRADE = ("relevance", "label", "grade", "rel")
SCORE = ("score", "sim")

Rows = Iterator[tuple[str, str, float]]


def as_qrels(given: object) -> Qrels:
    """Qrels of whatever holds them.

    Args:
        given: `Qrels`; the path of a file; a dictionary of topic to document to grade; ranx's or
            anything with `to_dict`; ir-measures' `Qrel`s in any iterable; a data frame of pandas
            or polars, PyTerrier's among them.

    Raises:
        UsageError: it is none of these, or a grade is no whole number, or two are of one document.
        BadData: the file is no file of qrels.
    """
    if isinstance(given, Qrels):
        return given
    if isinstance(given, str | Path):
        return read_qrels(given)
    grades: dict[str, dict[str, int]] = {topic: {} for topic in _topics(given)}
    for topic, document, value in _rows(given, GRADE, "qrels"):
        row, grade = grades.setdefault(topic, {}), _grade(topic, document, value)
        if row.setdefault(document, grade) != grade:
            message = (
                f"document {document!r} of topic {topic!r} has grade {row[document]} and {grade}; "
                "decide which one holds"
            )
            raise UsageError(message)
    if not grades:
        message = "the qrels hold no judgment"
        raise UsageError(message)
    rows = grades.items()
    checked = Qrels.of((topic, unit, grade) for topic, row in rows for unit, grade in row.items())
    return Qrels({topic: checked.grades.get(topic, {}) for topic in sorted(grades)})


def as_rankings(given: object) -> Rankings:
    """A run of whatever holds it, ordered by score, equal scores as trec_eval orders them.

    Args:
        given: `Rankings`, which keep their order; else as for `as_qrels`, with scores for grades
            (ir-measures' `ScoredDoc`s).

    Raises:
        UsageError: it is none of these, a score is NaN or infinite, or a document is twice in a
            topic.
        BadData: the file is no run.
    """
    if isinstance(given, Rankings):
        return given
    if isinstance(given, str | Path):
        return read_run(given)
    rows: dict[str, dict[str, float]] = {topic: {} for topic in _topics(given)}
    for topic, document, score in _rows(given, SCORE, "a run"):
        row = rows.setdefault(topic, {})
        if not math.isfinite(score):
            told = "NaN" if math.isnan(score) else str(score)
            message = f"document {document!r} of topic {topic!r} has the score {told}"
            raise UsageError(message)
        if document in row:
            message = f"document {document!r} is twice in topic {topic!r} of the run; keep one"
            raise UsageError(message)
        row[document] = score
    topics = Topics.of_ids(rows)
    return Rankings.by_score(topics, [rows[id_].items() for id_ in topics.ids], ties="doc_id desc")


def _topics(given: object) -> Iterator[str]:
    """The topics of a dictionary, those without a document too: they belong to the population."""
    table = _dictionary(given)
    for topic in table or ():
        yield _id(topic, "topic")


def _dictionary(given: object) -> Mapping[object, object] | None:
    """A dictionary of dictionaries, where there is one; ranx's objects hold one."""
    if isinstance(given, Mapping):
        return given
    is_ranx = type(given).__module__.partition(".")[0] == "ranx"
    give = getattr(given, "to_dict", None) if is_ranx else None
    held = give() if give else None
    return held if isinstance(held, Mapping) else None


def _rows(given: object, value_names: Sequence[str], what: str) -> Rows:
    """Topic, document and value of each row."""
    table = _dictionary(given)
    if table is not None:
        yield from _of_dictionary(table, what)
    elif (collect := getattr(given, "collect", None)) is not None:  # a lazy frame of polars
        yield from _rows(collect(), value_names, what)
    elif hasattr(given, "columns"):
        yield from _of_frame(given, value_names, what)
    elif isinstance(given, Iterable):
        yield from _of_records(given, value_names, what)
    else:
        raise _unknown(given, what)


def _of_dictionary(table: Mapping[object, object], what: str) -> Rows:
    """Rows of `{topic: {document: value}}`."""
    seen: dict[str, object] = {}
    for topic, row in table.items():
        name = _id(topic, "topic")
        if name in seen:
            message = f"topics {seen[name]!r} and {topic!r} have one id"
            raise UsageError(message)
        seen[name] = topic
        if not isinstance(row, Mapping):
            found = type(row).__name__
            message = f"{what}: found {found} for topic {name!r}; expected documents with values"
            raise UsageError(message)
        for document, value in row.items():
            yield name, _id(document, "document"), _number(value, name, document)


def _of_frame(frame: object, value_names: Sequence[str], what: str) -> Rows:
    """Rows of a data frame; its columns may have any of the names in use."""
    columns = list(map(str, getattr(frame, "columns", ())))
    names = [_column(columns, among, what) for among in (TOPIC, DOCUMENT, value_names)]
    values = [list(frame[name]) for name in names]  # type: ignore[index]  # a frame's columns
    for topic, document, value in zip(*values, strict=True):
        name = _id(topic, "topic")
        yield name, _id(document, "document"), _number(value, name, document)


def _of_records(records: Iterable[object], value_names: Sequence[str], what: str) -> Rows:
    """Rows of named tuples such as ir-measures has, or of plain triples."""
    for record in records:
        value = next((getattr(record, name) for name in value_names if hasattr(record, name)), None)
        topic, document = getattr(record, "query_id", None), getattr(record, "doc_id", None)
        if value is None or topic is None or document is None:
            if not isinstance(record, Sequence) or isinstance(record, str) or len(record) != 3:  # noqa: PLR2004 - topic, document, value
                raise _unknown(record, what)
            topic, document, value = record
        name = _id(topic, "topic")
        yield name, _id(document, "document"), _number(value, name, document)


def _column(columns: Sequence[str], among: Sequence[str], what: str) -> str:
    """The column that has one of some names.

    Raises:
        UsageError: none has, or several have.
    """
    found = [name for name in among if name in columns]
    if len(found) == 1:
        return found[0]
    told = f"both {' and '.join(found)}" if found else f"columns {', '.join(columns)}"
    message = f"{what}: found {told}; expected one column of {', '.join(among)}"
    raise UsageError(message)


def _id(value: object, what: str) -> str:
    """An id as text: `7` is "7", and never by way of a float.

    Raises:
        UsageError: it is neither text nor a whole number, or it is empty.
    """
    if isinstance(value, str) and value:
        return str(value)
    if isinstance(value, Integral) and not _is_flag(value):
        return str(int(value))
    message = f"{what} {value!r} is no id; expected text or a whole number"
    raise UsageError(message)


def _is_flag(value: object) -> bool:
    """Whether it is a truth value, which Python takes for a number."""
    return isinstance(value, bool)


def _number(value: object, topic: str, document: object) -> float:
    """A score or a grade.

    Raises:
        UsageError: it is no number.
    """
    if type(value) is float:  # nearly all are, and asking an abstract class takes ten times as long
        return value
    if isinstance(value, Real) and not _is_flag(value):
        return float(value)
    message = f"document {document!r} of topic {topic!r} has {value!r}; expected a number"
    raise UsageError(message)


def _grade(topic: str, document: str, value: float) -> int:
    """A grade.

    Raises:
        UsageError: it is no whole number.
    """
    if value.is_integer():
        return int(value)
    message = (
        f"document {document!r} of topic {topic!r} has grade {value}; grades are whole numbers"
    )
    raise UsageError(message)


def refuse_strangers(qrels: Qrels, run: Rankings, name: str) -> None:
    """Refuse a run that has no topic of the qrels: a mean of 0 would be a lie.

    Raises:
        UsageError: it has none.
    """
    if not set(qrels.grades) & set(run.topics.ids):
        ours, theirs = next(iter(qrels.grades)), next(iter(run.topics.ids), None)
        found = "no topic" if theirs is None else f"{counted(len(run), 'topic')} such as {theirs!r}"
        message = f"{name} has {found}; the qrels have others, such as {ours!r}. Ids are text"
        raise UsageError(message)


def _unknown(given: object, what: str) -> UsageError:
    """The error for something that holds neither."""
    return UsageError(
        f"{type(given).__name__} is nothing that {what} can be taken from; give a path, a "
        "dictionary of topic to document to number, a data frame, or ranx's or ir-measures' objects"
    )
