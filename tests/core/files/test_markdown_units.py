"""Files of Markdown become units that give their text back."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchbook import BadData, Unit, UsageError
from benchbook.core.files.markdown_units import (
    MarkdownCutter,
    markdown_files,
    markdown_id,
    markdown_units,
    read_markdown,
)
from benchbook.core.importing.reader_checks import check_kept


def units(folder: Path, text: str, size: int = 1_200, **known: object) -> list[Unit]:
    """Write a file and give its units."""
    path = folder / "a file.md"
    path.write_bytes(text.encode())
    return [unit for _, unit in markdown_units(path, "d", size, known)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.sampled_from("ab# -`\n\r\t|.é\u0301"), max_size=300))
def test_units_in_their_order_give_the_text_back(tmp_path: Path, text: str) -> None:
    """Sorted by id, joined: the file below its front matter, whatever it holds."""
    made = units(tmp_path, text, 7)
    ids = [unit.unit_id for unit in made]

    assert read_markdown(tmp_path / "a file.md").body == "".join(unit.text for unit in made)
    assert sorted(ids) == ids


def test_a_document_of_one_passage_has_its_own_name(tmp_path: Path) -> None:
    """It needs no number."""
    assert ["d"] == [unit.unit_id for unit in units(tmp_path, "# A\na\n")]


@pytest.mark.parametrize(
    ("count", "first", "last"), [(2, "d#0000", "d#0001"), (10_001, "d#00000", "d#10000")]
)
def test_numbers_of_passages_sort_as_they_are_read(
    tmp_path: Path, count: int, first: str, last: str
) -> None:
    """Four digits, and as many as the last one needs."""
    made = [unit.unit_id for unit in units(tmp_path, "# A\na\n" * count)]

    assert (count, first, last) == (len(made), made[0], made[-1])
    assert sorted(made) == made


def test_an_empty_file_is_a_document_without_text(tmp_path: Path) -> None:
    """It is named by its file."""
    assert [Unit(unit_id="d", doc_id="d", title="a file", text="")] == units(tmp_path, "")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Front\n---\n# Heading\n", "Front"),
        ("text\n\nHeading\n===\n", "Heading"),
        ("## Heading\n", "a file"),
        ("---\ntitle: \n---\n# Heading\n", "Heading"),
    ],
)
def test_the_title_is_in_front_or_the_first_heading_or_the_name(
    tmp_path: Path, text: str, title: str
) -> None:
    """In this order; all units of a document have it."""
    assert {title} == {unit.title for unit in units(tmp_path, text)}


def test_what_is_known_from_elsewhere_goes_before_the_front_matter(tmp_path: Path) -> None:
    """A manifest's title and year win; the rest of the front matter is kept beside."""
    (unit,) = units(tmp_path, "---\ntitle: a\nyear: 1\nx: 2\n---\nb\n", title="c", year=3)

    assert ("c", {"year": 3, "x": 2}) == (unit.title, unit.metadata)


def test_places_are_lines_of_the_file(tmp_path: Path) -> None:
    """Front matter and line ends of either kind are counted."""
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf---\r\na: 1\r\n---\r\n# A\r\na\r\n\r\n# B\r\nb\r\n")

    assert [4, 7] == [place.line for place, _ in markdown_units(path, "a", 1_200, {})]


@pytest.mark.parametrize("line", ["year: in press", "retracted: yes", "cites: d1"])
def test_a_field_with_a_meaning_and_another_type_is_refused(tmp_path: Path, line: str) -> None:
    """A scope or a lane would pass it over in silence."""
    with pytest.raises(BadData, match=r"a file\.md, line 1: found"):
        units(tmp_path, f"---\n{line}\n---\ntext\n")


def test_text_that_is_not_utf_8_is_refused_naming_its_line(tmp_path: Path) -> None:
    """Nobody guesses an encoding."""
    path = tmp_path / "a.md"
    path.write_bytes(b"one\ntwo \xe9\n")

    with pytest.raises(BadData, match="line 2: found byte 0xe9; expected UTF-8"):
        list(markdown_units(path, "a", 1_200, {}))


def test_a_paragraph_of_200_kb_is_cut_and_kept(tmp_path: Path) -> None:
    """Every unit is one that the ledger keeps."""
    text = "# A\n\n" + "A sentence of a paragraph that has no end. " * 5_000
    path = tmp_path / "a.md"
    path.write_text(text)
    pairs = list(markdown_units(path, "a", 1_200, {}))
    for place, unit in pairs:
        check_kept(place, unit)

    assert text == "".join(unit.text for _, unit in pairs)
    assert {("A",)} == {unit.section for _, unit in pairs}


def test_files_are_found_below_a_folder(tmp_path: Path) -> None:
    """By suffix, whatever its case; hidden files and folders are not, nor folders with the name."""
    for name in ("b/c.md", "a.MD", "a.markdown", "a.txt", ".hidden.md", ".git/x.md", "d.md/e.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")

    found = [file.relative_to(tmp_path).as_posix() for file in markdown_files(tmp_path)]
    assert ["a.MD", "a.markdown", "b/c.md", "d.md/e.md"] == found
    assert (tmp_path / "a.MD",) == markdown_files(tmp_path / "a.MD")
    assert () == markdown_files(tmp_path / "a.txt")


def test_ids_are_composed_paths_without_suffix() -> None:
    """A file system that takes accents apart makes no other document."""
    assert "notes/caf\u00e9.v1" == markdown_id(
        Path(unicodedata.normalize("NFD", "notes/caf\u00e9.v1.md"))
    )


def test_a_size_below_100_is_refused() -> None:
    """The smallest one is taken."""
    MarkdownCutter(100)
    with pytest.raises(UsageError, match="size = 99; expected at least 100"):
        MarkdownCutter(99)
