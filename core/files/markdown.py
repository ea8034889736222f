"""Markdown cut into passages: by heading, then to a size, so that the pieces together are the text.

No text is rendered or changed. What a heading is stands in `markdown_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from .markdown_lines import Line, read_markdown_lines

Section = tuple[str, ...]

_WIDE = "\u3002\uff01\uff1f"
"""The full stop, exclamation and question mark of Chinese and Japanese: no blank follows them."""

_SENTENCE_END = re.compile(rf"(?<=[.!?{_WIDE}])[\"')\]]*\s+|(?<=[{_WIDE}])")
_BLANK = re.compile(r"\s+")


@attrs.frozen
class Passage:
    """A piece of a text.

    Attributes:
        section: the headings above it, outermost first.
        text: as it stands, line ends and the headings' own lines included.
        line: where it begins, from 1.
    """

    section: Section
    text: str
    line: int


def cut_markdown(text: str, size: int) -> tuple[Passage, ...]:
    """The passages of a text, in order; joined they are the text again. Of an empty text, none.

    A passage holds one section. A heading with nothing under it goes with the section that follows.
    A section over `size` characters is cut at blank lines, but not inside of fenced code or HTML
    blocks; a block that is still too long at ends of lines; a line that is, at ends of sentences,
    else at blanks, else at the size itself. Pieces are as long as the size allows.

    Args:
        size: characters of a passage at most, at least 1.
    """
    pieces: list[tuple[Section, str]] = []
    carried: list[Line] = []
    sections = list(_sections(text))
    for at, (section, lines) in enumerate(sections):
        carried += lines
        if at + 1 < len(sections) and _is_bare(lines):
            continue
        pieces += [(section, piece) for piece in _pieces(carried, size)]
        carried = []
    return _placed(pieces)


def first_heading(text: str) -> str:
    """The title of the first heading of the first level; empty where there is none."""
    lines = read_markdown_lines(text.splitlines(keepends=True))
    return next((line.title for line in lines if line.level == 1 and line.title), "")


def _placed(pairs: Sequence[tuple[Section, str]]) -> tuple[Passage, ...]:
    """Passages with the line that each begins in."""
    placed = []
    line = 1
    for section, text in pairs:
        placed.append(Passage(tuple(filter(None, section)), text, line))
        line += text.count("\n")
    return tuple(placed)


def _is_bare(lines: Sequence[Line]) -> bool:
    """Whether a section is blank, or its heading and nothing else."""
    written = [line for line in lines if line.text.strip()]
    headings = sum(1 + line.takes_last for line in written if line.level)
    return len(written) == headings


def _sections(text: str) -> Iterator[tuple[Section, list[Line]]]:
    """Each section with its path, by level: an empty text where a level was jumped over."""
    path: Section = ()
    current: list[Line] = []
    for line in read_markdown_lines(text.splitlines(keepends=True)):
        if line.level:
            taken = [current.pop()] if line.takes_last else []
            if current:
                yield path, current
            jumped = [""] * (line.level - 1 - len(path))
            path = (*path[: line.level - 1], *jumped, line.title)
            current = taken
        current.append(line)
    if current:
        yield path, current


def _pieces(lines: Sequence[Line], size: int) -> Iterator[str]:
    """A section in pieces of at most `size` characters, blocks kept together where they fit."""
    if sum(len(line.text) for line in lines) <= size:
        yield "".join(line.text for line in lines)
        return
    piece: list[str] = []
    length = 0
    for part in _parts(lines, size):
        if length + len(part) > size and piece:
            yield "".join(piece)
            piece, length = [], 0
        piece.append(part)
        length += len(part)
    yield "".join(piece)


def _parts(lines: Sequence[Line], size: int) -> Iterator[str]:
    """The blocks of a section, those that are too long in parts: none is over `size`."""
    for block in _blocks(lines):
        whole = "".join(block)
        if len(whole) <= size:
            yield whole
            continue
        for line in block:
            yield from [line] if len(line) <= size else _split(line, size)


def _blocks(lines: Sequence[Line]) -> Iterator[list[str]]:
    """The lines between blank ones, with the blank ones behind; a fence is never cut."""
    block: list[str] = []
    was_blank = False
    for line in lines:
        is_blank = not line.is_inside and not line.text.strip()
        if block and was_blank and not is_blank:
            yield block
            block = []
        block.append(line.text)
        was_blank = is_blank
    if block:
        yield block


def _split(line: str, size: int) -> Iterator[str]:
    """A line that is too long, at ends of sentences, else at blanks, else anywhere."""
    for sentence in _cut(line, _SENTENCE_END):
        for words in [sentence] if len(sentence) <= size else _cut(sentence, _BLANK):
            for start in range(0, len(words), size):
                yield words[start : start + size]


def _cut(text: str, border: re.Pattern[str]) -> Iterator[str]:
    """A text cut behind each match; joined the pieces are the text."""
    start = 0
    for match in border.finditer(text):
        if match.end() > start:
            yield text[start : match.end()]
            start = match.end()
    if start < len(text):
        yield text[start:]
