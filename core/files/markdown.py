"""Markdown cut into passages: by heading, then to a size, so that the pieces together are the text.

What counts as a heading, a fence, a table or a comment follows CommonMark 0.31 and, for tables,
GitHub's extension; no text is rendered or changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

Section = tuple[str, ...]

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_NO_PARAGRAPH = re.compile(r" {4}|\t| {0,3}(?:[>|]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])")
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
    """The passages of a text, in order; joined they are the text again.

    A passage holds one section. A section over `size` characters is cut at blank lines, outside of
    fences and tables as long as it can; a block that is still too long at ends of lines (fences,
    tables), of sentences, at blanks, and a word without end at the size itself. A heading with
    nothing under it goes with the section that follows.

    Args:
        size: characters of a passage at most, at least 1.
    """
    pieces: list[tuple[Section, str]] = []
    carried = ""
    sections = list(_sections(text.splitlines(keepends=True)))
    for at, (section, lines) in enumerate(sections):
        whole = carried + "".join(lines)
        carried = ""
        if at + 1 < len(sections) and _is_bare(lines):
            carried = whole
            continue
        pieces += [(section, piece) for piece in _pieces(whole, size)]
    return _placed(pieces)


def first_heading(text: str) -> str:
    """The text of the first heading of the first level; empty where there is none."""
    for section, _ in _sections(text.splitlines(keepends=True)):
        if section and section[0]:
            return section[0]
    return ""


def _placed(pairs: Sequence[tuple[Section, str]]) -> tuple[Passage, ...]:
    """Passages with the line that each begins in."""
    placed = []
    line = 1
    for section, text in pairs:
        placed.append(Passage(tuple(filter(None, section)), text, line))
        line += text.count("\n")
    return tuple(placed)


def _is_bare(lines: Sequence[str]) -> bool:
    """Whether a section is blank, or its heading and nothing else."""
    written = [line.rstrip() for line in lines if line.strip()]
    if len(written) == 2 and _SETEXT.fullmatch(written[1]):  # noqa: PLR2004 - a title and its line
        return True
    return not written or (len(written) == 1 and _heading(written[0], "") is not None)


def _sections(lines: Sequence[str]) -> Iterator[tuple[Section, list[str]]]:
    """Each section with its path, by level: an empty text where a level was jumped over."""
    path: Section = ()
    current: list[str] = []
    for line, heading in _headings(lines):
        if heading is not None:
            level, title = heading
            taken = current.pop() if _takes_last(line, current) else None
            if current:
                yield path, current
            path = (*path[: level - 1], *[""] * (level - 1 - len(path)), title)
            current = [] if taken is None else [taken]
        current.append(line)
    if current:
        yield path, current


def _takes_last(line: str, before: Sequence[str]) -> bool:
    """Whether a heading is a line of `=` or `-` below its title."""
    return bool(before) and _SETEXT.fullmatch(line.rstrip()) is not None


def _headings(lines: Sequence[str]) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Each line, with level and title where it makes a heading."""
    fence, in_comment, before = "", False, ""
    for line in lines:
        bare = line.rstrip()
        opened = _FENCE.fullmatch(bare)
        heading = None
        if fence:
            fence = "" if _closes(opened, fence) else fence
        elif in_comment:
            in_comment = "-->" not in bare
        elif opened and not ("`" in opened[1] and "`" in opened[2]):
            fence = opened[1]
        elif bare.lstrip().startswith("<!--"):
            in_comment = "-->" not in bare
        else:
            heading = _heading(bare, before)
        is_text = not (fence or in_comment or heading or opened or _NO_PARAGRAPH.match(bare))
        before = bare if is_text else ""
        yield line, heading


def _closes(opened: re.Match[str] | None, fence: str) -> bool:
    """Whether a line that looks like a fence ends the one that is open."""
    return opened is not None and opened[1].startswith(fence) and not opened[2].strip()


def _heading(line: str, before: str) -> tuple[int, str] | None:
    """Level and title of a heading that a line makes, perhaps with the paragraph line before it."""
    atx = _ATX.fullmatch(line)
    if atx:
        return len(atx[1]), (atx[2] or "").strip()
    setext = _SETEXT.fullmatch(line)
    if setext and before.strip():
        return (1 if setext[1].startswith("=") else 2), before.strip()
    return None


def _pieces(text: str, size: int) -> Iterator[str]:
    """A section in pieces of at most `size` characters, blocks kept together where they fit."""
    if len(text) <= size:
        yield text
        return
    piece = ""
    for block in _blocks(text):
        for part in [block] if len(block) <= size else _parts(block, size):
            if piece and len(piece) + len(part) > size:
                yield piece
                piece = ""
            piece += part
    if piece:
        yield piece


def _blocks(text: str) -> Iterator[str]:
    """Blocks of a section with the blank lines behind each; a fence is one block."""
    block, fence, was_blank = "", "", False
    for line in text.splitlines(keepends=True):
        opened = _FENCE.fullmatch(line.rstrip())
        is_blank = not line.strip() and not fence
        if block and was_blank and not is_blank:
            yield block
            block = ""
        block += line
        was_blank = is_blank
        if fence:
            fence = (
                "" if opened and opened[1].startswith(fence) and not opened[2].strip() else fence
            )
        elif opened:
            fence = opened[1]
    if block:
        yield block


def _parts(block: str, size: int) -> Iterator[str]:
    """A block that is too long, cut at lines, then sentences, then blanks, then anywhere."""
    for line in block.splitlines(keepends=True):
        if len(line) <= size:
            yield line
            continue
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
