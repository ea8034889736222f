"""Which reader a path is read by where none is named: told by names of files, never by contents."""

from __future__ import annotations

from pathlib import Path

from ..files.markdown_units import markdown_files

MANIFEST, QUESTIONS = "manifest.jsonl", "eval_seed_questions.jsonl"
"""The names that the sci-rag kit gives its files."""

CATALOGUE = "irds:"
"""Begins the name of a data set of ir_datasets, which is no path."""

_OF_BEIR = ("corpus.jsonl", "corpus.jsonl.gz", "queries.jsonl", "queries.jsonl.gz")


def default_reader(path: Path) -> str:
    """The name of the reader for a path that is there, or for `irds:` and the name of a data set.

    Such a name is for `irds`. A folder with folders of corpus and queries, or with qrels as JSON
    lines or Parquet, is for `mteb`; with `corpus.jsonl` or `queries.jsonl` (plain or gzip) for
    `beir`; with one of the sci-rag kit's files for `sci-rag`; with something that begins with
    `topics` for `trec`; with a Markdown file in or below it for `markdown`; the first of these
    counts, and any other folder is for `beir`, which says what it misses. A file of the sci-rag
    kit's names is for `sci-rag`, one of Markdown for `markdown`, any other one for `jsonl`.
    """
    if names_dataset(path):
        return "irds"
    return _of_folder(path) if path.is_dir() else _of_file(path)


def _of_file(path: Path) -> str:
    """The reader for a file."""
    if path.name in {MANIFEST, QUESTIONS}:
        return "sci-rag"
    return "markdown" if markdown_files(path) else "jsonl"


def _of_folder(path: Path) -> str:
    """The reader for a folder."""
    if _is_mteb(path):
        return "mteb"
    if _holds(path, *_OF_BEIR):
        return "beir"
    if _holds(path, MANIFEST, QUESTIONS, f"domain/{QUESTIONS}"):
        return "sci-rag"
    if any(path.glob("topics*")):
        return "trec"
    return "markdown" if markdown_files(path) else "beir"


def names_dataset(path: Path) -> bool:
    """Whether a path is none, but the name of a data set."""
    return str(path).startswith(CATALOGUE)


def _is_mteb(folder: Path) -> bool:
    """Whether a folder has the tables of a task of MTEB."""
    tables = {one.name for one in folder.glob("*") if one.is_dir()}
    if {"corpus", "queries"} <= tables or any(name.endswith("-corpus") for name in tables):
        return True
    qrels = [*folder.glob("qrels/*"), *folder.glob("default/*"), *folder.glob("qrels.*")]
    return any(one.name.endswith((".jsonl", ".jsonl.gz", ".parquet")) for one in qrels)


def _holds(folder: Path, *names: str) -> bool:
    """Whether a folder holds one of these files."""
    return any((folder / name).is_file() for name in names)
