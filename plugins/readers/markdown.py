"""Folders of Markdown files as corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from benchbook import BadData, Gold, Place, ReaderPlugin, Unit, UsageError, hookimpl, markdown_units

SUFFIXES = (".md", ".markdown")


class MarkdownReader:
    """Reads a Markdown file, or every one under a folder, in passages.

    A file is a document; its id is its path below the folder without the suffix, with `/` between
    folders. It is cut by heading, and a section longer than `size` at blank lines, else at ends of
    lines, of sentences, at blanks; tables and fenced code stay whole as long as they fit. The
    passages of a document, in the order of their ids, joined are its text. Headings above a passage
    are its section path. Title, year, doi and whatever else front matter says (`key: value` lines)
    become metadata; without a title there, the first heading of the first level is the title, else
    the file's name.

    It reads no gold sets: write them as JSON lines.

    Args:
        size: characters of a passage at most, at least 100.

    Raises:
        UsageError: the size is below 100.
    """

    def __init__(self, *, size: int = 1_200) -> None:
        if size < 100:  # noqa: PLR2004 - below that no sentence is left whole
            message = f"markdown: size = {size}; expected at least 100 characters"
            raise UsageError(message)
        self._size = size

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
        below = file.name if file == root else file.relative_to(root).as_posix()
        return markdown_units(file, below.rpartition(".")[0] or below, self._size, {})


def _files(path: Path) -> Sequence[Path]:
    """The Markdown files at a path, sorted; hidden files and folders are left out.

    Raises:
        BadData: there is none.
    """
    if not path.is_dir():
        return (path,)
    found = sorted(
        file
        for file in path.rglob("*")
        if file.suffix.lower() in SUFFIXES
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    )
    if not found:
        raise BadData(str(path), None, "no Markdown file", f"files ending in {', '.join(SUFFIXES)}")
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
