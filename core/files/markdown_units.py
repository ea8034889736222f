"""Files of Markdown as units of a corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from ..corpus import Unit
from ..errors import BadData
from ..places import Place
from .markdown import cut_markdown, first_heading

SIZE = 1_200
"""Characters of a passage at most, where nothing else is said."""

_FRONT = re.compile(r"---[ \t]*\r?\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_KEY = re.compile(r"([A-Za-z_][\w-]*):[ \t]*(.*)")
_INTEGER = re.compile(r"-?[0-9]{1,15}")
_TRUTH = {"true": True, "false": False}
_DIGITS = 4


@attrs.frozen
class MarkdownFile:
    """A file, read.

    Attributes:
        front: the fields of its front matter.
        body: what is below that; `first_line` is where it begins.
    """

    front: Mapping[str, object]
    body: str
    first_line: int


def read_markdown(path: Path) -> MarkdownFile:
    """A file of Markdown: UTF-8, any line end, with or without front matter.

    Front matter stands between `---` at the very top and `---` or `...`. Its lines `key: value`
    become fields: whole numbers and true or false as such, `[a, b]` and lines `- a` below a key as
    lists, all else as text. What has another form is kept as the text of the field `front_matter`.

    Raises:
        BadData: the file cannot be read, or is not UTF-8.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        found = error.strerror or "a file that cannot be read"
        raise BadData(str(path), None, found, "a file that can be read") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{error.object[error.start]:02x}"
        raise BadData(str(path), line, found, "UTF-8 text", "Save the file as UTF-8") from error
    match = _FRONT.match(text)
    if match is None:
        return MarkdownFile({}, text, 1)
    return MarkdownFile(_fields(match[1]), text[match.end() :], 1 + match[0].count("\n"))


def markdown_units(
    path: Path, doc_id: str, size: int, known: Mapping[str, object]
) -> Iterator[tuple[Place, Unit]]:
    """The units of a file, each a passage of at most `size` characters; see `cut_markdown`.

    The title is that of `known`, else of the front matter, else the first heading of the first
    level, else the file's name.

    Args:
        known: metadata from elsewhere; it goes before the front matter's.

    Raises:
        BadData: as `read_markdown` does.
    """
    file = read_markdown(path)
    fields = {**file.front, **known}
    title = str(fields.pop("title", "")) or first_heading(file.body) or path.stem
    passages = cut_markdown(file.body, size)
    digits = max(_DIGITS, len(str(len(passages))))
    for number, passage in enumerate(passages):
        yield (
            Place(str(path), file.first_line + passage.line - 1),
            Unit(
                unit_id=doc_id if len(passages) == 1 else f"{doc_id}#{number:0{digits}}",
                doc_id=doc_id,
                title=title,
                section=passage.section,
                text=passage.text,
                metadata=fields,
            ),
        )
    if not passages:
        place = Place(str(path), 1)
        yield place, Unit(unit_id=doc_id, doc_id=doc_id, title=title, text="", metadata=fields)


def _fields(front: str) -> Mapping[str, object]:
    """The fields of front matter; lines of another form are kept as they are."""
    fields: dict[str, object] = {}
    other: list[str] = []
    last = ""
    for line in front.splitlines():
        entry = _KEY.fullmatch(line.rstrip())
        item = re.fullmatch(r"[ \t]*-[ \t]+(.*)", line.rstrip())
        if entry and entry[1] not in fields:
            last = entry[1]
            fields[last] = _value(entry[2])
        elif item and (fields.get(last) == "" or isinstance(fields.get(last), list)):
            fields[last] = [*(fields[last] or ()), _scalar(item[1])]  # type: ignore[misc]  # a list, or the empty text
        elif line.strip() and not line.lstrip().startswith("#"):
            other.append(line)
    if other:
        fields["front_matter"] = "\n".join(other)
    return {key: value for key, value in fields.items() if value != ""}


def _value(text: str) -> object:
    """A value of one line: a list in brackets, or a scalar."""
    if text.startswith("[") and text.endswith("]"):
        return [_scalar(part) for part in text[1:-1].split(",") if part.strip()]
    return _scalar(text)


def _scalar(text: str) -> object:
    """A whole number, true or false, or text without its quotes."""
    bare = text.strip()
    if _INTEGER.fullmatch(bare):
        return int(bare)
    if bare in _TRUTH:
        return _TRUTH[bare]
    quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
    return bare[1:-1] if quoted else bare
