"""TREC runs and qrels: the files that retrieval evaluation has exchanged since 1992."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import attrs
import numpy as np

from ..errors import BadData, UsageError
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..ranking.ties import order_by_score
from ..topics import Topics
from .trec_bytes import read_text
from .trec_columns import run_columns
from .trec_lines import is_tabular, qrels_rows, run_rows, tabular_rows

Compat = Literal["trec_eval-9", "trec_eval-10"]
"""Whose reading of a run: 9 compares scores as 32-bit floats, 10 as doubles; both allow text after
the tag."""


def read_trec_run(path: Path | str, *, compat: Compat | None = None) -> Rankings:
    """The rankings of a TREC run, ordered as trec_eval does: score falling, document id falling.

    Lines hold `topic Q0 document rank score tag`, separated by any blanks, in any order. The rank
    is not read: the score decides. gzip, a byte order mark, CRLF, blank lines and lines that begin
    with `#` are understood.

    Args:
        path: the file.
        compat: read as this trec_eval does. None: scores are doubles, text after the tag is an
            error.

    Raises:
        BadData: the file is not a run; it names file, line, what was found and what was expected.
    """
    file = str(path)
    data = read_text(path, "a TREC run")
    rankings = run_columns(data)
    if rankings is None:
        rankings = _from_lines(data, file, trailing_text=compat is not None)
    single = compat == "trec_eval-9"
    return order_by_score(rankings, "doc_id desc", single_precision=single)


def read_qrels(path: Path | str) -> Qrels:
    """The grades of a qrels file; a judgment that is repeated is counted and kept once.

    Lines hold `topic iteration document grade` between blanks, as TREC has them, or topic, document
    and grade between tabs, as BEIR has them; the first line tells. Text may have the forms that
    `read_trec_run` takes.

    Raises:
        BadData: the file is not qrels, or gives a document of a topic two different grades.
    """
    file = str(path)
    data = read_text(path, "qrels")
    grades: dict[str, dict[str, tuple[int, int]]] = {}
    twins = 0
    rows = tabular_rows if is_tabular(data) else qrels_rows
    for line, topic, document, grade in rows(data, file):
        first, known = grades.setdefault(topic, {}).setdefault(document, (line, grade))
        if known != grade:
            found = f"grade {grade} for document {document!r} of topic {topic!r}"
            expected = f"one grade; it has grade {known} in line {first} already"
            raise BadData(file, line, found, expected, "Decide which one holds.")
        twins += first != line
    if not grades:
        raise BadData(file, None, "no judgments", "qrels")
    return Qrels.of(_triples(grades), twins=twins)


def _triples(
    grades: dict[str, dict[str, tuple[int, int]]],
) -> Iterator[tuple[str, str, int]]:
    for topic, row in grades.items():
        for document, (_, grade) in row.items():
            yield topic, document, grade


def _from_lines(data: bytes, file: str, *, trailing_text: bool) -> Rankings:
    """Rankings in the order of the file, line by line."""
    rows: dict[str, list[tuple[str, float]]] = {}
    for _, topic, document, score in run_rows(data, file, trailing_text=trailing_text):
        rows.setdefault(topic, []).append((document, score))
    if not rows:
        raise BadData(file, None, "no rows", "a TREC run")
    topics = Topics.of_ids(rows)
    return Rankings.of(topics, [rows[topic] for topic in topics.ids])


@attrs.frozen(eq=False)
class TrecText:
    """A run as the lines of a file.

    Attributes:
        lines: one per row, without line ends; a topic without rows has none.
        moved: rows that a reader who orders by score, and ties by document id, puts elsewhere; with
            scores read as 64-bit or as 32-bit floats, whichever is more.
    """

    lines: tuple[str, ...]
    moved: int


def write_trec(
    rankings: Rankings, *, scores: Literal["rank", "exact"] = "rank", tag: str = "benchbook"
) -> TrecText:
    """Rankings as a TREC run.

    Args:
        rankings: any.
        scores: `rank` writes whole numbers that fall with the rank, so that every reader finds this
            order; `exact` writes the scores themselves, whose ties a reader settles its own way.
        tag: the name of the run, in its last column.

    Raises:
        UsageError: an id or the tag cannot stand in a TREC file (it holds a blank, say), or a score
            is infinite.
    """
    for name in (tag, *_used_ids(rankings)):
        _check_writable(name)
    if scores == "exact":
        if not np.isfinite(rankings.scores).all():
            message = "an infinite score cannot stand in a TREC file; write scores by rank"
            raise UsageError(message)
        return TrecText(tuple(_lines(rankings, rankings.scores.tolist(), tag)), _moved(rankings))
    lengths = np.diff(rankings.offsets)
    falling = np.repeat(lengths, lengths) - rankings.ranks + 1
    return TrecText(tuple(_lines(rankings, falling.tolist(), tag)), 0)


def _used_ids(rankings: Rankings) -> Iterator[str]:
    """The ids that a file of these rankings would hold."""
    for topic, length in zip(rankings.topics.ids, np.diff(rankings.offsets), strict=True):
        if length:
            yield topic
    codes: list[int] = np.unique(rankings.codes).tolist()
    yield from (rankings.table[code] for code in codes)


_WRITABLE = re.compile(r"[^#\x00-\x20\x7f\ufeff\ud800-\udfff][^\x00-\x20\x7f\ufeff\ud800-\udfff]*")


def _check_writable(name: str) -> None:
    """Refuse a text that would not come back from a TREC file as it went in."""
    if not _WRITABLE.fullmatch(name):
        message = (
            f"{name!r} cannot stand in a TREC file, where a blank ends a field and # begins a "
            "comment; export as jsonl"
        )
        raise UsageError(message)


def _lines(rankings: Rankings, scores: list[float] | list[int], tag: str) -> Iterator[str]:
    """The lines of a run; a float is written with the fewest digits that read back equal."""
    topics = np.repeat(np.arange(len(rankings)), np.diff(rankings.offsets)).tolist()
    columns = (topics, rankings.codes.tolist(), rankings.ranks.tolist(), scores)
    for topic, code, rank, score in zip(*columns, strict=True):
        yield f"{rankings.topics.ids[topic]} Q0 {rankings.table[code]} {rank} {score!r} {tag}"


def _moved(rankings: Rankings) -> int:
    """How many rows a reader's rule for ties would put elsewhere."""
    read = [
        order_by_score(rankings, "doc_id desc", single_precision=single) for single in (False, True)
    ]
    return max(int(np.count_nonzero(one.codes != rankings.codes)) for one in read)
