"""The lines of a Markdown text: which are headings, and which lie in something fenced.

What counts follows CommonMark 0.31 (sections 4.2 ATX headings, 4.3 setext headings, 4.5 fenced
code, 4.6 HTML blocks), with two limits of our own: a setext title is one line, and a line of over
500 characters is no heading. Fences are also seen behind the signs of quotes and lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

LONGEST = 500
"""Characters of a line that may be a heading: every passage below it carries it."""

_LEVELS = 6
_INDENT = 3
_SIGNS = r"(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*"
_OPENS = re.compile(rf"({_SIGNS})(`{{3,}}|~{{3,}})(.*)", re.DOTALL)
_CLOSES = re.compile(r"([ \t>]*)(`{3,}|~{3,})")
_HTML = re.compile(r" {0,3}<(!--|pre\b|script\b|style\b|textarea\b)", re.IGNORECASE)
_UNDERLINE = re.compile(r" {0,3}(=+|-+)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_NO_TITLE = re.compile(r" {4}|\t| {0,3}(?:[>|]|[-+*](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$))")


@attrs.frozen
class Line:
    """A line of Markdown.

    Attributes:
        text: as it stands, with its end.
        level: of the heading that it makes, 1 to 6; 0 where it makes none.
        title: of that heading.
        takes_last: whether the title is the line before, and this one its underline.
        is_inside: whether it lies in fenced code or an HTML block that an earlier line opened.
    """

    text: str
    level: int = 0
    title: str = ""
    takes_last: bool = False
    is_inside: bool = False


@attrs.frozen
class _Fence:
    """Fenced code that is open: its signs, how far they are indented, whether in a quote."""

    signs: str
    indent: int
    is_quoted: bool


def read_markdown_lines(lines: Iterable[str]) -> Iterator[Line]:
    """Each line with what it is.

    Args:
        lines: with their ends.
    """
    fence: _Fence | None = None
    ending = ""
    paragraph = _Paragraph()
    for text in lines:
        bare = text.rstrip()
        if fence is not None and _is_left(fence, bare):
            fence = None
        if fence is not None:
            fence = None if _is_closed(fence, bare) else fence
            yield Line(text, is_inside=True)
        elif ending:
            ending = "" if ending in bare.lower() else ending
            yield Line(text, is_inside=True)
        else:
            fence = _fence(bare)
            ending = "" if fence else _html_ending(bare)
            is_opening = fence is not None or _HTML.match(bare) is not None
            yield paragraph.interrupted(text) if is_opening else paragraph.read(text, bare)


class _Paragraph:
    """What came before a line: whether a title may stand there that the line underlines."""

    def __init__(self) -> None:
        self._title = ""
        self._is_closed = False

    def interrupted(self, text: str) -> Line:
        """A line that opens a fence or an HTML block."""
        self._title, self._is_closed = "", False
        return Line(text)

    def read(self, text: str, bare: str) -> Line:
        """A line outside of fences and HTML blocks."""
        underline = _UNDERLINE.fullmatch(bare)
        title, self._title = self._title, ""
        level, heading = _atx(bare)
        if level:
            self._is_closed = False
            return Line(text, level, heading)
        if underline and title:
            return Line(text, 1 if underline[1].startswith("=") else 2, title, takes_last=True)
        if not bare or _RULE.fullmatch(bare):
            self._is_closed = False
        elif title or self._is_closed or _NO_TITLE.match(bare) or len(bare) > LONGEST:
            self._is_closed = True  # of several lines, or of a list, quote or table
        else:
            self._title = bare.strip()
        return Line(text)


def _atx(bare: str) -> tuple[int, str]:
    """Level and title of a heading that begins with `#`; level 0 where it is none."""
    line = bare.lstrip(" ")
    level = len(line) - len(line.lstrip("#"))
    if not 1 <= level <= _LEVELS or len(bare) - len(line) > _INDENT or len(bare) > LONGEST:
        return 0, ""
    rest = line[level:]
    if rest and rest[0] not in " \t":
        return 0, ""
    title = rest.strip()
    without = title.rstrip("#")
    is_closed = without != title and (not without or without[-1] in " \t")
    return level, without.rstrip() if is_closed else title


def _fence(bare: str) -> _Fence | None:
    """The fence that a line opens, or None."""
    opened = _OPENS.fullmatch(bare)
    if opened is None or (opened[2].startswith("`") and "`" in opened[3]):
        return None
    signs = opened[1]
    if not signs.strip() and len(signs.expandtabs(4)) > _INDENT:
        return None  # indented code that shows a fence
    return _Fence(opened[2], len(signs.expandtabs(4)), ">" in signs)


def _is_closed(fence: _Fence, bare: str) -> bool:
    """Whether a line closes a fence: the same sign, as often or more, and nothing behind."""
    closing = _CLOSES.fullmatch(bare)
    return (
        closing is not None
        and closing[2].startswith(fence.signs)
        and len(closing[1].expandtabs(4)) <= fence.indent + _INDENT
    )


def _is_left(fence: _Fence, bare: str) -> bool:
    """Whether a line stands outside of the quote that a fence was opened in."""
    return fence.is_quoted and not bare.lstrip().startswith(">")


def _html_ending(bare: str) -> str:
    """What ends the HTML block that a line opens; empty where it opens none, or ends it too."""
    opened = _HTML.match(bare)
    if opened is None:
        return ""
    ending = "-->" if opened[1] == "!--" else f"</{opened[1].lower()}>"
    return "" if ending in bare.lower() else ending
