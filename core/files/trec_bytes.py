"""The bytes of a TREC file: plain or gzip, checked to be text."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

from ..errors import BadData

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"

ROOM = 64 << 20
"""Bytes that any gzip file may unpack to."""

RATIO = 100
"""How many times its own bytes a larger one may unpack to; runs take 3 to 15, a bomb 1,000."""


def read_text(path: Path | str, what: str) -> bytes:
    """The bytes of a UTF-8 text file, unpacked where they are gzip, without a byte order mark.

    Whether a file is compressed is told by its first bytes, not by its name.

    Args:
        path: the file.
        what: what the file should be, for messages, as "a TREC run".

    Raises:
        BadData: there is no such file, it is a folder, it is empty, its compression is damaged or
            hides far more than a run or qrels would, or it is not UTF-8 text.
    """
    file = str(path)
    data = _unpacked(file, _read(file, what))
    data = data.removeprefix(_BOM)
    _check_text(file, data, what)
    return data


def _read(file: str, what: str) -> bytes:
    """The bytes of a file as they lie on the disk."""
    try:
        data = Path(file).read_bytes()
    except FileNotFoundError as exc:
        raise BadData(file, None, "no such file", what, "Check the path.") from exc
    except IsADirectoryError as exc:
        raise BadData(file, None, "a folder", what, "Name a file in it.") from exc
    if not data:
        raise BadData(file, None, "an empty file", what)
    return data


def _unpacked(file: str, data: bytes) -> bytes:
    """The text inside gzip, or the data as they are; no more is unpacked than a run may hold."""
    if not data.startswith(_GZIP):
        return data
    most = max(ROOM, RATIO * len(data))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            unpacked = packed.read(most + 1)
    except EOFError as exc:
        hint = "Fetch the file again."
        raise BadData(file, None, "gzip data that end too early", "whole data", hint) from exc
    except (gzip.BadGzipFile, zlib.error) as exc:
        hint = "Fetch the file again."
        raise BadData(file, None, f"damaged gzip data ({exc})", "whole data", hint) from exc
    if len(unpacked) > most:
        found = f"{len(data):,} bytes of gzip that unpack to over {most:,}"
        raise BadData(file, None, found, f"at most {most:,}", "Unpack it, and look what it is.")
    if not unpacked:
        raise BadData(file, None, "gzip of an empty file", "text")
    return unpacked


def _check_text(file: str, data: bytes, what: str) -> None:
    """Refuse what no text holds, naming its line."""
    expected = f"{what}, as UTF-8 text"
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as exc:
            found = f"byte 0x{data[exc.start]:02x}, which is not UTF-8"
            raise BadData(file, _line(data, exc.start), found, expected) from exc
        at = data.find(_BOM)
        if at >= 0:
            found = "a byte order mark (U+FEFF) inside the text"
            hint = "Remove it: it is invisible and makes ids unequal."
            raise BadData(file, _line(data, at), found, expected, hint)
    at = data.find(b"\0")
    if at >= 0:
        found = "a null byte, as in binary data or UTF-16"
        raise BadData(file, _line(data, at), found, expected)


def _line(data: bytes, at: int) -> int:
    """The line, from 1, in which a byte stands."""
    return data.count(b"\n", 0, at) + 1
