"""TREC's documents: SGML with `<DOC>`, `<DOCNO>`, a title and `<TEXT>`, as its disks have them."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..corpus import Unit
from ..errors import BadData
from ..places import Place
from .known_fields import check_known_fields
from .text_files import read_lines

TITLES = ("title", "head", "headline", "hl", "ti")
"""Elements that hold a title, in the order in which they are asked."""

LIMIT = 8 << 20
"""Characters of a document at most: an end that is missing must not fill the memory."""

_NUMBER, _TEXT = "docno", "text"
_DOC = re.compile(r"<(/?)doc>", re.IGNORECASE)
_OPENS = re.compile(r"<([A-Za-z][\w.-]*)(?:\s[^<>]*)?>")
_CLOSES = re.compile(r"</([A-Za-z][\w.-]*)\s*>")
_MARK = re.compile(r"</?[A-Za-z][^<>]*>|<[?!][^<>]*>")
_YEAR = re.compile(r"[0-9]{4}")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def trec_units(path: Path, *, encoding: str = "utf-8") -> Iterator[tuple[Place, Unit]]:
    """The documents of a file, plain or gzip, one at a time, each a unit of its own name.

    Marks are dropped, and entities of HTML become the characters that they name. The title is the
    first of `TITLES` that a document has, blanks as single ones; the text is that of all elements
    `<TEXT>`, empty where there is none. Every other outermost element that holds text is metadata,
    by its name in small letters; a list where it stands several times. A year of four digits is a
    whole number.

    What stands outside of documents may be marks only.

    Raises:
        BadData: text outside of a document, one without an end or without one number, one of over
            8 Mi characters, or a field that has a meaning with another type.
    """
    for place, block in _blocks(path, encoding):
        elements = _elements(_without_comments(block))
        numbers = elements.pop(_NUMBER, [])
        if len(numbers) != 1:
            found = (
                f"{len(numbers)} numbers in <DOCNO>" if numbers else "no <DOCNO>, or an empty one"
            )
            raise BadData(place.file, place.line, found, "one number for each document")
        titles = next((elements.pop(name) for name in TITLES if name in elements), [])
        texts = elements.pop(_TEXT, [])
        metadata = {name: _value(name, elements[name]) for name in sorted(elements)}
        check_known_fields(place, metadata)
        yield (
            place,
            Unit(
                unit_id=numbers[0],
                doc_id=numbers[0],
                title=" ".join(" ".join(titles).split()),
                text="\n".join(texts),
                metadata=metadata,
            ),
        )


def _value(name: str, texts: list[str]) -> object:
    """An element as metadata."""
    if len(texts) > 1:
        return texts
    return int(texts[0]) if name == "year" and _YEAR.fullmatch(texts[0]) else texts[0]


def _blocks(path: Path, encoding: str) -> Iterator[tuple[Place, str]]:
    """What stands between `<DOC>` and `</DOC>`, with the place of the former."""
    start: Place | None = None
    block: list[str] = []
    length = 0
    place = Place(str(path), 1)
    for place, line in read_lines(path, encoding=encoding, blank=True):
        rest = line
        while found := _DOC.search(rest):
            before, rest = rest[: found.start()], rest[found.end() :]
            if start is None:
                _check_outside(place, before)
            if (start is None) == bool(found[1]):
                raise BadData(place.file, place.line, found[0], "<DOC> and </DOC> in turn")
            if start is not None:
                yield start, "\n".join([*block, before])
            start, block, length = (place, [], 0) if start is None else (None, [], 0)
        if start is None:
            _check_outside(place, rest)
            continue
        block.append(rest)
        length += len(rest)
        if length > LIMIT:
            large = f"a document of over 8 Mi characters, from line {start.line} on"
            raise BadData(place.file, place.line, large, "</DOC>")
    if start is not None:
        expected = f"</DOC>; the document began in line {start.line}"
        raise BadData(place.file, place.line, "the end of the file", expected)


def _check_outside(place: Place, text: str) -> None:
    """Refuse text between documents."""
    if _MARK.sub("", text).strip():
        found = f"{text.strip()!r:.60} outside of a document"
        raise BadData(place.file, place.line, found, "<DOC>")


def _elements(block: str) -> dict[str, list[str]]:
    """The outermost elements that are closed and hold text, by name, each in order."""
    closings: dict[str, list[int]] = defaultdict(list)
    for closing in _CLOSES.finditer(block):
        closings[closing[1].lower()].append(closing.start())
    elements: dict[str, list[str]] = {}
    at = 0
    while opening := _OPENS.search(block, at):
        at = opening.end()
        name = opening[1].lower()
        end = _first_from(closings.get(name, ()), at)
        if end is not None:
            text = _plain(block[at:end])
            if text:
                elements.setdefault(name, []).append(text)
            at = end
    return elements


def _without_comments(block: str) -> str:
    """A document without what stands between `<!--` and `-->`."""
    kept = []
    start = 0
    while (at := block.find("<!--", start)) >= 0 and (end := block.find("-->", at)) >= 0:
        kept.append(block[start:at])
        start = end + len("-->")
    return "".join([*kept, block[start:]])


def _first_from(places: Sequence[int], start: int) -> int | None:
    """The first place at or behind a start."""
    at = bisect_left(places, start)
    return places[at] if at < len(places) else None


def _plain(text: str) -> str:
    """Text without marks, entities replaced by what they name.

    Only entities that end in `;` are: without it, `&copyright` would become a sign and a word.
    """
    return _ENTITY.sub(lambda found: html.unescape(found[0]), _MARK.sub(" ", text)).strip()
