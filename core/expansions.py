"""Expansions: what was written in place of a topic, to be searched with instead of its words.

Hypothetical passages (HyDE: Gao et al. 2023, doi:10.18653/v1/2023.acl-long.99) are one use. A file
of them says who wrote them, and every report of a lane that searched with them repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import attrs

from .counting import counted
from .errors import BadData
from .files.json_lines import JsonRecord, read_json_lines
from .topics import Topics


@attrs.frozen
class Expansions:
    """Passages by topic.

    Attributes:
        WRITTEN: how every note about who wrote them begins.
        passages: topic id -> passages, in the order of the file; a topic without any has no entry.
        written_by: who or what wrote them, as `hand`, each once, sorted.
    """

    passages: Mapping[str, tuple[str, ...]]
    written_by: tuple[str, ...]

    WRITTEN: ClassVar[str] = "passages written by"

    def told(self, topics: Topics) -> str:
        """Who wrote the passages, and for how many of some topics; for the record."""
        without = [topic for topic in topics.ids if topic not in self.passages]
        having = f"{len(topics) - len(without)} of {counted(len(topics), 'topic')}"
        told = f"{self.WRITTEN} {', '.join(self.written_by)}: {having}"
        if not without:
            return told
        more = f" and {len(without) - 1} more" if len(without) > 1 else ""
        return f"{told}; {without[0]}{more} without any"


def read_expansions(path: Path) -> Expansions:
    """Read a file of JSON lines: `{"id": topic, "passages": [text, ...], "written_by": "hand"}`.

    Raises:
        BadData: a line of another form, an empty passage, or a topic that stands in two lines.
    """
    passages: dict[str, tuple[str, ...]] = {}
    writers: set[str] = set()
    lines: dict[str, int] = {}
    for record in read_json_lines(path, comments=True):
        topic = record.id("id", "topic")
        first = lines.setdefault(topic, record.place.line)
        if first != record.place.line:
            expected = f"each topic once; it stands in line {first}"
            raise record.fault(f"topic {topic!r} again", expected)
        passages[topic] = _passages(record)
        writers.add(record.string("written_by"))
    if not passages:
        raise BadData(str(path), None, "no expansions", "at least one line of passages")
    return Expansions(dict(sorted(passages.items())), tuple(sorted(writers)))


def _passages(record: JsonRecord) -> tuple[str, ...]:
    """The passages of a line, none of them empty."""
    texts = record.strings("passages")
    if not texts or not all(text.strip() for text in texts):
        raise record.fault("no passage, or an empty one", "'passages', a list of texts")
    return texts
