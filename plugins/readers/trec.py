"""Collections in TREC's own forms: topics, qrels, documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from benchbook import (
    BadData,
    Gold,
    Place,
    Qrels,
    Question,
    ReaderPlugin,
    Topics,
    TrecTopic,
    Unit,
    UsageError,
    hookimpl,
    read_qrels,
    read_trec_topics,
    trec_units,
)

CORPUS = ("corpus", "docs")


class TrecReader:
    """Reads a folder with topics, qrels and documents as TREC has them, plain or gzip.

    The folder holds one file whose name begins with `topics`, one with `qrels`, and one file or
    folder with `corpus` or `docs`. Where several begin so, none is chosen: name the one that is
    meant (`--set topics=NAME`). A corpus can also be named itself, as a file or as a folder in
    which nothing has one of these names.

    Topics are SGML (`<top>`, `<num>`, `<title>`, `<desc>`, `<narr>`), with or without closing tags
    and labels as `Description:`, or lines with id and text between tabs. Fields that are not asked
    with become metadata. Qrels have four columns, topic, iteration, document and grade. The topics
    are those of the qrels; judged topics without a question are listed as unknown. A judgment that
    is repeated is kept once and counted.

    Documents are SGML: `<DOC>` with one `<DOCNO>`, a title (`<TITLE>`, `<HEAD>`, `<HEADLINE>`,
    `<HL>` or `<TI>`) and `<TEXT>`; every other element becomes metadata. Marks inside are dropped,
    entities become what they name. A document without `<TEXT>` is an empty one.

    Args:
        field: what is asked: `title`, `desc`, or `title+desc` with a blank between.
        topics, qrels: names of files in the folder, where several begin so.
        numbers: of topics: `as written`, or `without zeros` in front; the topics of TREC-1 say 051
            where their qrels say 51.
        encoding: of topics and documents.

    Raises:
        UsageError: a name leads out of the folder.
    """

    def __init__(
        self,
        *,
        field: Literal["title", "desc", "title+desc"] = "title",
        topics: str = "",
        qrels: str = "",
        numbers: Literal["as written", "without zeros"] = "as written",
        encoding: Literal["utf-8", "latin-1"] = "utf-8",
    ) -> None:
        for name, given in (("topics", topics), ("qrels", qrels)):
            if given and Path(given).name != given:
                message = f"{name} = {given!r}; expected the name of a file in the folder"
                raise UsageError(message)
        self._field = field
        self._names = {"topics": topics, "qrels": qrels}
        self._drops_zeros = numbers == "without zeros"
        self._encoding = encoding

    def files(self, path: Path) -> Sequence[Path]:
        if not path.is_dir():
            return (path,)
        found = [self._candidates(path, kind) for kind in self._names]
        documents = _documents(path)
        return (
            *(one[0] for one in found if len(one) == 1),
            *(_below(documents[0]) if len(documents) == 1 else ()),
        )

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        root = _only(path, _documents(path), "corpus") if path.is_dir() else path
        has_text = False
        place = Place(str(root), 1)
        for file in _below(root):
            for place, unit in trec_units(file, encoding=self._encoding):
                has_text = has_text or bool(unit.text)
                yield place, unit
        if not has_text:
            raise BadData(place.file, None, "no text in any document", "<TEXT> in <DOC>")

    def gold(self, path: Path) -> Gold:
        if not path.is_dir():
            found = "a file" if path.exists() else "nothing"
            raise BadData(str(path), None, found, "a folder with topics and qrels")
        files = {kind: _only(path, self._candidates(path, kind), kind) for kind in self._names}
        qrels = read_qrels(files["qrels"])
        topics = self._topics(files["topics"])
        known = {topic: row for topic, row in qrels.grades.items() if topic in topics}
        if not known:
            found = f"topics {_some(topics)}, where the qrels judge {_some(qrels.grades)}"
            hint = "For 051 and 51, say numbers = without zeros" if not self._drops_zeros else ""
            raise BadData(str(files["topics"]), None, found, "topics of these qrels", hint)
        return Gold(
            topics=Topics.of((id_, self._text(topics[id_])) for id_ in known),
            qrels=Qrels(known, twins=qrels.twins),
            unknown_topics=tuple(topic for topic in qrels.topics if topic not in topics),
            questions={id_: one for id_ in known if (one := self._beside(topics[id_])).metadata},
        )

    def _candidates(self, path: Path, kind: str) -> list[Path]:
        """The files that could be meant: the one that is named, else all that begin so."""
        if self._names[kind]:
            return [path / self._names[kind]]
        return [file for file in _begin_with(path, (kind,)) if file.is_file()]

    def _topics(self, file: Path) -> Mapping[str, TrecTopic]:
        """The topics of a file by id.

        Raises:
            BadData: two of them have one number once their zeros are dropped.
        """
        topics: dict[str, TrecTopic] = {}
        for topic in read_trec_topics(file, encoding=self._encoding):
            id_ = (topic.id.lstrip("0") or "0") if self._drops_zeros else topic.id
            if topics.setdefault(id_, topic) is not topic:
                first = topics[id_].place.line
                found = f"topic {topic.id!r}, without zeros {id_!r} again"
                expected = f"each topic once; it stands in line {first}"
                raise BadData(topic.place.file, topic.place.line, found, expected)
        return topics

    def _text(self, topic: TrecTopic) -> str:
        """What is asked.

        Raises:
            BadData: the topic lacks the field.
        """
        wanted = self._field.split("+")
        missing = [name for name in wanted if name not in topic.fields]
        if missing:
            found = f"topic {topic.id!r} without {missing[0]!r}"
            has = ", ".join(sorted(topic.fields)) or "no field"
            hint = f"It has {has}; say field = title or desc"
            raise BadData(topic.place.file, topic.place.line, found, f"<{missing[0]}>", hint)
        return " ".join(topic.fields[name] for name in wanted)

    def _beside(self, topic: TrecTopic) -> Question:
        """The fields that are not asked with."""
        asked = self._field.split("+")
        return Question(
            metadata={
                name: text for name, text in sorted(topic.fields.items()) if name not in asked
            }
        )


def _begin_with(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """What lies in a folder and begins with one of these names, sorted."""
    return sorted(
        one
        for one in folder.iterdir()
        if one.name.lower().startswith(names) and (one.is_file() or one.is_dir())
    )


def _documents(folder: Path) -> list[Path]:
    """What could hold the documents: the folder itself where it holds nothing with a known name."""
    known = _begin_with(folder, (*CORPUS, "topics", "qrels"))
    return _begin_with(folder, CORPUS) if known else [folder]


def _below(path: Path) -> Iterator[Path]:
    """A file, or all files below a folder, sorted; hidden ones are left out."""
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.is_file() and not any(
            part.startswith(".") for part in file.relative_to(path).parts
        ):
            yield file


def _only(folder: Path, found: Sequence[Path], kind: str) -> Path:
    """The one that is meant.

    Raises:
        BadData: there is none, or there are several; they are named.
    """
    if len(found) == 1:
        return found[0]
    wanted = "corpus or docs" if kind == "corpus" else kind
    expected = f"one whose name begins with {wanted}"
    if not found:
        there = ", ".join(sorted(one.name for one in folder.iterdir())[:8]) or "nothing"
        raise BadData(str(folder), None, f"no {kind}: {there}", expected)
    names = " and ".join(one.name for one in found)
    hint = "Name the corpus itself" if kind == "corpus" else f"Say --set {kind}={found[0].name}"
    raise BadData(str(folder), None, names, expected, hint)


def _some(ids: Iterable[str]) -> str:
    """A few ids for a message."""
    return ", ".join(map(repr, sorted(ids)[:3]))


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="trec",
            version="1",
            summary="TREC's topics, qrels and documents",
            build=TrecReader,
        )
    ]
