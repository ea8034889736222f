"""Corpora and seed questions of the sci-rag kit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchbook import (
    BadData,
    Gold,
    JsonRecord,
    Place,
    Qrels,
    Question,
    ReaderPlugin,
    Topics,
    Unit,
    UsageError,
    hookimpl,
    markdown_units,
    read_json_lines,
)

MANIFEST = "manifest.jsonl"
QUESTIONS = ("eval_seed_questions.jsonl", "domain/eval_seed_questions.jsonl")
_QUESTION_FIELDS = frozenset(
    ("id", "question", "reference_answer", "reference_titles", "evidence_phrases", "tags")
)


class SciRagReader:
    """Reads what the sci-rag kit keeps in files, strictly.

    A corpus is a `manifest.jsonl`, or a folder with one: a line for each document with `path`,
    `title`, and optionally `authors`, `year`, `license_class` and `source`, which become metadata
    (`license_class` as `licence`, the name that scopes use). A folder without a manifest gives its
    Markdown files. The files are cut into passages as the reader `markdown` does, so that the
    number of passages differs from the kit's, which cuts at other places. A document's id is its
    path without the suffix.

    A gold set is a file of questions, or a folder with `eval_seed_questions.jsonl` in it or in its
    folder `domain`. The tag `unanswerable` makes a question a probe. Questions are *as published*
    unless they carry the tag `drafted`: the kit's sign-off is the removal of that tag, and nobody
    is named. Lines that begin with `#` are comments. Other fields are kept as metadata.

    Args:
        size: characters of a passage at most, at least 100.

    Raises:
        UsageError: the size is below 100.
    """

    def __init__(self, *, size: int = 1_200) -> None:
        if size < 100:  # noqa: PLR2004 - below that no sentence is left whole
            message = f"sci-rag: size = {size}; expected at least 100 characters"
            raise UsageError(message)
        self._size = size

    def files(self, path: Path) -> Sequence[Path]:
        questions = _find_questions(path)
        if questions is not None:
            return (questions,)
        manifest = _find_manifest(path)
        documents = tuple(file for _, file, _ in _documents(path))
        return documents if manifest is None else (manifest, *documents)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        for doc_id, file, known in _documents(path):
            yield from markdown_units(file, doc_id, self._size, known)

    def gold(self, path: Path) -> Gold:
        file = _find_questions(path)
        if file is None:
            expected = f"a file of questions, or a folder with {QUESTIONS[0]}"
            raise BadData(str(path), None, "no questions", expected)
        topics: list[tuple[str, str]] = []
        probes: list[tuple[str, str]] = []
        questions: dict[str, Question] = {}
        tags: dict[str, tuple[str, ...]] = {}
        for record, id_ in _once(file):
            tags[id_] = tuple(sorted(set(record.strings("tags"))))
            is_probe = Question.UNANSWERABLE in tags[id_]
            (probes if is_probe else topics).append((id_, record.string("question")))
            questions[id_] = _question(record)
            if not is_probe and not questions[id_].has_evidence:
                hint = f"One that nothing answers takes the tag {Question.UNANSWERABLE!r}"
                expected = "'reference_titles' or 'evidence_phrases'"
                raise record.fault(f"question {id_!r} without evidence", expected, hint)
        return Gold(
            topics=Topics.of(topics),
            qrels=Qrels.of(()),
            tags={id_: some for id_, some in sorted(tags.items()) if some},
            probes=Topics.of(probes),
            questions=questions,
        )


def _find_manifest(path: Path) -> Path | None:
    """The manifest at a path, or None where there is none."""
    file = path / MANIFEST if path.is_dir() else path
    return file if file.is_file() and file.suffix == ".jsonl" else None


def _find_questions(path: Path) -> Path | None:
    """The file of questions at a path, or None where there is none."""
    if path.is_dir():
        return next((path / name for name in QUESTIONS if (path / name).is_file()), None)
    return None if path.name == MANIFEST or path.suffix == ".md" else path


def _documents(path: Path) -> Iterator[tuple[str, Path, Mapping[str, object]]]:
    """Each document's id, file and what the manifest says of it.

    Raises:
        BadData: there is no document, one twice, or one outside the manifest's folder.
    """
    manifest = _find_manifest(path)
    if manifest is None:
        files = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        if not files:
            raise BadData(
                str(path), None, "no Markdown file", f"{MANIFEST}, or files ending in .md"
            )
        root = path if path.is_dir() else path.parent
        yield from ((_id(file.relative_to(root)), file, {}) for file in files)
        return
    lines: dict[str, int] = {}
    for record in read_json_lines(manifest, comments=True):
        given = Path(record.string("path"))
        if given.is_absolute() or ".." in given.parts:
            raise record.fault(f"path {str(given)!r}", "a path inside the manifest's folder")
        first = lines.setdefault(_id(given), record.place.line)
        if first != record.place.line:
            raise record.fault(f"{str(given)!r} again", f"each once; it stands in line {first}")
        yield _id(given), manifest.parent / given, _known(record)


def _id(path: Path) -> str:
    """A document's id: its path without the suffix."""
    return path.with_suffix("").as_posix()


def _known(record: JsonRecord) -> Mapping[str, object]:
    """What a manifest says of a document."""
    known = dict(record.metadata(frozenset(("path",))))
    if "license_class" in known:
        known["licence"] = known.pop("license_class")
    return known


def _once(file: Path) -> Iterator[tuple[JsonRecord, str]]:
    """Each question with its id.

    Raises:
        BadData: an id stands in two lines.
    """
    lines: dict[str, int] = {}
    for record in read_json_lines(file, comments=True):
        id_ = record.id("id")
        first = lines.setdefault(id_, record.place.line)
        if first != record.place.line:
            found = f"question {id_!r} again"
            raise record.fault(found, f"each id once; it stands in line {first}")
        yield record, id_


def _question(record: JsonRecord) -> Question:
    """What a line says beyond the question's text and tags."""
    has_answer = record.fields.get("reference_answer") is not None
    return Question(
        titles=record.strings("reference_titles"),
        phrases=record.strings("evidence_phrases"),
        answer=record.string("reference_answer") if has_answer else None,
        metadata=record.metadata(_QUESTION_FIELDS),
    )


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="sci-rag",
            version="1",
            summary="The sci-rag kit's manifest, documents and seed questions",
            build=SciRagReader,
        )
    ]
