"""What a reader gives, checked: ids that the ledger keeps for ever, and what stands beside them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import attrs

from ..corpus import Unit
from ..errors import BadData, BenchbookError
from ..gold import Gold
from ..hookspec import Reader
from ..ids import id_fault
from ..objects.chunks import CHUNK_LIMIT
from ..objects.corpora import unit_line
from ..places import Place
from ..plugging.contracts import PluginFault, blaming, check_unit
from ..plugging.plugin_faults import RAISED, kind_of, text_of
from ..topics import Topics
from .metadata_checks import find_fault, is_writable
from .question_checks import checked_questions

_ESCAPED = 6
"""Bytes that a character of text takes in JSON at most."""


def read_corpus(reader: Reader, path: Path, plugin: str) -> tuple[Unit, ...]:
    """The units at a path, sorted by id.

    Args:
        plugin: the reader's qualified name, for messages about the reader itself.

    Raises:
        BadData: no unit at all; an id that occurs twice (both lines are named), is not in
            Unicode's composed form NFC, holds a control character or begins or ends with white
            space; a unit over 4 MiB; metadata of another kind than text, whole numbers, booleans,
            lists and objects.
        PluginFault: the reader breaks its contract.
    """
    units: dict[str, tuple[Place, Unit]] = {}
    for pair in _pairs(reader, path, plugin):
        place, unit = check_unit(plugin, pair)
        check_kept(place, unit)
        first, _ = units.setdefault(unit.unit_id, (place, unit))
        if first is not place:
            found = f"unit {unit.unit_id!r} again"
            expected = f"each id once; it stands in {_beside(first, place)}"
            raise BadData(place.file, place.line, found, expected, "Remove or rename one of them")
    if not units:
        raise BadData(str(path), None, "no units", "a corpus of at least one")
    return tuple(units[id_][1] for id_ in sorted(units))


def read_gold(reader: Reader, path: Path, plugin: str) -> Gold:
    """The gold set at a path; its texts are composed (NFC): the ledger keeps no other form.

    Args:
        plugin: the reader's qualified name, for messages about the reader itself.

    Raises:
        BadData: no topic at all, or an id that the ledger cannot keep.
        PluginFault: the reader breaks its contract.
    """
    with blaming(plugin, "reads", OSError):
        gold = reader.gold(path)
    if type(gold) is not Gold:
        raise PluginFault(plugin, "gives a gold set", f"a {type(gold).__name__}", "benchbook.Gold")
    name = str(path)
    if not len(gold.topics):
        hint = (
            "The qrels and the questions may belong to different sets"
            if gold.unknown_topics
            else ""
        )
        found = f"no topics, and {len(gold.unknown_topics)} judged ones without a question"
        raise BadData(name, None, found, "at least one question", hint)
    for id_ in (*gold.topics.ids, *gold.probes.ids, *gold.unknown_topics):
        _check_id(Place(name, 0), "topic", id_)
    for row in gold.qrels.grades.values():
        for document in row:
            _check_id(Place(name, 0), "document", document)
    texts = (
        *gold.topics.texts,
        *gold.probes.texts,
        *(tag for row in gold.tags.values() for tag in row),
    )
    if not all(map(is_writable, texts)):
        raise BadData(name, None, "half of a surrogate pair in a question", "whole characters")
    questions = checked_questions(gold, plugin, name)
    for document in {id_ for question in questions.values() for id_ in question.exclude}:
        _check_id(Place(name, 0), "document", document)
    return attrs.evolve(
        gold,
        topics=_composed(gold.topics),
        probes=_composed(gold.probes),
        tags={
            topic: tuple(normalize("NFC", tag) for tag in tags) for topic, tags in gold.tags.items()
        },
        questions=questions,
    )


def read_files(reader: Reader, path: Path, plugin: str) -> tuple[Path, ...]:
    """The files that a reader says it read at a path.

    Raises:
        PluginFault: the reader breaks its contract.
    """
    with blaming(plugin, "names its files", OSError):
        named: tuple[object, ...] = tuple(reader.files(path))
    files = tuple(one for one in named if isinstance(one, Path))
    if len(files) < len(named):
        raise PluginFault(plugin, "names its files", "other things than paths", "pathlib.Path")
    return files


def _pairs(reader: Reader, path: Path, plugin: str) -> Iterator[object]:
    """What the reader gives, one at a time; the reader alone is blamed for what it raises."""
    end = object()
    with blaming(plugin, "reads", OSError):
        pairs = iter(reader.corpus(path))
    while True:
        try:
            pair = next(pairs, end)
        except (BenchbookError, OSError):
            raise
        except RAISED as error:  # not `blaming`, which would cost more than a unit does
            fault = f"{kind_of(error)}: {text_of(error)}"
            raise PluginFault(plugin, "reads", fault, "units") from error
        if pair is end:
            return
        yield pair


def _composed(topics: Topics) -> Topics:
    """Topics whose texts are in NFC."""
    return Topics(topics.ids, tuple(normalize("NFC", text) for text in topics.texts))


def check_kept(place: Place, unit: Unit) -> None:
    """Refuse a unit that the ledger cannot keep as it is.

    Args:
        place: where it stands; line 0 says that it has no line.

    Raises:
        BadData: an id, half of a surrogate pair, metadata of another kind than text, whole numbers,
            booleans, lists and objects, or more than 4 MiB.
    """
    _check_id(place, "unit", unit.unit_id)
    if unit.doc_id != unit.unit_id:
        _check_id(place, "document", unit.doc_id)
    if not all(map(is_writable, (unit.text, unit.title, *unit.section))):
        found = f"half of a surrogate pair in unit {unit.unit_id!r}"
        raise _fault(place, found, "whole characters")
    fault = find_fault(unit.metadata)
    if fault is not None:
        raise _fault(place, f"{fault[0]} in the metadata of unit {unit.unit_id!r}", fault[1])
    if _ESCAPED * (len(unit.text) + len(unit.title)) > CHUNK_LIMIT // 2:
        size = len(unit_line(unit))
        if size > CHUNK_LIMIT:
            found = f"unit {unit.unit_id!r} of {size:,} bytes"
            raise _fault(place, found, "at most 4 MiB", "Split it into passages")


def _check_id(place: Place, kind: str, id_: str) -> None:
    """Refuse an id that the ledger cannot keep."""
    fault = id_fault(kind, id_)
    if fault is not None:
        raise _fault(place, fault.found, fault.expected, fault.hint)


def _fault(place: Place, found: str, expected: str, hint: str = "") -> BadData:
    """A fault at a place; line 0 says that the line is not known."""
    return BadData(place.file, place.line or None, found, expected, hint)


def _beside(first: Place, second: Place) -> str:
    """A place as seen from another."""
    return f"line {first.line}" if first.file == second.file else str(first)
