"""TREC's topics: the SGML of its tracks in the old and the newer form, or id and text between tabs.

The old form (TREC-1 to 3) has `<head>`, `<dom>`, `<smry>`, `<con>` and labels such as `Topic:`; the
newer one (from TREC-4 on) `<num>`, `<title>`, `<desc>` and `<narr>`. Neither closes its fields, so
a field ends where the next one begins; a closing tag ends it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import attrs

from ..counting import counted
from ..errors import BadData
from ..places import Place
from .text_files import read_lines

NUMBER, TITLE, DESCRIPTION = "num", "title", "desc"

_TOP = re.compile(r"<(/?)top>", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)>")
_LABELS = {
    NUMBER: "number",
    "dom": "domain",
    TITLE: "topic",
    DESCRIPTION: "description",
    "smry": "summary",
    "narr": "narrative",
    "con": "concept(s)",
}
_CELLS = 2


@attrs.frozen
class TrecTopic:
    """A topic as its file has it.

    Attributes:
        place: where it begins.
        id: its number, as text: 051 is not 51.
        fields: by name in small letters, without labels, blanks as single ones; `title` alone where
            the file has id and text between tabs.
    """

    place: Place
    id: str
    fields: Mapping[str, str]


def read_trec_topics(path: Path, *, encoding: str = "utf-8") -> tuple[TrecTopic, ...]:
    """The topics of a file, plain or gzip, in its order.

    A file whose first line of content begins with `<` is SGML. Lines that begin with `#` are
    comments, but not inside of SGML.

    Raises:
        BadData: text outside of a topic, one without a number, a number or a field that stands
            twice, a line between tabs that has not two cells, or no topic at all.
    """
    lines = read_lines(path, encoding=encoding)
    first = next((pair for pair in lines if not pair[1].startswith("#")), None)
    if first is None:
        raise BadData(str(path), None, "no topics", "at least one")
    read = _sgml if first[1].lstrip().startswith("<") else _tabular
    found: dict[str, TrecTopic] = {}
    for topic in read(chain([first], lines)):
        twin = found.setdefault(topic.id, topic)
        if twin is not topic:
            expected = f"each topic once; it stands in line {twin.place.line}"
            raise _fault(topic.place, f"topic {topic.id!r} again", expected)
    return tuple(found.values())


def _tabular(lines: Iterator[tuple[Place, str]]) -> Iterator[TrecTopic]:
    """Topics of lines with id and text between tabs."""
    for place, line in lines:
        if line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != _CELLS or not all(cells):
            found = counted(len(cells), "cell") if all(cells) else "an empty cell"
            raise _fault(place, found, "id and text with one tab between them")
        yield TrecTopic(place, cells[0], {TITLE: " ".join(cells[1].split())})


def _sgml(lines: Iterator[tuple[Place, str]]) -> Iterator[TrecTopic]:
    """Topics between `<top>` and `</top>`."""
    start: Place | None = None
    block: list[str] = []
    place = Place("", 0)
    for place, line in lines:
        rest = line
        while found := _TOP.search(rest):
            before, rest = rest[: found.start()], rest[found.end() :]
            if (start is None) == bool(found[1]):
                expected = "<top> and </top> in turn"
                raise _fault(place, found[0], expected)
            if start is not None:
                yield _topic(start, "\n".join([*block, before]))
            elif before.strip():
                raise _fault(place, f"{before.strip()!r:.60} outside of a topic", "<top>")
            start, block = (place, []) if start is None else (None, [])
        if start is not None:
            block.append(rest)
        elif rest.strip():
            raise _fault(place, f"{rest.strip()!r:.60} outside of a topic", "<top>")
    if start is not None:
        raise _fault(place, "the end of the file", f"</top>; the topic began in line {start.line}")


def _topic(place: Place, block: str) -> TrecTopic:
    """The topic of what stands between its tags."""
    fields: dict[str, str] = {}
    tags = list(_TAG.finditer(block))
    for tag, end in zip(tags, [*(after.start() for after in tags[1:]), len(block)], strict=True):
        name = tag[2].lower()
        text = _without_label(name, " ".join(block[tag.end() : end].split()))
        if tag[1] or not text:
            continue
        if name in fields:
            raise _fault(place, f"<{name}> twice in the topic", "each field once")
        fields[name] = text
    id_ = fields.pop(NUMBER, "")
    if not id_ or " " in id_:
        raise _fault(place, f"number {id_!r}" if id_ else "no <num>", "the topic's number in <num>")
    return TrecTopic(place, id_, fields)


def _without_label(name: str, text: str) -> str:
    """The text of a field without the label that the field always has."""
    label, sign, rest = text.partition(":")
    is_label = bool(sign) and label.strip().lower() == _LABELS.get(name)
    return rest.strip() if is_label else text


def _fault(place: Place, found: str, expected: str) -> BadData:
    return BadData(place.file, place.line, found, expected)
