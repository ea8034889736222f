"""Files of Markdown as units of a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

import attrs

from ..corpus import Unit
from ..errors import BadData, UsageError
from ..places import Place
from .front_matter import TITLE, read_front_matter
from .known_fields import check_known_fields
from .markdown import cut_markdown, first_heading

SUFFIXES = (".md", ".markdown")
SMALLEST = 100
"""Characters: with fewer in a passage, no sentence is left whole."""

_DIGITS = 4


@attrs.frozen
class MarkdownFile:
    """A file, read.

    Attributes:
        front: the fields of its front matter.
        body: what is below that.
        first_line: the line, from 1, where that begins.
    """

    front: Mapping[str, object]
    body: str
    first_line: int


def markdown_files(path: Path) -> Sequence[Path]:
    """The Markdown files at a path, sorted: the file itself, or all below a folder.

    A name counts that ends in `.md` or `.markdown`, whatever its case; files and folders whose
    names begin with a dot do not. Empty where there is none.

    Raises:
        BadData: a link below the folder leads out of it: a corpus must not read what is beside it.
    """
    if not path.is_dir():
        return (path,) if path.suffix.lower() in SUFFIXES else ()
    found = sorted(
        file
        for file in path.rglob("*")
        if file.suffix.lower() in SUFFIXES
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    )
    for file in found:
        refuse_outside(path, file)
    return tuple(found)


def refuse_outside(folder: Path, file: Path) -> None:
    """Refuse a file that a link leads out of a folder to.

    Raises:
        BadData: it does.
    """
    if not file.resolve().is_relative_to(folder.resolve()):
        expected = f"files inside {str(folder)!r}"
        raise BadData(str(file), None, "a link that leads out of the corpus", expected)


def markdown_id(path: Path) -> str:
    """The document id of a file: its path, relative as given, without the suffix.

    Composed (NFC), since file systems differ in how they spell an accent.
    """
    return normalize("NFC", path.with_suffix("").as_posix())


class MarkdownCutter:
    """Cuts files of Markdown into units; see `markdown_units`.

    Args:
        size: characters of a unit at most.

    Raises:
        UsageError: the size is below 100.
    """

    def __init__(self, size: int) -> None:
        if size < SMALLEST:
            message = f"size = {size}; expected at least {SMALLEST} characters in a passage"
            raise UsageError(message)
        self._size = size

    @staticmethod
    def files(path: Path) -> Sequence[Path]:
        """The Markdown files at a path; see `markdown_files`."""
        return markdown_files(path)

    def units(
        self, file: Path, below: Path, known: Mapping[str, object] | None = None
    ) -> Iterator[tuple[Place, Unit]]:
        """The units of a file.

        Args:
            file: where it lies.
            below: its path below the corpus, which without its suffix is the document's id.
            known: metadata from elsewhere, the title among them; it goes before the file's own.

        Raises:
            BadData: as `read_markdown` does.
        """
        return markdown_units(file, markdown_id(below), self._size, known or {})


def read_markdown(path: Path) -> MarkdownFile:
    """A file of Markdown: UTF-8, any line end, with or without front matter and byte order mark.

    The line ends of Windows become those of all others: where a text was saved changes no digest.

    Raises:
        BadData: the file cannot be read, is not UTF-8, or its front matter gives a field that has a
            meaning another type.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        found = error.strerror or "a file that cannot be read"
        raise BadData(str(path), None, found, "a file that can be read") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{error.object[error.start]:02x}"
        raise BadData(str(path), line, found, "UTF-8 text", "Save the file as UTF-8") from error
    front = read_front_matter(text)
    check_known_fields(Place(str(path), 1), front.fields)
    above = text[: front.length]
    return MarkdownFile(front.fields, text[front.length :], 1 + above.count("\n"))


def markdown_units(
    path: Path, doc_id: str, size: int, known: Mapping[str, object]
) -> Iterator[tuple[Place, Unit]]:
    """The units of a file, each a passage of at most `size` characters; see `cut_markdown`.

    Their texts in order, joined, are the file below its front matter, with plain line ends. The
    title is that of `known`, else of the front matter, else the first heading of the first level,
    else the file's name. A document with one passage is a unit of its own name; otherwise passages
    are `doc_id#0000` and so on, with as many digits as keep the order of ids that of reading.

    Args:
        path: of the file; doc_id: of the document.
        size: characters, at least 1.
        known: metadata from elsewhere; it goes before the front matter's.

    Raises:
        BadData: as `read_markdown` does.
    """
    file = read_markdown(path)
    fields = {**file.front, **known}
    title = str(fields.pop(TITLE, "")) or first_heading(file.body) or path.stem
    passages = cut_markdown(file.body, size)
    if not passages:
        place = Place(str(path), 1)
        yield place, Unit(unit_id=doc_id, doc_id=doc_id, title=title, text="", metadata=fields)
    digits = max(_DIGITS, len(str(len(passages))))
    for number, passage in enumerate(passages):
        yield (
            Place(str(path), file.first_line + passage.line - 1),
            Unit(
                unit_id=doc_id if len(passages) == 1 else f"{doc_id}#{number:0{digits}}",
                doc_id=doc_id,
                title=title,
                section=passage.section,
                text=passage.text,
                metadata=fields,
            ),
        )
