"""Runs in whatever form systems write them; the first line of a file tells which.

- `trec`: six fields, `topic Q0 document rank score tag`.
- `ms-marco`: three fields, `topic document rank`, as MS MARCO asks for and Pyserini writes it.
- `pyterrier`: a result frame as CSV or TSV, whose first line names qid, docno, and rank or score.
- `jsonl`: what `benchbook run export --format jsonl` writes; its ids may hold blanks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from ..errors import BadData, UsageError
from ..places import Place
from ..ranking.rankings import Rankings
from ..ranking.ties import order_by_score
from ..topics import Topics
from .ranked_rows import RankedRow, frame_rows, is_frame, json_rows, ms_marco_rows
from .trec import Compat, read_trec_run
from .trec_bytes import read_text
from .trec_columns import run_columns
from .trec_lines import run_rows

RunForm = Literal["trec", "ms-marco", "pyterrier", "jsonl"]

_THREE_FIELDS = re.compile(
    rb"^([^\s#]\S*)[ \t]+(\S+)[ \t]+(0*[1-9][0-9]{0,8})[ \t\r]*$", re.MULTILINE
)
_FIRST = re.compile(rb"^[ \t]*[^\s#][^\n]*", re.MULTILINE)
_FILLED = re.compile(rb"^[ \t]*\S", re.MULTILINE)
_THREE = 3
_WHAT = "a run"


def run_form(path: Path | str) -> RunForm:
    """The form of a run, told by its first line that is neither blank nor a comment.

    Raises:
        BadData: the file cannot be read as text.
    """
    return _form_of(read_text(path, _WHAT))


def read_run(path: Path | str, *, compat: Compat | None = None) -> Rankings:
    """The rankings of a run in any form, plain or gzip.

    A TREC run and a result frame with scores are ordered as trec_eval does: score falling, document
    id falling; a frame's ranks must not contradict its scores. Where there are only ranks they are
    the order, and each score is minus the rank. JSON lines keep their order.

    Args:
        path: the file.
        compat: read as this trec_eval does, which knows TREC runs only; of a frame, the order.

    Raises:
        BadData: the file is no run; it names file, line, what was found and what was expected.
        UsageError: `compat` for a form that has no scores to order by.
    """
    data = read_text(path, _WHAT)
    form = _form_of(data)
    if form == "trec":
        return read_trec_run(path, compat=compat)
    file = str(path)
    if compat is not None and form != "pyterrier":
        message = f"{file} is a run in the form {form}, which trec_eval does not read; no --compat"
        raise UsageError(message)
    if form == "ms-marco":
        return _ms_marco(data, file)
    if form == "jsonl":
        return _json(data, file)
    return _frame(data, file, compat)


def first_line_with(path: Path | str, documents: Collection[str]) -> tuple[Place, str]:
    """The first line of a run with one of these documents, and which one it is.

    Raises:
        LookupError: no line has one.
    """
    for line, document in _documents(read_text(path, _WHAT), str(path)):
        if document in documents:
            return Place(str(path), line), document
    raise LookupError(documents)


def _documents(data: bytes, file: str) -> Iterator[tuple[int, str]]:
    """Line and document of each row."""
    form = _form_of(data)
    if form == "trec":
        yield from ((line, document) for line, _, document, _ in run_rows(data, file))
    elif form == "jsonl":
        for line, _, ranking in json_rows(data.decode(), file):
            yield from ((line, document) for document, _ in ranking)
    else:
        rows = ms_marco_rows if form == "ms-marco" else frame_rows
        yield from ((row.line, row.document) for row in rows(data.decode(), file))


def _form_of(data: bytes) -> RunForm:
    """The form of a run."""
    found = _FIRST.search(data)
    first = found[0].decode() if found else ""
    if first.lstrip().startswith("{"):
        return "jsonl"
    if is_frame(first.strip()):
        return "pyterrier"
    fields = first.split()
    return "ms-marco" if len(fields) == _THREE and fields[-1].isdecimal() else "trec"


def _ms_marco(data: bytes, file: str) -> Rankings:
    """A run of ranks alone: as columns where it is plain, else line by line, naming what is odd."""
    as_trec, count = _THREE_FIELDS.subn(rb"\1 Q0 \2 \3 -\3 -", data)
    rankings = run_columns(as_trec) if count == len(_FILLED.findall(data)) else None
    if rankings is not None:
        ordered = order_by_score(rankings, "doc_id desc")
        same_topic = np.diff(np.repeat(np.arange(len(ordered)), np.diff(ordered.offsets))) == 0
        if not (same_topic & (np.diff(ordered.scores) == 0)).any():
            return ordered
    return _by_rank(ms_marco_rows(data.decode(), file), file)


def _frame(data: bytes, file: str, compat: Compat | None) -> Rankings:
    """A result frame."""
    rows = list(frame_rows(data.decode(), file))
    if not rows:
        raise BadData(file, None, "no rows", "a result frame")
    if rows[0].score is None:
        return _by_rank(rows, file)
    grouped = _grouped(rows, file)
    if rows[0].rank is not None:
        for topic, row in grouped.items():
            _refuse_two_orders(topic, row, file)
    topics = Topics.of_ids(grouped)
    rankings = Rankings.of(
        topics, [[(row.document, row.score or 0.0) for row in grouped[id_]] for id_ in topics.ids]
    )
    single = compat == "trec_eval-9"
    return order_by_score(rankings, "doc_id desc", single_precision=single)


def _by_rank(rows: Iterable[RankedRow], file: str) -> Rankings:
    """Rankings in the order of the ranks.

    Raises:
        BadData: there is no row, or a rank or a document stands twice in a topic.
    """
    grouped = _grouped(rows, file)
    if not grouped:
        raise BadData(file, None, "no rows", "a run")
    for topic, row in grouped.items():
        row.sort(key=_rank_of)
        for before, after in pairwise(row):
            if before.rank == after.rank:
                line, first = max(before.line, after.line), min(before.line, after.line)
                found = f"rank {after.rank} of topic {topic!r} again"
                expected = f"each rank once in a topic; it stands in line {first} already"
                hint = "Ranks say the order. Is this a file of qrels, where a run was meant?"
                raise BadData(file, line, found, expected, hint)
    topics = Topics.of_ids(grouped)
    return Rankings.of(
        topics,
        [[(row.document, float(-_rank_of(row))) for row in grouped[id_]] for id_ in topics.ids],
    )


def _rank_of(row: RankedRow) -> int:
    """The rank of a row that has one."""
    return row.rank or 0


def _grouped(rows: Iterable[RankedRow], file: str) -> dict[str, list[RankedRow]]:
    """Rows by topic.

    Raises:
        BadData: a document stands twice in a topic.
    """
    grouped: dict[str, list[RankedRow]] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in rows:
        first = lines.setdefault((row.topic, row.document), row.line)
        if first != row.line:
            found = f"document {row.document!r} of topic {row.topic!r} again"
            expected = f"each document once in a topic; it stands in line {first} already"
            raise BadData(file, row.line, found, expected)
        grouped.setdefault(row.topic, []).append(row)
    return grouped


def _refuse_two_orders(topic: str, row: list[RankedRow], file: str) -> None:
    """Refuse a topic whose ranks and scores say different things.

    Raises:
        BadData: a score rises with the rank.
    """
    for before, after in pairwise(sorted(row, key=_rank_of)):
        if (after.score or 0.0) > (before.score or 0.0):
            found = f"score {after.score!r} at rank {after.rank} of topic {topic!r}"
            expected = f"at most {before.score!r}, the score at rank {before.rank}"
            raise BadData(file, after.line, found, expected, "Drop one of the two columns.")


def _json(data: bytes, file: str) -> Rankings:
    """Rankings of JSON lines, in their order.

    Raises:
        BadData: a topic stands in two lines, or a unit twice in one.
    """
    rankings: dict[str, list[tuple[str, float]]] = {}
    lines: dict[str, int] = {}
    for line, topic, ranking in json_rows(data.decode(), file):
        first = lines.setdefault(topic, line)
        if first != line:
            expected = f"each topic once; it stands in line {first} already"
            raise BadData(file, line, f"topic {topic!r} again", expected)
        counts = Counter(unit for unit, _ in ranking)
        if len(counts) < len(ranking):
            twice = counts.most_common(1)[0][0]
            raise BadData(file, line, f"unit {twice!r} twice", "each unit once in a topic")
        rankings[topic] = ranking
    topics = Topics.of_ids(rankings)
    return Rankings.of(topics, [rankings[topic] for topic in topics.ids])
