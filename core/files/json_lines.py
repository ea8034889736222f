"""JSON lines, read strictly: what is not clearly right is refused, naming file and line."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from ..errors import BadData
from ..places import Place
from .text_files import read_lines


class DecimalText(str):
    """A number with a fraction or an exponent, kept as it was written: 1.0 is not 1, nor 1.00."""

    __slots__ = ()


@attrs.frozen
class JsonRecord:
    """One line of a JSON-lines file: an object and its place.

    Attributes:
        place: for messages.
        fields: as read. Integers are exact; a number with a fraction or an exponent is a
            `DecimalText`.
    """

    place: Place
    fields: Mapping[str, object]

    def fault(self, found: str, expected: str, hint: str = "") -> BadData:
        """What to raise when this line is wrong."""
        return BadData(self.place.file, self.place.line, found, expected, hint)

    def id(self, *names: str) -> str:
        """The id under the first of these names that the line has.

        An integer is taken by its text, so that 7 is "7"; "007" stays "007" and is another id.

        Raises:
            BadData: there is none, or it is neither text nor an integer.
        """
        for name in names:
            if name in self.fields:
                return self._id(name, self.fields[name])
        raise self.fault(f"no {_either(names)}", "an id for each line")

    def _id(self, name: str, value: object) -> str:
        if type(value) is int:
            return str(value)
        if type(value) is str and value:
            return value
        raise self.fault(
            f"{name} = {shown(value)}", "an id: text that is not empty", "Write ids as strings"
        )

    def string(self, name: str, default: str | None = None) -> str:
        """The text of a field; `default` where the field is missing or null.

        Raises:
            BadData: the field is not text, or is missing and has no default.
        """
        value = self.fields.get(name)
        if value is None and default is not None:
            return default
        if type(value) is not str:
            found = f"{name} = {shown(value)}" if name in self.fields else f"no {name!r}"
            raise self.fault(found, f"{name!r} as a string")
        return value

    def strings(self, name: str) -> tuple[str, ...]:
        """The strings of a list; a single string is a list of one, a missing field or null of none.

        Raises:
            BadData: the field is something else.
        """
        value = self.fields.get(name)
        if value is None:
            return ()
        if type(value) is str:
            return (value,)
        if isinstance(value, list) and all(type(one) is str for one in value):
            return tuple(value)
        raise self.fault(f"{name} = {shown(value)}", f"{name!r} as a list of strings")

    def mapping(self, name: str) -> Mapping[str, object]:
        """The object in a field; empty where the field is missing or null.

        Raises:
            BadData: the field is something else.
        """
        value = self.fields.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.fault(f"{name} = {shown(value)}", f"{name!r} as an object")
        return value

    def metadata(self, known: Collection[str]) -> Mapping[str, object]:
        """The fields that are not known, with those of an object `metadata`, sorted by name.

        Null is left out; a number with a fraction or an exponent is kept as its text.

        Raises:
            BadData: `metadata` is no object, or a field stands both beside and inside it.
        """
        outer = {
            name: self.fields[name] for name in self.fields if name not in {*known, "metadata"}
        }
        inner = self.mapping("metadata")
        for name in sorted(outer.keys() & inner.keys()):
            raise self.fault(f"{name!r} both beside and inside 'metadata'", "each field once")
        both = sorted({**outer, **inner}.items())
        try:
            return {name: _plain(value) for name, value in both if value is not None}
        except RecursionError as error:
            raise self.fault("nesting without end", "metadata nested a few levels deep") from error


def read_json_lines(path: Path, *, comments: bool = False) -> Iterator[JsonRecord]:
    """Each line of a JSON-lines file, which must hold one object per line; blank lines are skipped.

    Plain or gzip, with or without a byte order mark, any line end.

    Args:
        comments: whether lines that begin with `#` are skipped too: files that people write.

    Raises:
        BadData: a line is not one object of strict JSON: a key twice, NaN or an infinity, half of a
            surrogate pair, or a fault of the text itself.
    """
    for place, text in read_lines(path):
        if comments and text.lstrip().startswith("#"):
            continue
        fields = parse_json(place.file, place.line, text)
        if not isinstance(fields, dict):
            raise BadData(place.file, place.line, shown(fields), "a JSON object on each line")
        yield JsonRecord(place, fields)


def parse_json(file: str, line: int | None, text: str) -> object:
    """The value of strict JSON. A number with a fraction or an exponent is a `DecimalText`.

    Args:
        file, line: where the text stands, for messages.

    Raises:
        BadData: a key twice, NaN or an infinity, half of a surrogate pair, or a fault of the text.
    """
    try:
        value = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except json.JSONDecodeError as error:
        found = f"{error.msg} at {_place_in(text, error)}"
        raise BadData(file, line, found, _wanted(line)) from error
    except UnicodeEncodeError as error:
        raise BadData(file, line, "half of a surrogate pair", "whole characters") from error
    except RecursionError as error:
        raise BadData(file, line, "nesting without end", "a flat JSON object") from error
    except ValueError as error:
        raise BadData(file, line, str(error), "strict JSON") from error
    return value


def _place_in(text: str, error: json.JSONDecodeError) -> str:
    """Where a text stops being JSON."""
    row = f"line {error.lineno} " if "\n" in text else ""
    return f"{row}column {error.colno}"


def _wanted(line: int | None) -> str:
    """What should stand in a text that is no JSON."""
    return "one JSON object" if line is None else "one JSON object on each line"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys occur once each."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for at, name in enumerate(names) if name in names[:at])
        message = f"the key {twin!r} twice in one object"
        raise ValueError(message)
    return fields


def _no_constant(name: str) -> object:
    """NaN and the infinities are not JSON."""
    message = f"{name}, which is not JSON"
    raise ValueError(message)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=DecimalText, parse_constant=_no_constant
)


def _plain(value: object) -> object:
    """A value without types of this module."""
    if isinstance(value, DecimalText):
        return str(value)
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def shown(value: object) -> str:
    """A value of JSON for a message, cut short."""
    text = str(value) if isinstance(value, DecimalText) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


_SHOWN = 60


def _either(names: tuple[str, ...]) -> str:
    """Names for a message."""
    return " or ".join(repr(name) for name in names)
