"""Expansions: passages written in place of topics, read from a file that says who wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, Expansions, Topics
from benchbook.core.expansions import read_expansions

LINE = '{"id": "a", "passages": ["one", "two"], "written_by": "hand"}\n'
TOPICS = Topics.of_ids(["a", "b", "c"])


def read(folder: Path, text: str) -> Expansions:
    """The expansions of a file with this text."""
    path = folder / "hyde.jsonl"
    path.write_text(text)
    return read_expansions(path)


def test_passages_and_writers_are_read(tmp_path: Path) -> None:
    """In the order of topics; each writer once."""
    more = '{"topic": "0", "passages": ["three"], "written_by": "a model"}\n'

    assert Expansions({"0": ("three",), "a": ("one", "two")}, ("a model", "hand")) == read(
        tmp_path, LINE + more
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no expansions"),
        (
            LINE + LINE,
            "line 2: found topic 'a' again; expected each topic once; it stands in line 1",
        ),
        (LINE.replace('"hand"', "7"), "written_by = 7"),
        (LINE.replace(', "written_by": "hand"', ""), "no 'written_by'"),
        (LINE.replace('["one", "two"]', "[]"), "no passage, or an empty one"),
        (LINE.replace('"two"', '" "'), "no passage, or an empty one"),
        (LINE.replace('"a"', "1.5"), "id = 1.5"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """By line, with what was expected."""
    with pytest.raises(BadData, match=message):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("topics", "told"),
    [
        (("a", "b", "c"), "passages written by hand: 3 of 3 topics"),
        (("a", "c"), "passages written by hand: 2 of 3 topics; b without any"),
        (("c",), "passages written by hand: 1 of 3 topics; a and 1 more without any"),
    ],
)
def test_who_wrote_for_how_many_is_told(topics: tuple[str, ...], told: str) -> None:
    """One sentence for the record."""
    expansions = Expansions(dict.fromkeys(topics, ("text",)), ("hand",))

    assert told == expansions.told(TOPICS)
