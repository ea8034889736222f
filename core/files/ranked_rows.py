"""Rows of runs that are no TREC files: MS MARCO's, PyTerrier's frames, our own JSON lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..counting import counted
from ..errors import BadData
from .json_lines import parse_json, shown

Scored = tuple[str, float]
"""A document and its score."""

MS_MARCO = ("topic", "document", "rank")
FRAME = ("qid", "docno", "rank", "score")
_RANK = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


@attrs.frozen
class RankedRow:
    """One document of one topic.

    Attributes:
        line: where it stands, from 1.
        rank: as the file counts, from 0 or 1; None where it has none.
        score: None where the file has none.
    """

    line: int
    topic: str
    document: str
    rank: int | None
    score: float | None


def ms_marco_rows(text: str, file: str) -> Iterator[RankedRow]:
    """The rows of a run as MS MARCO and Pyserini have it: topic, document and rank.

    Blank lines and lines that begin with `#` are passed over, as in a TREC run.

    Raises:
        BadData: a line does not have the three fields, or its rank is no whole number.
    """
    for line, row in enumerate(text.split("\n"), 1):
        fields = row.split()
        if not fields or fields[0].startswith("#"):
            continue
        if len(fields) != len(MS_MARCO):
            expected = f"{len(MS_MARCO)}: {' '.join(MS_MARCO)}, as in the lines before"
            raise BadData(file, line, counted(len(fields), "field"), expected)
        topic, document, rank = fields
        yield RankedRow(line, topic, document, _rank(rank, file, line), None)


def frame_rows(text: str, file: str) -> Iterator[RankedRow]:
    """The rows of a PyTerrier result frame: columns qid and docno, and rank or score or both.

    The first line names the columns, between commas or tabs; other columns are passed over.

    Raises:
        BadData: a column is missing or named twice, a line has another number of cells, a rank is
            no whole number, or a score is no finite decimal number.
    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    try:
        heading = next(lines)
        places = _places(heading, file)
        for cells in lines:
            if cells:
                yield _frame_row(cells, len(heading), places, file, lines.line_num)
    except csv.Error as error:
        raise BadData(file, lines.line_num, str(error), "a line of CSV") from error


def json_rows(text: str, file: str) -> Iterator[tuple[int, str, list[Scored]]]:
    """Line, topic and ranking of each line of `run export --format jsonl`, best first.

    Raises:
        BadData: a line is no `{"topic": …, "ranking": [{"unit": …, "score": …}, …]}`.
    """
    for line, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        value = parse_json(file, line, row)
        fields: Mapping[str, object] = value if isinstance(value, dict) else {}
        topic, ranking = fields.get("topic"), fields.get("ranking")
        if type(topic) is not str or not topic or not isinstance(ranking, list):
            expected = 'an object with "topic" and a list "ranking"'
            raise BadData(file, line, shown(value), expected)
        yield line, topic, [_scored(one, file, line) for one in ranking]


def is_frame(first: str) -> bool:
    """Whether a first line names the columns of a result frame."""
    return {"qid", "docno"} <= set(_cells(first))


def _cells(line: str) -> list[str]:
    """The cells of a line without quotes and blanks around them."""
    return [cell.strip().strip('"') for cell in line.split(_separator(line))]


def _separator(text: str) -> str:
    """What parts the cells: a tab where the first line has one, else a comma."""
    return "\t" if "\t" in text.partition("\n")[0] else ","


def _places(heading: Sequence[str], file: str) -> Mapping[str, int]:
    """Where the columns of a frame stand."""
    names = [name.strip() for name in heading]
    places = {name: names.index(name) for name in FRAME if name in names}
    if "qid" not in places or "docno" not in places:
        raise BadData(file, 1, shown(names), "the columns of a frame, qid and docno among them")
    twice = [name for name in FRAME if names.count(name) > 1]
    if twice:
        raise BadData(file, 1, f"column {twice[0]!r} twice", "each column once")
    if "rank" not in places and "score" not in places:
        raise BadData(file, 1, "neither a column 'rank' nor 'score'", "one of them, or both")
    return places


def _frame_row(
    cells: Sequence[str], width: int, places: Mapping[str, int], file: str, line: int
) -> RankedRow:
    """A line of a frame."""
    if len(cells) != width:
        expected = f"{width}, as many as columns are named"
        raise BadData(file, line, counted(len(cells), "cell"), expected)
    of = {name: cells[place] for name, place in places.items()}
    for name in ("qid", "docno"):
        if not of[name].strip():
            raise BadData(file, line, f"an empty {name!r}", "an id")
    return RankedRow(
        line,
        of["qid"],
        of["docno"],
        _rank(of["rank"], file, line) if "rank" in of else None,
        _score(of["score"], file, line) if "score" in of else None,
    )


def _scored(given: object, file: str, line: int) -> Scored:
    """One unit of a ranking in JSON with its score."""
    if isinstance(given, dict) and type(given.get("unit")) is str and given["unit"]:
        return given["unit"], _score(_as_text(given.get("score")), file, line)
    expected = 'an object with "unit" and "score"'
    raise BadData(file, line, shown(given), expected)


def _as_text(number: object) -> str:
    """A number of JSON as it was written; what is none reads as no number."""
    return str(number) if type(number) is not bool else "a truth value"


def _rank(text: str, file: str, line: int) -> int:
    """A rank as a whole number."""
    if not _RANK.fullmatch(text.strip()):
        raise BadData(file, line, f"rank {text!r}", "a whole number from 0 or 1 on")
    return int(text)


def _score(text: str, file: str, line: int) -> float:
    """A score as a double; Python itself would take `1_0`, `nan` and `inf` too."""
    number = float(text) if _NUMBER.fullmatch(text.strip()) else float("nan")
    if not abs(number) < float("inf"):
        expected = "a finite decimal number, as 12.5 or -1e-3"
        raise BadData(file, line, f"score {text!r}", expected)
    return number
