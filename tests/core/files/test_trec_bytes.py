"""A TREC file is text, plain or gzip; whatever else it is, is said in one line."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from benchbook import BadData
from benchbook.core.files.trec_bytes import ROOM, read_text

TEXT = "q1 Q0 é 1 2.5 run\n".encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for a file."""
    return tmp_path / "some.run"


def test_gzip_is_known_by_its_bytes(file: Path) -> None:
    """A compressed file is read whatever it is called, in one member or several."""
    file.write_bytes(gzip.compress(TEXT) + gzip.compress(TEXT))

    assert TEXT + TEXT == read_text(file, "a TREC run")


def test_plain_text_called_gz_is_plain_text(tmp_path: Path) -> None:
    """The name of a file decides nothing."""
    file = tmp_path / "some.run.gz"
    file.write_bytes(TEXT)

    assert TEXT == read_text(file, "a TREC run")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_p55_byte_order_mark_is_dropped_at_the_start(file: Path, pack: type[bytes]) -> None:
    """An editor's invisible mark must not become part of the first topic."""
    file.write_bytes(pack(b"\xef\xbb\xbf" + TEXT))

    assert TEXT == read_text(file, "a TREC run")


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b"", None, "an empty file"),
        (gzip.compress(b""), None, "gzip of an empty file"),
        (gzip.compress(TEXT * 99)[:-20], None, "gzip data that end too early"),
        (gzip.compress(TEXT)[:-8] + bytes(8), None, "damaged gzip data"),
        (b"\x1f\x8b\x08" + bytes(range(60)), None, "damaged gzip data"),
        (TEXT + b"q1 Q0 \xff 2 1 run\n", 2, "byte 0xff, which is not UTF-8"),
        (TEXT + b"\xef\xbb\xbf" + TEXT, 2, "a byte order mark (U+FEFF) inside the text"),
        (TEXT + TEXT + b"\0\0\0", 3, "a null byte"),
        ("q1 Q0 a 1 2 r\n".encode("utf-16"), 1, "which is not UTF-8"),
        ("q1 Q0 a 1 2 r\n".encode("utf-16-le"), 1, "a null byte, as in binary data or UTF-16"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), 1, "byte 0x89, which is not UTF-8"),
    ],
)
def test_what_is_no_text_is_named(file: Path, data: bytes, line: int | None, found: str) -> None:
    """Damage and binary data are told by file, line and byte, not by a traceback."""
    file.write_bytes(data)

    with pytest.raises(BadData) as refused:
        read_text(file, "a TREC run")

    assert (str(file), line) == (refused.value.file, refused.value.line)
    assert found in refused.value.found


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(file: Path) -> None:
    """A few kilobytes of gzip cannot fill the memory."""
    file.write_bytes(gzip.compress(b"\n" * (ROOM + 1)))

    with pytest.raises(BadData, match="unpack to over 67,108,864"):
        read_text(file, "a TREC run")


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    """A path that leads nowhere, or to a folder, is a fault of one line."""
    for path, found in ((tmp_path / "none.run", "no such file"), (tmp_path, "a folder")):
        with pytest.raises(BadData, match=found):
            read_text(path, "a TREC run")


def test_a_pipe_can_be_read(tmp_path: Path) -> None:
    """A shell's process substitution gives a pipe, which can be read once only."""
    reading, writing = os.pipe()
    os.write(writing, TEXT)
    os.close(writing)

    assert TEXT == read_text(f"/dev/fd/{reading}", "a TREC run")
    os.close(reading)
