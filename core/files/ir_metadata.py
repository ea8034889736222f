"""ir_metadata: what a run file says of itself in a header of YAML, read and written.

The header stands at the top of a TREC run, as comments between `# ir_metadata.start` and
`# ir_metadata.end`; a file of its own has the same lines without `#`. Its parts follow PRIMAD:
platform, research goal, implementation, method, actor, data (Breuer, Keller and Schaer 2022,
doi:10.1145/3477495.3531738; schema 0.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import attrs

from ..errors import BadData, UsageError
from .text_files import read_lines

START, END = "ir_metadata.start", "ir_metadata.end"
SCHEMA = "0.1"
LONGEST = 1 << 20
"""Characters of a header, at most."""

DEEPEST = 40
"""Levels of a header, at most."""

_SHOWN = ("tag", "schema-version")

_PLAIN_KEY = re.compile(r"[a-z]+(?:[ _-][a-z0-9]+)*")
_NO_KEYS = frozenset(("yes", "no", "on", "off", "true", "false", "null", "y", "n"))
"""Words that YAML takes for something else than text."""


def read_ir_metadata(path: Path | str) -> Mapping[str, object] | None:
    """What the header of a run, or a file of such metadata, says; None where there is no header.

    Nothing is guessed: every scalar is the text that stands there, so that version 0.10 stays
    `0.10`. Needs the library PyYAML.

    Raises:
        BadData: the header has no end, is no YAML, has a key twice, an anchor or an alias, or is no
            mapping.
        UsageError: there is a header, and PyYAML is not installed.
    """
    found = _header(Path(path))
    if found is None:
        return None
    first, text = found
    return _parsed(text, str(path), first)


@attrs.frozen
class Told:
    """What a run says of itself, as far as it could be read.

    Attributes:
        metadata: of its header; None where it has none, or where that could not be read.
        fault: why it could not be read; empty else.
    """

    metadata: Mapping[str, object] | None
    fault: str

    def as_plain(self) -> dict[str, object]:
        """For programs: nothing where there is no header."""
        if self.fault:
            return {"ir_metadata": None, "ir_metadata_fault": self.fault}
        return {} if self.metadata is None else {"ir_metadata": self.metadata}

    def notes(self) -> Iterator[str]:
        """For people: the tag, or what is wrong."""
        if self.fault:
            yield f"ir_metadata not read: {self.fault}"
        elif self.metadata is not None:
            shown = [f"{key} {self.metadata[key]}" for key in _SHOWN if key in self.metadata]
            parts = ", ".join(shown) or "without tag and schema"
            yield f"ir_metadata: {parts}; --json shows all of it"


def told_by(path: Path | str) -> Told:
    """What a run says of itself; a header at fault never keeps its rows from being measured.

    A file that cannot be opened says nothing here: whoever reads its rows says why.
    """
    try:
        return Told(read_ir_metadata(path), "")
    except (BadData, UsageError) as error:
        return Told(None, str(error))


def has_ir_metadata(path: Path | str) -> bool:
    """Whether a run begins with such a header.

    Raises:
        BadData: the file cannot be read as text.
    """
    first = next((text for _, text in read_lines(Path(path))), "")
    return _marker(first) == START


def ir_metadata_lines(metadata: Mapping[str, object]) -> tuple[str, ...]:
    """A header as lines without `#`, from the start marker to the end marker.

    Every text is quoted and in ASCII, so that no reader takes `no` or `1e3` for something else.

    Args:
        metadata: mappings, lists, texts, whole numbers and truth values.
    """
    return (START, *_block(metadata, ""), END)


def _marker(text: str) -> str:
    """A line without the sign of a comment and blanks."""
    return text.strip().removeprefix("#").strip()


def _header(path: Path) -> tuple[int, str] | None:
    """The number of the first line of a header's YAML, and the YAML; None without a header.

    Raises:
        BadData: it does not end, or a line of it is no comment.
    """
    file = str(path)
    lines = read_lines(path, blank=True)
    begin = next(((place, text) for place, text in lines if text.strip()), None)
    if begin is None or _marker(begin[1]) != START:
        return None
    is_comment = begin[1].lstrip().startswith("#")
    body: list[str] = []
    size = 0
    for place, text in lines:
        if _marker(text) == END:
            return begin[0].line + 1, dedent("\n".join(body)) + "\n"
        if is_comment and not text.startswith("#"):
            found = f"a line of the header without '#', begun in line {begin[0].line}"
            raise BadData(file, place.line, found, f"comments up to '# {END}'")
        body.append(text[1:] if is_comment else text)
        size += len(text)
        if size > LONGEST:
            raise BadData(file, place.line, "a header of over 1 MiB", f"'# {END}' before that")
    raise BadData(file, begin[0].line, f"a header without its end, '# {END}'", "both markers")


def _parsed(text: str, file: str, first: int) -> Mapping[str, object]:
    """The mapping that the YAML of a header holds.

    Args:
        first: the line of the file that the text begins in.

    Raises:
        BadData: as `read_ir_metadata` does.
        UsageError: PyYAML is not installed.
    """
    yaml = _yaml(file)
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first if mark is None else first + int(mark.line)
        problem = getattr(error, "problem", None) or str(error)
        raise BadData(file, line, f"no YAML ({problem})", "a header of YAML") from error
    except RecursionError as error:
        raise BadData(file, first, "nesting without end", "a flat header") from error
    if not isinstance(node, yaml.MappingNode):
        raise BadData(file, first, "a header that is no mapping", "keys, as 'tag: NAME'")
    value = _plain(node, file, first, set(), DEEPEST)
    assert isinstance(value, dict)  # noqa: S101 - a mapping gives one
    return value


def _yaml(file: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a module without types
    """The library, imported when a header is read."""
    try:
        import yaml  # noqa: PLC0415 - optional
    except ImportError as error:
        message = (
            f"{file} has an ir_metadata header, and reading it needs PyYAML: "
            "pip install 'benchbook[metadata]'"
        )
        raise UsageError(message) from error
    return yaml


def _plain(node: object, file: str, first: int, seen: set[int], depth: int) -> object:
    """A node of YAML as plain data.

    Raises:
        BadData: it stands in two places (an alias), has a key twice, or lies too deep.
    """
    line = first + int(node.start_mark.line)  # type: ignore[attr-defined]  # a node of YAML
    kind: str = node.id  # type: ignore[attr-defined]  # the same
    value = node.value  # type: ignore[attr-defined]  # the same
    if depth == 0:
        raise BadData(file, line, f"over {DEEPEST} levels", "a flat header")
    if kind == "scalar":
        return str(value)
    if id(node) in seen:
        raise BadData(file, line, "an alias of YAML", "each value written out")
    seen.add(id(node))
    if kind == "sequence":
        return [_plain(one, file, first, seen, depth - 1) for one in value]
    mapping: dict[str, object] = {}
    for key_node, one in value:
        if key_node.id != "scalar":
            raise BadData(file, line, "a key that is no text", "texts as keys")
        if key_node.value in mapping:
            at = first + int(key_node.start_mark.line)
            raise BadData(file, at, f"the key {key_node.value!r} twice", "each key once")
        mapping[str(key_node.value)] = _plain(one, file, first, seen, depth - 1)
    return mapping


def _block(value: Mapping[str, object] | Sequence[object], indent: str) -> Iterator[str]:
    """The lines of a mapping or a list."""
    rows = (
        [(f"{_key(key)}:", one) for key, one in value.items()]
        if isinstance(value, Mapping)
        else [("-", one) for one in value]
    )
    for begin, one in rows:
        if isinstance(one, Mapping | list | tuple) and one:
            yield f"{indent}{begin}"
            yield from _block(one, f"{indent}  ")
        else:
            yield f"{indent}{begin} {_scalar(one)}"


def _key(key: str) -> str:
    """A key, quoted where YAML could take it for something else."""
    return key if _PLAIN_KEY.fullmatch(key) and key not in _NO_KEYS else _quoted(key)


def _scalar(value: object) -> str:
    """A value in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping | list | tuple):
        return "{}" if isinstance(value, Mapping) else "[]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    """A text in double quotes and ASCII."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    """A character inside double quotes."""
    if char in '"\\':
        return f"\\{char}"
    if " " <= char <= "~":
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"
