"""JSON lines are read strictly: nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, JsonRecord, read_json_lines


def record(folder: Path, line: str) -> JsonRecord:
    """Give the one record of a file with this line."""
    path = folder / "file.jsonl"
    path.write_text(line, "utf-8")
    (only,) = read_json_lines(path)
    return only


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"s": 1, "s": 2}', "the key 's' twice"),
        ('{"a": {"s": 1, "s": 2}}', "the key 's' twice"),
        ('{"s": NaN}', "NaN"),
        ('{"s": -Infinity}', "-Infinity"),
        ('{"s": "\\ud800"}', "half of a surrogate pair"),
        ('{"s": 1,}', "at column"),
        ('{"s": 1} {"s": 2}', "Extra data"),
        ("[1]", "[1]"),
        ("{'s': 1}", "at column"),
        ('{"s": 007}', "at column"),
        ('{"s": 1_0}', "at column"),
        ("[" * 100_000, "nesting without end"),
        ('{"s": ' + "9" * 5000 + "}", "limit"),
    ],
)
def test_p59_p60_what_is_not_strict_json_is_refused(tmp_path: Path, line: str, found: str) -> None:
    """A line that Python's reader would take, or would crash on, is refused with its place."""
    with pytest.raises(BadData) as caught:
        record(tmp_path, line)

    assert 1 == caught.value.line
    assert found in str(caught.value)


def test_an_escaped_pair_is_one_character(tmp_path: Path) -> None:
    """A character beyond the first plane may be written as two escapes."""
    assert "😀" == record(tmp_path, r'{"s": "\ud83d\ude00"}').string("s")


@pytest.mark.parametrize(
    ("text", "id_"), [('"007"', "007"), ('"7"', "7"), ("7", "7"), ("-1", "-1")]
)
def test_an_id_is_its_text(tmp_path: Path, text: str, id_: str) -> None:
    """007 is not 7; an integer is taken by its text."""
    assert id_ == record(tmp_path, f'{{"id": {text}}}').id("id", "_id")


@pytest.mark.parametrize("text", ["1.0", "1e2", "true", "null", '""', '["a"]'])
def test_an_id_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    """1.0 does not become 1, and nothing becomes a word."""
    with pytest.raises(BadData, match="an id: text that is not empty"):
        record(tmp_path, f'{{"id": {text}}}').id("id")


def test_a_missing_id_names_what_is_looked_for(tmp_path: Path) -> None:
    """The message lists the names that would do."""
    with pytest.raises(BadData, match="no 'id' or '_id'"):
        record(tmp_path, '{"name": "a"}').id("id", "_id")


def test_a_missing_field_takes_its_default_and_null_counts_as_missing(tmp_path: Path) -> None:
    """A title may be left out or null."""
    line = record(tmp_path, '{"title": null}')

    assert ("", "") == (line.string("title", ""), line.string("other", ""))


@pytest.mark.parametrize("text", ["7", "1.5", "true", '["a"]', "null"])
def test_text_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    """A text is never made of a number."""
    with pytest.raises(BadData, match="'text' as a string"):
        record(tmp_path, f'{{"text": {text}}}').string("text")


def test_strings_are_a_list_or_one(tmp_path: Path) -> None:
    """One tag may stand without brackets."""
    line = record(tmp_path, '{"one": "a", "two": ["a", "b"], "none": null}')

    assert (("a",), ("a", "b"), (), ()) == tuple(
        map(line.strings, ("one", "two", "none", "missing"))
    )


def test_a_list_of_other_things_is_refused(tmp_path: Path) -> None:
    """A tag that is a number is a fault of the file."""
    with pytest.raises(BadData, match="'tags' as a list of strings"):
        record(tmp_path, '{"tags": ["a", 1]}').strings("tags")


def test_metadata_is_what_is_left(tmp_path: Path) -> None:
    """Other fields and those of an object `metadata` are kept, sorted, decimals by their text."""
    line = record(
        tmp_path, '{"id": "a", "year": 1999, "x": null, "metadata": {"score": 1.50, "l": [0.1]}}'
    )

    assert [("l", ["0.1"]), ("score", "1.50"), ("year", 1999)] == list(
        line.metadata({"id"}).items()
    )
    assert str is type(line.metadata({"id"})["score"])


def test_a_field_beside_and_inside_metadata_is_refused(tmp_path: Path) -> None:
    """Neither of two values wins in silence."""
    with pytest.raises(BadData, match="'year' both beside and inside"):
        record(tmp_path, '{"year": 1, "metadata": {"year": 2}}').metadata(())


def test_metadata_nested_without_end_is_refused(tmp_path: Path) -> None:
    """What the decoder still takes may be too deep for what comes after it."""
    line = '{"m": ' + "[" * 950 + "]" * 950 + "}"
    with pytest.raises(BadData) as caught:
        record(tmp_path, line).metadata(())

    assert "nesting without end" == caught.value.found
