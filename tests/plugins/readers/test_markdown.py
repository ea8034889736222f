"""What the reader of Markdown takes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, Unit, UsageError
from benchbook.core.importing.reader_checks import read_corpus
from benchbook.core.objects.corpora import load_corpus, store_corpus
from benchbook.plugins.readers.markdown import MarkdownReader
from collections_made import Objects
from house import ROOT


def folder(path: Path, files: dict[str, str]) -> Path:
    """Write files into a folder."""
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    return path


def units(path: Path, size: int = 1_200) -> list[Unit]:
    """Read a path."""
    return [unit for _, unit in MarkdownReader(size=size).corpus(path)]


def test_each_file_of_a_folder_is_a_document(tmp_path: Path) -> None:
    """Its id is its path without the suffix."""
    path = folder(tmp_path, {"b.md": "x\n", "a/c.markdown": "# A\na\n# B\nb\n", "d.txt": "x"})

    assert [("a/c", "a/c#0000"), ("a/c", "a/c#0001"), ("b", "b")] == [
        (unit.doc_id, unit.unit_id) for unit in units(path)
    ]


def test_a_single_file_is_a_document(tmp_path: Path) -> None:
    """Whatever it is called: it was named."""
    path = folder(tmp_path, {"notes.txt": "# A\na\n"}) / "notes.txt"

    assert [
        Unit(unit_id="notes", doc_id="notes", title="A", section=("A",), text="# A\na\n")
    ] == units(path)
    assert (path,) == MarkdownReader().files(path)


def test_the_size_says_where_sections_are_cut(tmp_path: Path) -> None:
    """No unit is longer, and all of them are the text."""
    text = "# A\n\n" + "A sentence of some words. " * 40
    made = units(folder(tmp_path, {"a.md": text}), 100)

    assert max(len(unit.text) for unit in made) <= 100
    assert text == "".join(unit.text for unit in made)


def test_a_corpus_from_the_ledger_gives_each_text_back(tmp_path: Path) -> None:
    """Checked, stored, loaded, in the order of ids: the project's own pages."""
    objects = Objects()
    docs = ROOT / "docs"
    units = read_corpus(MarkdownReader(size=300), docs, "markdown")
    corpus = load_corpus(store_corpus(units, objects.put), objects.__getitem__)
    texts: dict[str, str] = {}
    for unit in corpus.units:
        texts[unit.doc_id] = texts.get(unit.doc_id, "") + unit.text

    assert {
        page.relative_to(docs).with_suffix("").as_posix(): page.read_text("utf-8")
        for page in docs.rglob("*.md")
    } == texts


def test_two_files_of_one_name_are_refused_naming_both(tmp_path: Path) -> None:
    """`a.md` and `a.markdown` would be one document."""
    path = folder(tmp_path, {"a.md": "x", "a.markdown": "y"})

    with pytest.raises(BadData, match=r"a\.md, line 1: found unit 'a' again.*a\.markdown"):
        read_corpus(MarkdownReader(), path, "markdown")


def test_a_folder_without_markdown_is_refused(tmp_path: Path) -> None:
    """It says what was looked for."""
    with pytest.raises(BadData, match=r"no Markdown file; expected files ending in \.md"):
        units(folder(tmp_path, {"a.txt": "x"}))


def test_it_reads_no_gold_set(tmp_path: Path) -> None:
    """The message says what does."""
    with pytest.raises(BadData, match="reader jsonl"):
        MarkdownReader().gold(tmp_path)


def test_a_size_that_leaves_no_sentence_whole_is_refused() -> None:
    """Before anything is read."""
    with pytest.raises(UsageError, match="at least 100"):
        MarkdownReader(size=99)


def test_a_name_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """One line, no crash."""
    try:
        (tmp_path / "a\udcff.md").write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names alone")

    with pytest.raises(BadData):
        read_corpus(MarkdownReader(), tmp_path, "markdown")
