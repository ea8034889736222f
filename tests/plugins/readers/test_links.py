"""A corpus must not read what lies beside it: links that lead out of its folder are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchbook import BadData
from benchbook.plugins.readers.markdown import MarkdownReader
from benchbook.plugins.readers.sci_rag import SciRagReader


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of its own, a link inside, and a secret beside it."""
    made = tmp_path / "corpus"
    made.mkdir()
    (tmp_path / "secret.md").write_text("beside")
    (made / "own.md").write_text("inside")
    (made / "again.md").symlink_to("own.md")
    return made


def test_a_link_inside_is_a_file(folder: Path) -> None:
    """Two documents with one text."""
    units = [unit for _, unit in MarkdownReader().corpus(folder)]

    assert ["again", "own"] == [unit.doc_id for unit in units]


@pytest.mark.parametrize("reader", [MarkdownReader(), SciRagReader()])
def test_a_link_that_leads_out_is_refused(
    folder: Path, reader: MarkdownReader | SciRagReader
) -> None:
    """By its name, before anything is read."""
    (folder / "out.md").symlink_to("../secret.md")

    with pytest.raises(BadData, match=r"out\.md: found a link that leads out of the corpus"):
        list(reader.corpus(folder))


def test_a_link_of_a_manifest_that_leads_out_is_refused(folder: Path) -> None:
    """By the manifest's line."""
    (folder / "out.md").symlink_to("../secret.md")
    (folder / "manifest.jsonl").write_text(json.dumps({"path": "out.md", "title": "x"}))

    with pytest.raises(BadData, match=r"line 1: found path 'out\.md', a link that leads out of it"):
        list(SciRagReader().corpus(folder))
