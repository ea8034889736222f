"""Files of entity resolutions: which names stand for one entity, one JSON object on each line."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import attrs

from ..errors import BadData, UsageError
from ..lasting_lines import lasting_line
from ..names import check_name
from ..objects.resolutions import Resolution
from ..places import Place
from .json_lines import JsonRecord, read_json_lines, shown

FIELDS = ("entity", "aliases", "method", "why")
LONGEST_NAME = 200


@attrs.frozen
class ResolutionLine:
    """One line of a file of resolutions.

    Attributes:
        place: for messages.
    """

    place: Place
    resolution: Resolution

    def fault(self, found: str, expected: str, hint: str = "") -> BadData:
        """What to raise when this line is wrong."""
        return BadData(self.place.file, self.place.line, found, expected, hint)


def read_resolutions(path: Path) -> tuple[ResolutionLine, ...]:
    """The lines of a file of resolutions, each name composed (NFC) and with single blanks.

    A line is `{"entity": "TP53", "aliases": ["p53"], "method": "exact", "why": "…"}`; `why` may be
    missing. Lines that begin with `#` are comments.

    Raises:
        BadData: there is none, a line lacks a field, has an unknown one or one of another type, or
            an alias stands in the file twice.
    """
    lines = tuple(_line(record) for record in read_json_lines(path, comments=True))
    if not lines:
        raise BadData(str(path), None, "no resolutions", "one on each line")
    first_of: dict[str, ResolutionLine] = {}
    for line in lines:
        for alias in line.resolution.aliases:
            first = first_of.setdefault(alias, line)
            if first is not line:
                raise _twice(line, alias, first)
    return lines


def _line(record: JsonRecord) -> ResolutionLine:
    """One line, checked by itself."""
    for field in record.fields:
        if field not in FIELDS:
            raise record.fault(f"the field {field!r}", f"only {', '.join(FIELDS)}")
    entity = _name(record, record.string("entity"), "entity")
    given = record.fields.get("aliases")
    if not isinstance(given, list) or not given:
        found = f"aliases = {shown(given)}" if "aliases" in record.fields else "no 'aliases'"
        raise record.fault(found, "'aliases' as a list of at least one name")
    aliases = tuple(_name(record, one, "alias") for one in given)
    for at, alias in enumerate(aliases):
        if alias in (entity, *aliases[:at]):
            raise record.fault(f"{alias!r} twice", "each name of an entity once")
    resolution = Resolution(
        entity=entity, aliases=tuple(sorted(aliases)), method=_method(record), why=_why(record)
    )
    return ResolutionLine(record.place, resolution)


def _name(record: JsonRecord, given: object, what: str) -> str:
    """A name of an entity."""
    name = " ".join(normalize("NFC", given).split()) if type(given) is str else ""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        expected = f"a name of 1 to {LONGEST_NAME} characters"
        raise record.fault(f"{what} {shown(given)}", expected)
    return name


def _method(record: JsonRecord) -> str:
    """How it was found out, in one word."""
    method = record.string("method")
    try:
        check_name("method", method)
    except UsageError as error:
        raise record.fault(f"method {method!r}", "a short name, as 'exact'") from error
    return method


def _why(record: JsonRecord) -> str | None:
    """Why it is believed, if somebody says so."""
    why = record.string("why", "")
    if not why:
        return None
    try:
        return lasting_line("why", why)
    except UsageError as error:
        found, _, expected = str(error).partition("; expected ")
        raise record.fault(found, expected) from error


def _twice(line: ResolutionLine, alias: str, first: ResolutionLine) -> BadData:
    """The error for an alias that two lines have."""
    where, other = f"line {first.place.line}", first.resolution.entity
    if other == line.resolution.entity:
        expected = f"each alias once; it stands in {where} already"
        return line.fault(f"alias {alias!r} of {other!r} again", expected)
    found = f"alias {alias!r} under {line.resolution.entity!r}"
    return line.fault(found, f"each alias under one entity; {where} has it under {other!r}")
