"""Front matter of Markdown files: the lines `key: value` between two lines of dashes at the top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

from .known_fields import FIELDS

OTHER = "front_matter"
"""The field that keeps, as text, what is neither `key: value` nor a simple list."""

TITLE = "title"

_KEY = re.compile(r"([A-Za-z_][\w-]*):(?:[ \t]+(.*))?")
_LIST_LINE = re.compile(r"[ \t]*-[ \t]+(.*)")
_IN_LIST = re.compile(r"""[ \t]*("[^"]*"|'[^']*'|[^,"'][^,]*)[ \t]*""")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_TRUTH = {"true": True, "false": False}
_BORDER = "---"
_ENDS = (_BORDER, "...")


@attrs.frozen
class FrontMatter:
    """What stands at the top of a file.

    Attributes:
        fields: by key, in the order of the file.
        length: characters of it, its two borders included; 0 where there is none.
    """

    fields: Mapping[str, object]
    length: int


def read_front_matter(text: str) -> FrontMatter:
    """The front matter of a text; none where its first line of content is no `key: value`.

    It stands between a line `---` at the very top and the next line `---` or `...`. A value is a
    whole number, true or false, or else text, without the quotes around it; a list is `[a, b]` or
    lines `- a` below its key. A field that Benchbook gives a meaning, and the title, has the type
    of that meaning where the value can be read so: a doi is text even where it looks like a number.
    Entries of any other form are kept together, as they stand, in the field `front_matter`. An
    empty value is left out, and so are lines that begin with `#`.
    """
    lines = text.splitlines(keepends=True)
    end = _end(lines)
    if end is None:
        return FrontMatter({}, 0)
    fields: dict[str, object] = {}
    other: list[str] = []
    for entry in _entries(lines[1:end]):
        found = _KEY.fullmatch(entry[0].rstrip())
        value = _value(found[1], found[2] or "", entry[1:]) if found else None
        if found is None or value is None or found[1] in {*fields, OTHER}:
            other += entry
        elif value != "":
            fields[found[1]] = value
    if other:
        fields[OTHER] = "".join(other).strip()
    return FrontMatter(fields, sum(map(len, lines[: end + 1])))


def _end(lines: list[str]) -> int | None:
    """The index of the line that ends the front matter; None where there is none."""
    if not lines or lines[0].rstrip() != _BORDER:
        return None
    end = next((at for at, line in enumerate(lines) if at and line.rstrip() in _ENDS), None)
    written = [line for line in lines[1:end] if line.strip() and not line.startswith("#")]
    is_front = all(_KEY.fullmatch(line.rstrip()) for line in written[:1])
    return end if is_front else None


def _entries(lines: list[str]) -> Iterator[list[str]]:
    """Each entry: a line at the margin with what is indented, or a list, below it."""
    entry: list[str] = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if entry and not (line[0] in " \t" or _LIST_LINE.fullmatch(line.rstrip())):
            yield entry
            entry = []
        entry.append(line)
    if entry:
        yield entry


def _value(key: str, text: str, below: list[str]) -> object:
    """The value of an entry; None where it is neither a scalar nor a simple list."""
    text = text.strip()
    if below:
        listed = [_LIST_LINE.fullmatch(line.rstrip()) for line in below]
        parts = [found[1] for found in listed if found is not None]
        is_simple = not text and len(parts) == len(below) and not any(map(_is_nested, parts))
        return [_scalar(key, part) for part in parts] if is_simple else None
    if text.startswith("["):
        return _bracketed(key, text)
    return None if text[:1] in {"{", "|", ">", "&", "*", "!"} else _scalar(key, text)


def _is_nested(part: str) -> bool:
    """Whether what stands in a list is itself a list or a mapping."""
    return part[:1] in {"[", "{", "-"} or _KEY.fullmatch(part.rstrip()) is not None


def _bracketed(key: str, text: str) -> list[object] | None:
    """A list in brackets; None where it is nested or does not end."""
    inside = text[1:-1].strip().removesuffix(",")
    if not text.endswith("]") or len(text) == 1 or any(sign in inside for sign in "[]{}"):
        return None
    parts: list[object] = []
    at = 0
    while at < len(inside):
        part = _IN_LIST.match(inside, at)
        if part is None or (part.end() < len(inside) and inside[part.end()] != ","):
            return None
        parts.append(_scalar(key, part[1]))
        at = part.end() + 1
    return parts


def _scalar(key: str, text: str) -> object:
    """A whole number, true or false, or text without its quotes."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'":
        return bare[1:-1]
    kind = str if key == TITLE else FIELDS[key][0] if key in FIELDS else None
    if kind in {str, list}:
        return bare
    if _INTEGER.fullmatch(bare) and kind is not bool:
        return int(bare)
    return _TRUTH[bare] if bare in _TRUTH and kind is not int else bare
