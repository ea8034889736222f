"""Corpora and seed questions of the sci-rag kit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchbook import (
    BadData,
    Gold,
    JsonRecord,
    MarkdownCutter,
    Place,
    Qrels,
    Question,
    ReaderPlugin,
    Topics,
    Unit,
    hookimpl,
    known_metadata,
    question_lines,
    question_of,
    read_json_lines,
)

MANIFEST = "manifest.jsonl"
QUESTIONS = ("eval_seed_questions.jsonl", "domain/eval_seed_questions.jsonl")
_QUESTION_FIELDS = frozenset(("id", "question", "tags"))


class SciRagReader:
    """Reads what the sci-rag kit keeps in files, strictly.

    A corpus is a `manifest.jsonl`, or a folder with one: a line for each document with its `path`
    below the manifest's folder, and optionally `title`, `authors`, `year`, `doi`, `license_class`
    and `source`, which become metadata (`license_class` as `licence`, the name that scopes use). A
    folder without a manifest gives its Markdown files. A document's id is its path without the
    suffix. The files are cut into passages as the reader `markdown` does. The kit makes a passage
    of its own of every table and repeats the end of one passage at the head of the next, so that it
    counts more of them: 34 on its demo, where this reader has 30 (a table stays with its section).

    A gold set is a file of questions, or a folder with `eval_seed_questions.jsonl` in it or in its
    folder `domain`. A question that is no probe (tag `unanswerable`) must name a reference title or
    an evidence phrase. Questions are *as published* unless they carry the tag `drafted`: the kit's
    sign-off is the removal of that tag, and nobody is named. Other fields are kept as metadata.

    Lines of either file that begin with `#` are comments.

    Args:
        size: characters of a passage at most, at least 100.

    Raises:
        UsageError: the size is below 100.
    """

    def __init__(self, *, size: int = 1_200) -> None:
        self._cutter = MarkdownCutter(size)

    def files(self, path: Path) -> Sequence[Path]:
        found = [_find_questions(path)]
        if _is_corpus(path):
            found += [_find_manifest(path), *(file for file, _, _ in _documents(path))]
        return tuple(file for file in found if file is not None)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        for file, below, known in _documents(path):
            yield from self._cutter.units(file, below, known)

    def gold(self, path: Path) -> Gold:
        file = _find_questions(path)
        if file is None:
            expected = f"a file of questions, or a folder with {QUESTIONS[0]}"
            raise BadData(str(path), None, "no questions", expected)
        topics: list[tuple[str, str]] = []
        probes: list[tuple[str, str]] = []
        questions: dict[str, Question] = {}
        tags: dict[str, tuple[str, ...]] = {}
        for record, id_ in question_lines(file, lambda record: record.id("id")):
            tags[id_] = tuple(sorted(set(record.strings("tags"))))
            questions[id_] = question_of(record, _QUESTION_FIELDS)
            is_probe = Question.UNANSWERABLE in tags[id_]
            _check_evidence(record, questions[id_], is_probe=is_probe)
            (probes if is_probe else topics).append((id_, _text(record)))
        return Gold(
            topics=Topics.of(topics),
            qrels=Qrels.of(()),
            tags={id_: some for id_, some in sorted(tags.items()) if some},
            probes=Topics.of(probes),
            questions={id_: one for id_, one in questions.items() if one != Question()},
        )


def _text(record: JsonRecord) -> str:
    """The question that a line asks."""
    text = record.string("question")
    if not text.strip():
        raise record.fault("an empty 'question'", "a question")
    return text


def _check_evidence(record: JsonRecord, question: Question, *, is_probe: bool) -> None:
    """Refuse a question that retrieval can neither find nor be excused from."""
    if not is_probe and not question.has_evidence:
        hint = f"One that nothing answers takes the tag {Question.UNANSWERABLE!r}"
        expected = "'reference_titles' or 'evidence_phrases'"
        raise record.fault("a question without evidence", expected, hint)


def _find_manifest(path: Path) -> Path | None:
    """The manifest at a path, or None where there is none."""
    file = path / MANIFEST if path.is_dir() else path
    return file if file.is_file() and not MarkdownCutter.files(file) else None


def _find_questions(path: Path) -> Path | None:
    """The file of questions at a path, or None where there is none.

    Raises:
        BadData: there are two.
    """
    if not path.is_dir():
        return None if path.name == MANIFEST or MarkdownCutter.files(path) else path
    found = [path / name for name in QUESTIONS if (path / name).is_file()]
    if len(found) > 1:
        raise BadData(str(path), None, " and ".join(QUESTIONS), "one of them", "Name the file")
    return found[0] if found else None


def _is_corpus(path: Path) -> bool:
    """Whether documents stand at a path: a manifest, or Markdown."""
    has_manifest = path.name == MANIFEST or (path / MANIFEST).is_file()
    return has_manifest or bool(MarkdownCutter.files(path))


def _documents(path: Path) -> Iterator[tuple[Path, Path, Mapping[str, object]]]:
    """Each document's file, its path below the corpus, and what the manifest says of it.

    Raises:
        BadData: there is no document, one twice, or one that the manifest's folder does not hold.
    """
    manifest = _find_manifest(path)
    if manifest is not None:
        yield from _listed(manifest)
        return
    files = MarkdownCutter.files(path)
    if not files:
        raise BadData(str(path), None, "no Markdown file", f"{MANIFEST}, or files ending in .md")
    root = path if path.is_dir() else path.parent
    yield from ((file, file.relative_to(root), {}) for file in files)


def _listed(manifest: Path) -> Iterator[tuple[Path, Path, Mapping[str, object]]]:
    """The documents of a manifest."""
    lines: dict[Path, int] = {}
    for record in read_json_lines(manifest, comments=True):
        given = Path(record.string("path"))
        file = manifest.parent / given
        if given.is_absolute() or ".." in given.parts or not MarkdownCutter.files(file):
            expected = "a Markdown file inside the manifest's folder, ending in .md or .markdown"
            raise record.fault(f"path {str(given)!r}", expected)
        if not file.is_file():
            raise record.fault(f"path {str(given)!r}, where no file is", "a file that is there")
        if not file.resolve().is_relative_to(manifest.parent.resolve()):
            expected = "a file inside the manifest's folder"
            raise record.fault(f"path {str(given)!r}, a link that leads out of it", expected)
        first = lines.setdefault(given.with_suffix(""), record.place.line)
        if first != record.place.line:
            expected = f"each document once; it stands in line {first}"
            raise record.fault(f"{str(given)!r} again", expected)
        yield file, given, _known(record)


def _known(record: JsonRecord) -> Mapping[str, object]:
    """What a manifest says of a document, under the names that scopes use."""
    fields = dict(record.fields)
    record.string("title", "")
    record.strings("authors")
    if "license_class" in fields:
        if "licence" in fields:
            raise record.fault("'licence' and 'license_class'", "one of them")
        fields["licence"] = fields.pop("license_class")
    return known_metadata(JsonRecord(record.place, fields), frozenset(("path",)))


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
