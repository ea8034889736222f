"""Text files as lines, plain or gzip, with the place of each line."""

from __future__ import annotations

import gzip
import stat
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from ..errors import BadData
from ..places import Place

LINE_LIMIT = 32 << 20
"""Bytes: a longer line is refused before memory holds it; a small archive can hold a huge one."""

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_lines(
    path: Path, *, encoding: str = "utf-8", blank: bool = False
) -> Iterator[tuple[Place, str]]:
    """Each line of a text file that holds more than white space, with its place.

    Gzip is recognised by its first bytes, whatever the file is called. A byte order mark is
    dropped at the very start of the file only; both kinds of line end are. Places name the path as
    it was given.

    Args:
        path: of the file.
        encoding: `utf-8`, or one in which a byte is a character, as `latin-1`.
        blank: whether lines of white space alone are given too.

    Raises:
        BadData: the file cannot be opened, a line is not of this encoding or longer than 32 MiB,
            or the archive is damaged or cut short.
    """
    name = str(path)
    with _opened(name, path) as raw:
        if not raw.peek(len(_GZIP)).startswith(_GZIP):
            yield from _decoded(name, raw, encoding, blank=blank)
            return
        with gzip.open(raw) as unpacked:
            yield from _decoded(name, unpacked, encoding, blank=blank)


def refuse_stream(path: Path) -> None:
    """Refuse a pipe or device: a second reading, as for its digest, finds other bytes or waits.

    Raises:
        BadData: it is one.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return  # not there, or no path at all: whoever opens it says so
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise BadData(
            str(path), None, "a pipe or a device", "a file or folder", "Save it to a file first"
        )


def _opened(name: str, path: Path) -> BufferedReader:
    """The file, open.

    Raises:
        BadData: it cannot be opened.
    """
    try:
        return path.open("rb")
    except OSError as error:
        found = error.strerror or "a file that cannot be opened"
        raise BadData(name, None, found, "a file that can be read") from error


def _decoded(
    name: str, file: BinaryIO | gzip.GzipFile, encoding: str, *, blank: bool
) -> Iterator[tuple[Place, str]]:
    """The lines of an open file, those that are not blank or all."""
    number = 0
    while line := _next_line(name, number + 1, file):
        number += 1
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        try:
            text = line.decode(encoding).rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise BadData(
                name,
                number,
                f"byte 0x{line[error.start]:02x} at column {error.start + 1}",
                f"{encoding.upper()} text",
                f"Save the file as {encoding.upper()}",
            ) from error
        if blank or text.strip():
            yield Place(name, number), text


def _next_line(name: str, number: int, file: BinaryIO | gzip.GzipFile) -> bytes:
    """One line with its end, or nothing at the end of the file."""
    try:
        line = file.readline(LINE_LIMIT + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadData(
            name, number, f"a damaged gzip archive ({error})", "an archive that unpacks to its end"
        ) from error
    if len(line) > LINE_LIMIT:
        raise BadData(name, number, "a line of over 32 MiB", "lines of at most 32 MiB")
    return line
