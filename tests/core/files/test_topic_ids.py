"""Files that name topics: ids alone, and what other programs keep topics in."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchbook import BadData
from benchbook.core.files.topic_ids import read_topic_ids


def ids(path: Path, text: str) -> tuple[str, ...]:
    """The ids of a file with this text."""
    path.write_text(text)
    return read_topic_ids(path).ids


@pytest.mark.parametrize(
    "text",
    [
        "# chosen\nq2\n\nq1\n",
        "q2\ta question\nq1\tanother\n",
        '{"_id": "q2", "text": "a"}\n{"id": "q1"}\n',
        "<top>\n<num> Number: q2\n<title> a\n</top>\n<top>\n<num> q1\n<title> b\n</top>\n",
    ],
    ids=["ids", "tabs", "json", "sgml"],
)
def test_each_form_gives_the_ids(tmp_path: Path, text: str) -> None:
    """Sorted, whatever their order in the file."""
    assert ("q1", "q2") == ids(tmp_path / "topics", text)


def test_gzip_is_read(tmp_path: Path) -> None:
    """Under any name."""
    path = tmp_path / "topics"
    path.write_bytes(gzip.compress(b"007\n7\n"))

    assert ("007", "7") == read_topic_ids(path).ids


def test_a_topic_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    """A population has each topic once."""
    with pytest.raises(BadData, match="topic 'q1' again") as refused:
        ids(tmp_path / "topics", "q1\nq2\nq1\n")

    assert (3, True) == (refused.value.line, "line 1 already" in refused.value.expected)


def test_a_file_without_topics_is_refused(tmp_path: Path) -> None:
    """Comments alone are no population."""
    with pytest.raises(BadData, match="found no topic; expected one id in each line"):
        ids(tmp_path / "topics", "# none\n")
