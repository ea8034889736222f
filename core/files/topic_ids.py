"""The topics that count, named in a file: ids alone, or a file of topics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..errors import BadData
from ..places import Place
from ..topics import Topics
from .json_lines import read_json_lines
from .text_files import read_lines
from .trec_topics import read_trec_topics


def read_topic_ids(path: Path) -> Topics:
    """The ids of a file, plain or gzip; what else it says of topics is not read.

    A file whose first line of content begins with `<` is TREC's SGML, with `{` JSON lines with an
    `id` or `_id`. In any other the first word of each line is an id; empty lines and lines that
    begin with `#` are comments.

    Raises:
        BadData: it is none of these, or names no topic, or one twice.
    """
    found: dict[str, Place] = {}
    for id_, place in _ids(path):
        if id_ in found:
            expected = f"each topic once; it stands in line {found[id_].line} already"
            raise BadData(place.file, place.line, f"topic {id_!r} again", expected)
        found[id_] = place
    if not found:
        raise BadData(str(path), None, "no topic", "one id in each line")
    return Topics.of_ids(found)


def _ids(path: Path) -> Iterator[tuple[str, Place]]:
    """Each id with its place, as the first line of content says."""
    lines = [(place, text) for place, text in read_lines(path) if _is_content(text)]
    first = lines[0][1].lstrip()[:1] if lines else ""
    if first == "<":
        return ((one.id, one.place) for one in read_trec_topics(path))
    if first == "{":
        return ((one.id("id", "_id"), one.place) for one in read_json_lines(path))
    return ((text.split()[0], place) for place, text in lines)


def _is_content(text: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return bool(text.strip()) and not text.lstrip().startswith("#")
