"""A path is read by what its names tell, where no reader is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook.core.importing.default_reader import default_reader
from benchbook.core.importing.ready_reader import find_reader
from benchbook.core.plugging.loading import load_registry


def made(folder: Path, *names: str) -> Path:
    """Make files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return folder


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["corpus.jsonl", "README.md", "topics.txt"], "beir"),
        (["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"], "beir"),
        (["corpus.jsonl", "queries.jsonl", "qrels/test.jsonl"], "mteb"),
        (["corpus.jsonl", "default/test-00000-of-00001.parquet"], "mteb"),
        (["corpus/a.parquet", "queries/a.parquet", "README.md"], "mteb"),
        (["de-corpus/a.jsonl", "de-queries/a.jsonl"], "mteb"),
        (["queries.jsonl.gz", "manifest.jsonl"], "beir"),
        (["manifest.jsonl", "fixture/a.md"], "sci-rag"),
        (["domain/eval_seed_questions.jsonl", "fixture/a.md"], "sci-rag"),
        (["eval_seed_questions.jsonl"], "sci-rag"),
        (["topics.301.txt.gz", "qrels.txt", "README.md"], "trec"),
        (["notes/deep/a.md", "b.txt"], "markdown"),
        ([".git/a.md", "b.txt"], "beir"),
        ([], "beir"),
    ],
)
def test_a_folder_is_told_by_what_it_holds(tmp_path: Path, names: list[str], expected: str) -> None:
    """The first sign counts; without any, the reader that says what it misses."""
    assert expected == default_reader(made(tmp_path, *names))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", "markdown"),
        ("a.MARKDOWN", "markdown"),
        ("manifest.jsonl", "sci-rag"),
        ("eval_seed_questions.jsonl", "sci-rag"),
        ("gold.jsonl", "jsonl"),
        ("papers", "jsonl"),
    ],
)
def test_a_file_is_told_by_its_name(tmp_path: Path, name: str, expected: str) -> None:
    """Whatever it holds."""
    assert expected == default_reader(made(tmp_path, name) / name)


def test_the_name_of_a_data_set_is_no_path() -> None:
    """Whether or not something of that name lies there."""
    assert "irds" == default_reader(Path("irds:beir/scifact/test"))


@pytest.mark.parametrize(
    "name", ["beir", "irds", "jsonl", "markdown", "mteb", "sci-rag", "scix", "trec"]
)
def test_every_reader_that_can_be_told_is_installed(tmp_path: Path, name: str) -> None:
    """And a name that is given goes before what is told."""
    registry = load_registry(())

    assert f"benchbook:{name}" == find_reader(registry, tmp_path, name, {}).name
