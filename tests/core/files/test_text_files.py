"""Text files are read line by line, whatever wrote them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from benchbook import BadData, read_lines
from benchbook.core.files import text_files


def written(folder: Path, data: bytes) -> Path:
    """Write a file and give its path."""
    path = folder / "lines.txt"
    path.write_bytes(data)
    return path


def numbered(path: Path) -> list[tuple[int, str]]:
    """Give the lines of a file with their numbers."""
    return [(place.line, text) for place, text in read_lines(path)]


def test_lines_are_counted_from_one_and_blank_ones_are_left_out(tmp_path: Path) -> None:
    """A place is the line that an editor shows."""
    assert [(1, "a"), (4, "b")] == numbered(written(tmp_path, b"a\n\n \t\nb\n"))


def test_ends_of_lines_do_not_matter(tmp_path: Path) -> None:
    """CRLF, and a last line without an end, read the same."""
    assert [(1, "a"), (2, "b")] == numbered(written(tmp_path, b"a\r\nb"))


def test_p55_a_byte_order_mark_is_dropped_at_the_start_alone(tmp_path: Path) -> None:
    """The first line has no mark in front, and a mark elsewhere is kept."""
    mark = b"\xef\xbb\xbf"

    assert [(1, "a"), (2, "\ufeffb")] == numbered(written(tmp_path, mark + b"a\n" + mark + b"b\n"))


def test_gzip_is_recognised_by_its_bytes(tmp_path: Path) -> None:
    """An archive is unpacked whatever it is called."""
    assert [(1, "a"), (2, "b")] == numbered(written(tmp_path, gzip.compress(b"a\nb\n")))


def test_an_archive_cut_short_is_refused(tmp_path: Path) -> None:
    """A download that broke off is not read as a shorter file."""
    archive = gzip.compress(b"a line\n" * 1000)

    with pytest.raises(BadData, match="damaged gzip archive"):
        numbered(written(tmp_path, archive[:-10]))


def test_a_byte_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    """The message says line, byte and column."""
    with pytest.raises(BadData) as caught:
        numbered(written(tmp_path, "a\ncafé\n".encode("latin-1")))

    assert (2, "byte 0xe9 at column 4") == (caught.value.line, caught.value.found)


def test_a_missing_file_is_named_as_it_was_given(tmp_path: Path) -> None:
    """A path that is not there is bad input, not a crash."""
    with pytest.raises(BadData) as caught:
        numbered(tmp_path / "nowhere")

    assert str(tmp_path / "nowhere") == caught.value.file


def test_a_line_without_end_is_refused_before_it_fills_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small archive cannot unpack into one huge line."""
    monkeypatch.setattr(text_files, "LINE_LIMIT", 10)

    with pytest.raises(BadData, match="a line of over"):
        numbered(written(tmp_path, gzip.compress(b"x" * 100)))


def test_what_can_be_read_only_once_is_refused(tmp_path: Path) -> None:
    """A pipe is read for its content and again for its digest, and would give nothing or wait."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadData, match="a pipe or a device"):
        text_files.refuse_stream(pipe)

    for other in (tmp_path, written(tmp_path, b"a"), tmp_path / "absent"):
        text_files.refuse_stream(other)
