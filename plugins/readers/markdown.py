"""Folders of Markdown files as corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from benchbook import (
    BadData,
    Gold,
    MarkdownCutter,
    Place,
    ReaderPlugin,
    Unit,
    hookimpl,
)


class MarkdownReader:
    """Reads a Markdown file, or every one under a folder, in passages.

    A file is a document; its id is its path below the folder without the suffix, with `/` between
    folders. Names that begin with a dot are left out.

    A passage holds one section: what stands under a heading, up to the next one. A heading with
    nothing under it goes with the section that follows. A section of more than `size` characters is
    cut at blank lines; a block that is longer still at ends of lines, of sentences, at blanks, and
    a word without end at the size itself. Tables and fenced code are blocks, and stay whole where
    they fit. The passages of a document, in the order of their ids, joined are its text, character
    by character. The headings above a passage are its section path, and no part of its text.

    Front matter (`key: value` lines between two lines `---`) becomes metadata: year, doi, authors
    or whatever else it says. The title is the one there, else the first heading of the first level,
    else the file's name.

    It reads no gold sets: write them as JSON lines.

    Args:
        size: characters of a passage at most, at least 100.

    Raises:
        UsageError: the size is below 100.
    """

    def __init__(self, *, size: int = 1_200) -> None:
        self._cutter = MarkdownCutter(size)

    def files(self, path: Path) -> Sequence[Path]:
        return _files(path)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        return chain.from_iterable(self._units(path, file) for file in _files(path))

    def gold(self, path: Path) -> Gold:
        raise BadData(
            str(path), None, "Markdown", "a gold set", "Write questions as JSON lines: reader jsonl"
        )

    def _units(self, root: Path, file: Path) -> Iterator[tuple[Place, Unit]]:
        """The units of one file."""
        below = Path(file.name) if file == root else file.relative_to(root)
        return self._cutter.units(file, below)


def _files(path: Path) -> Sequence[Path]:
    """The Markdown files at a path; a file that is named is taken whatever its suffix.

    Raises:
        BadData: there is none.
    """
    found = MarkdownCutter.files(path) if path.is_dir() else (path,)
    if not found:
        raise BadData(str(path), None, "no Markdown file", "files ending in .md or .markdown")
    return found


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="markdown",
            version="1",
            summary="Markdown files, cut into passages by heading",
            build=MarkdownReader,
        )
    ]
