"""Folders in the form of BEIR: corpus.jsonl, queries.jsonl and qrels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchbook import (
    BadData,
    Gold,
    JsonRecord,
    Place,
    Qrels,
    ReaderPlugin,
    Topics,
    Unit,
    UsageError,
    hookimpl,
    read_json_lines,
    read_qrels,
)

_UNIT_FIELDS = frozenset(("_id", "title", "text"))


class BeirReader:
    """Reads a folder in the form of BEIR (Thakur and others, NeurIPS 2021), plain or gzip.

    `corpus.jsonl` holds `_id`, `title`, `text` and an optional object `metadata`; `queries.jsonl`
    holds `_id` and `text`. Qrels are `qrels/SPLIT.tsv`: query id, corpus id and score between
    tabs, with or without a line of headings. Where there is no folder `qrels`, one file beside the
    corpus serves: `qrels.tsv` in the same form, `qrels.trec` or `qrels.txt` in TREC's. Each may
    end in `.gz`.

    The topics are those of the qrels; other queries are left out. Judged topics without a query
    are listed as unknown, and their judgments left out. A judgment that is repeated is kept once
    and counted.

    Args:
        split: which qrels: `test`, `dev`, `train` or whatever the folder has.

    Raises:
        UsageError: the split is not a plain name.
    """

    def __init__(self, *, split: str = "test") -> None:
        if not re.fullmatch(r"[\w.-]+", split) or split.startswith("."):
            message = f"split = {split!r}; expected a name, as test, dev or train"
            raise UsageError(message)
        self._split = split

    def files(self, path: Path) -> Sequence[Path]:
        found = (_find(path, "corpus.jsonl"), _find(path, "queries.jsonl"), self._find_qrels(path))
        return tuple(file for file in found if file is not None)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        file = _needed(path, "corpus.jsonl")
        return ((record.place, _unit(record)) for record in read_json_lines(file))

    def gold(self, path: Path) -> Gold:
        qrels = self._qrels(path)
        queries = _queries(_needed(path, "queries.jsonl"))
        unknown = tuple(topic for topic in qrels.topics if topic not in queries)
        known = {topic: row for topic, row in qrels.grades.items() if topic in queries}
        return Gold(
            topics=Topics.of((topic, queries[topic]) for topic in known),
            qrels=Qrels(known, twins=qrels.twins),
            unknown_topics=unknown,
        )

    def _qrels(self, path: Path) -> Qrels:
        """The judgments of the split."""
        file = self._find_qrels(path)
        if file is None:
            raise BadData(
                str(path),
                None,
                f"no qrels: {_listed(path, 'qrels*')}",
                f"qrels/{self._split}.tsv, or qrels.tsv, qrels.trec or qrels.txt",
            )
        return read_qrels(file)

    def _find_qrels(self, path: Path) -> Path | None:
        """The file with the judgments of the split, if there is one.

        Raises:
            BadData: several files could be meant.
        """
        if (path / "qrels").is_dir():
            return _find(path / "qrels", f"{self._split}.tsv")
        beside = [_find(path, f"qrels.{form}") for form in ("tsv", "trec", "txt")]
        found = [file for file in beside if file is not None]
        if len(found) > 1:
            names = " and ".join(file.name for file in found)
            raise BadData(str(path), None, names, "one file of qrels", "Remove the other")
        return found[0] if found else None


def _unit(record: JsonRecord) -> Unit:
    """The unit of a corpus line: a document."""
    id_ = record.id("_id")
    return Unit(
        unit_id=id_,
        doc_id=id_,
        title=record.string("title", ""),
        text=record.string("text"),
        metadata=record.metadata(_UNIT_FIELDS),
    )


def _queries(file: Path) -> dict[str, str]:
    """Query texts by id.

    Raises:
        BadData: an id stands in two lines.
    """
    texts: dict[str, str] = {}
    lines: dict[str, int] = {}
    for record in read_json_lines(file):
        topic = record.id("_id")
        if topic in texts:
            first = lines[topic]
            raise record.fault(
                f"query {topic!r} again", f"each query once; it stands in line {first}"
            )
        texts[topic] = record.string("text")
        lines[topic] = record.place.line
    return texts


def _find(folder: Path, name: str) -> Path | None:
    """A file, plain or gzip; None where there is neither.

    Raises:
        BadData: there are both.
    """
    found = [file for file in (folder / name, folder / f"{name}.gz") if file.is_file()]
    if len(found) > 1:
        raise BadData(str(folder), None, f"{name} and {name}.gz", "one of them", "Remove the other")
    return found[0] if found else None


def _needed(folder: Path, name: str) -> Path:
    """A file that must be there.

    Raises:
        BadData: it is not.
    """
    if not folder.is_dir():
        what = "a file" if folder.exists() else "nothing"
        hint = "For a single file use the reader jsonl" if folder.exists() else ""
        raise BadData(str(folder), None, what, f"a folder that holds {name}", hint)
    file = _find(folder, name)
    if file is None:
        stem = name.partition(".")[0]
        found = f"no {name}: {_listed(folder, f'{stem}*')}"
        raise BadData(str(folder), None, found, f"{name} or {name}.gz")
    return file


def _listed(folder: Path, pattern: str) -> str:
    """What there is of that kind, for a message."""
    found = sorted(str(file.relative_to(folder)) for file in folder.glob(pattern))
    inside = sorted(str(file.relative_to(folder)) for file in folder.glob(f"{pattern}/*"))
    return ", ".join((inside or found)[:5]) or "nothing of that kind there"


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="beir",
            version="1",
            summary="Folders in the form of BEIR: corpus, queries, qrels",
            build=BeirReader,
        )
    ]
