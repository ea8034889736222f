"""TREC qrels whose second column names the subtopic that a judgment is about."""

from __future__ import annotations

from pathlib import Path

from ..errors import BadData
from ..measuring.axes import Asked, Axes, Covering
from ..qrels import Qrels
from .trec_bytes import read_text
from .trec_lines import subtopic_rows

Judged = dict[str, dict[tuple[str, str], tuple[int, int]]]


def read_subtopics(path: Path | str) -> tuple[Qrels, Axes]:
    """The grades of a file of diversity qrels, and its subtopics as axes.

    Lines hold `topic subtopic document grade`. A document has the highest of its grades, and covers
    each subtopic for which its grade is 1 or more. A judgment that is repeated is counted and kept
    once. Text may have the forms that `read_trec_run` takes.

    Raises:
        BadData: the file is not qrels, judges a document twice for a subtopic with two grades, or
            has one subtopic throughout, as qrels without subtopics have.
    """
    file = str(path)
    judged: Judged = {}
    twins = 0
    for line, topic, axis, document, grade in subtopic_rows(read_text(path, "qrels"), file):
        row = judged.setdefault(topic, {})
        first, known = row.setdefault((document, axis), (line, grade))
        if known != grade:
            found = f"grade {grade} for document {document!r}, subtopic {axis!r} of topic {topic!r}"
            expected = f"one grade; it has grade {known} in line {first} already"
            raise BadData(file, line, found, expected, "Decide which one holds.")
        twins += first != line
    _refuse_one(judged, file)
    return _qrels(judged, twins), Axes({topic: _asked(row) for topic, row in judged.items()})


def _refuse_one(judged: Judged, file: str) -> None:
    """Refuse a file in which the second column says nothing."""
    names = {axis for row in judged.values() for _, axis in row}
    if not names:
        raise BadData(file, None, "no judgments", "qrels")
    if len(names) == 1:
        found = f"{names.pop()!r} in the second column of every line"
        expected = "the subtopic (axis) that each judgment is about"
        raise BadData(file, None, found, expected, "Leave out metrics of axes, or name subtopics")


def _qrels(judged: Judged, twins: int) -> Qrels:
    """Each document with the highest of its grades."""
    grades: dict[tuple[str, str], int] = {}
    for topic, row in judged.items():
        for (document, _), (_, grade) in row.items():
            pair = topic, document
            grades[pair] = max(grade, grades.get(pair, grade))
    return Qrels.of(((*pair, grade) for pair, grade in grades.items()), twins=twins)


def _asked(row: dict[tuple[str, str], tuple[int, int]]) -> Asked:
    """The subtopics of a topic, each with what covers it."""
    numbers = {axis: at for at, axis in enumerate(sorted({axis for _, axis in row}))}
    covering = (
        Covering(numbers[axis], document, grade)
        for (document, axis), (_, grade) in sorted(row.items())
        if grade >= 1
    )
    return Asked(len(numbers), tuple(covering))
