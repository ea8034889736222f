"""TREC files line by line: slower than columns, and exact about what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..counting import counted
from ..errors import BadData

_NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,10}")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_LARGEST = 2**31 - 1

RUN = ("topic", "Q0", "document", "rank", "score", "tag")
QRELS = ("topic", "iteration", "document", "grade")
TABULAR = ("topic", "document", "grade")
HEADINGS = (b"query-id", b"corpus-id", b"score")


def run_rows(
    data: bytes, file: str, *, trailing_text: bool = False
) -> Iterator[tuple[int, str, str, float]]:
    """Line number, topic, document and score of each row of a run, in the order of the file.

    Blank lines and lines that begin with `#` are passed over, as in trec_eval 10. The rank is not
    read.

    Args:
        data: UTF-8 text.
        file: its name, for messages.
        trailing_text: take a line with text after its tag, as trec_eval does.

    Raises:
        BadData: a line does not have the six fields, a score is not a finite decimal number, or a
            document stands twice in a topic.
    """
    seen: dict[tuple[bytes, bytes], int] = {}
    for line, fields in _lines(data, file):
        if len(fields) != len(RUN) and not (trailing_text and len(fields) > len(RUN)):
            raise BadData(file, line, counted(len(fields), "field"), _form(RUN), _hint(fields))
        topic, _, document, _, score = fields[:5]
        first = seen.setdefault((topic, document), line)
        if first != line:
            found = f"document {_text(document)} of topic {_text(topic)} again"
            expected = f"each document once in a topic; it stands in line {first} already"
            raise BadData(file, line, found, expected)
        yield line, topic.decode(), document.decode(), _score(score, file, line)


def qrels_rows(data: bytes, file: str) -> Iterator[tuple[int, str, str, int]]:
    """Line number, topic, document and grade of each row of qrels, repeated ones too.

    Raises:
        BadData: a line does not have the four fields, or a grade is not a 32-bit whole number.
    """
    for line, topic, _, document, grade in subtopic_rows(data, file):
        yield line, topic, document, grade


def subtopic_rows(data: bytes, file: str) -> Iterator[tuple[int, str, str, str, int]]:
    """The same with the second field, after the topic: the iteration, or a subtopic.

    Raises:
        BadData: as `qrels_rows` does.
    """
    for line, fields in _lines(data, file):
        if len(fields) != len(QRELS):
            raise BadData(file, line, counted(len(fields), "field"), _form(QRELS), _hint(fields))
        topic, second, document, grade = fields
        yield line, topic.decode(), second.decode(), document.decode(), _grade(grade, file, line)


def tabular_rows(data: bytes, file: str) -> Iterator[tuple[int, str, str, int]]:
    """The same of qrels as BEIR has them: three fields between tabs, with or without headings.

    Raises:
        BadData: a line does not have the three fields, or a grade is not a 32-bit whole number.
    """
    for line, text in _texts(data, file):
        fields = [field.strip() for field in text.split(b"\t")]
        if line == 1 and tuple(fields) == HEADINGS:
            continue
        if len(fields) != len(TABULAR) or not fields[0] or not fields[1]:
            found = f"{counted(len(fields), 'field')} between tabs"
            raise BadData(file, line, found, _form(TABULAR))
        topic, document, grade = fields
        yield line, topic.decode(), document.decode(), _grade(grade, file, line)


def is_tabular(data: bytes) -> bool:
    """Whether the first line that holds anything has three fields between tabs."""
    first = data.lstrip(b"\r\n").partition(b"\n")[0]
    return len(first.split(b"\t")) == len(TABULAR)


def _lines(data: bytes, file: str) -> Iterator[tuple[int, list[bytes]]]:
    """Line number and fields of each line that holds any; ASCII blanks separate."""
    for line, text in _texts(data, file):
        fields = text.split()
        if not fields[0].startswith(b"#"):
            yield line, fields


def _texts(data: bytes, file: str) -> Iterator[tuple[int, bytes]]:
    """Line number and text of each line that holds more than blanks."""
    for line, text in enumerate(data.split(b"\n"), 1):
        odd = _CONTROL.search(text)
        if odd:
            found = f"the control character 0x{odd[0][0]:02x}"
            raise BadData(file, line, found, "text")
        if text.strip():
            yield line, text


def _grade(text: bytes, file: str, line: int) -> int:
    """A grade as a 32-bit whole number."""
    if not _INTEGER.fullmatch(text) or abs(int(text)) > _LARGEST:
        raise BadData(file, line, f"grade {_text(text)}", "a whole number, as 0, 1 or 2")
    return int(text)


def _score(text: bytes, file: str, line: int) -> float:
    """A score as a double.

    Python reads `1_0`, `nan` and `inf` as numbers; none of them is a score that a system meant.
    """
    number = float(text) if _NUMBER.fullmatch(text) else float("nan")
    if not abs(number) < float("inf"):
        expected = "a finite decimal number, as 12.5 or -1e-3"
        raise BadData(file, line, f"score {_text(text)}", expected)
    return number


def _text(field: bytes) -> str:
    """A field as it is quoted in a message, cut where it is long."""
    text = field.decode()
    return repr(text if len(text) <= 60 else f"{text[:57]}...")  # noqa: PLR2004 - one line of a terminal


def _form(names: tuple[str, ...]) -> str:
    """How many fields were expected, and which."""
    return f"{len(names)}: {' '.join(names)}"


def _hint(fields: list[bytes]) -> str:
    """The next step for a line with another number of fields."""
    if len(fields) == len(QRELS):
        return "This looks like a line of qrels; is the order of the files QRELS, RUN?"
    if len(fields) == len(RUN):
        return "This looks like a line of a run; is the order of the files QRELS, RUN?"
    if len(fields) > len(RUN):
        return "Ids must not hold blanks; with --compat, text after the tag is ignored."
    return ""
