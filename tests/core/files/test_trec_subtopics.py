"""Qrels whose second column names subtopics."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, Qrels
from benchbook.core.files.trec_subtopics import read_subtopics
from benchbook.core.measuring.axes import Asked, Covering


def write(folder: Path, text: str) -> Path:
    """Write qrels."""
    path = folder / "qrels.txt"
    path.write_text(text)
    return path


def test_subtopics_are_axes_and_a_document_has_its_highest_grade(tmp_path: Path) -> None:
    """A grade of 0 is a judgment that covers nothing; twins are counted."""
    path = write(tmp_path, "q 1 a 0\nq 2 a 2\nq 2 b 1\nq 2 b 1\nq 3 c 0\nr 1 a 1\n")

    qrels, axes = read_subtopics(path)

    assert Qrels.of([("q", "a", 2), ("q", "b", 1), ("q", "c", 0), ("r", "a", 1)]) == qrels
    assert 1 == qrels.twins
    assert {
        "q": Asked(3, (Covering(1, "a", 2), Covering(1, "b", 1))),
        "r": Asked(1, (Covering(0, "a", 1),)),
    } == axes.asked


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("q 1 a 0\nq 2 a 1\nq 1 a 1\n", 3, "grade 1 for document 'a', subtopic '1' of topic 'q'"),
        ("q 0 a 1\nq 0 b 1\n", None, "'0' in the second column of every line"),
        ("q a 1\n", 1, "3 fields"),
        ("\n", None, "no judgments"),
    ],
)
def test_what_is_no_subtopic_file_is_refused(
    tmp_path: Path, text: str, line: int | None, found: str
) -> None:
    """Two grades for one pair, one subtopic throughout, and what is no qrels at all."""
    with pytest.raises(BadData) as refused:
        read_subtopics(write(tmp_path, text))

    assert (line, found) == (refused.value.line, refused.value.found)
