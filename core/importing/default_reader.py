"""Which reader a path is read by where none is named: told by names of files, never by contents."""

from __future__ import annotations

from pathlib import Path

from ..files.markdown_units import markdown_files

MANIFEST, QUESTIONS = "manifest.jsonl", "eval_seed_questions.jsonl"
"""The names that the sci-rag kit gives its files."""

_OF_BEIR = ("corpus.jsonl", "corpus.jsonl.gz", "queries.jsonl", "queries.jsonl.gz")


def default_reader(path: Path) -> str:
    """The name of the reader for a path that is there.

    A folder with `corpus.jsonl` or `queries.jsonl` (plain or gzip) is for `beir`; with one of the
    sci-rag kit's files for `sci-rag`; with something that begins with `topics` for `trec`; with a
    Markdown file in or below it for `markdown`; the first of these counts, and any other folder is
    for `beir`, which says what it misses. A file of the sci-rag kit's names is for `sci-rag`, one
    of Markdown for `markdown`, any other one for `jsonl`.
    """
    if not path.is_dir():
        if path.name in {MANIFEST, QUESTIONS}:
            return "sci-rag"
        return "markdown" if markdown_files(path) else "jsonl"
    if _holds(path, *_OF_BEIR):
        return "beir"
    if _holds(path, MANIFEST, QUESTIONS, f"domain/{QUESTIONS}"):
        return "sci-rag"
    if any(path.glob("topics*")):
        return "trec"
    return "markdown" if markdown_files(path) else "beir"


def _holds(folder: Path, *names: str) -> bool:
    """Whether a folder holds one of these files."""
    return any((folder / name).is_file() for name in names)
