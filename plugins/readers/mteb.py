"""Folders of MTEB's retrieval tasks, as the hub of their data sets stores them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

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
    read_json_lines,
    read_qrels,
)

_UNIT_FIELDS = frozenset(("_id", "id", "title", "text"))
_QUERY_FIELDS = frozenset(("_id", "id", "text"))
_JUDGMENT = ("query-id", "corpus-id", "score")
_SHARD = re.compile(r"(.+)-[0-9]{5}-of-[0-9]{5}")
_WHOLE = re.compile(r"(-?[0-9]+)(?:\.0+)?")
_ENDINGS = (".jsonl", ".jsonl.gz", ".parquet", ".tsv", ".tsv.gz")
_LARGEST = 2**31 - 1


class MtebReader:
    """Reads the folder of a retrieval task of MTEB (Muennighoff and others, EACL 2023).

    Three tables, each a file or a folder of files: the corpus (`_id` or `id`, `title`, `text`), the
    queries (`_id` or `id`, `text`) and the qrels (`query-id`, `corpus-id`, `score`). The corpus is
    `corpus.jsonl` or what lies in `corpus/`; the queries `queries.jsonl` or `queries/`; the qrels
    `qrels/`, `default/` or `qrels.jsonl`. Of a subset, as `de`, these are `de-corpus`,
    `de-queries` and `de-qrels`. Files are JSON lines, plain or gzip, or Parquet, for which pyarrow
    or polars must be installed; qrels may be TSV too. In a folder, a file's name begins with its
    split (`test.jsonl`, `test-00000-of-00002.parquet`): the wanted split is read, else the only
    one.

    The topics are those of the qrels; other queries are left out. Judged topics without a query are
    listed as unknown. A score such as 1.0 is the grade 1; one with a fraction is refused. Other
    fields of documents and queries are kept as metadata. Tables of instructions and of candidates
    to rerank (`instruction`, `top_ranked`) are not read.

    Args:
        split: which qrels: `test`, `dev`, `train` or whatever the folder has.
        subset: of a task with several, as a language; empty for the only one.

    Raises:
        UsageError: the split or the subset is not a plain name.
    """

    def __init__(self, *, split: str = "test", subset: str = "") -> None:
        for name, given in (("split", split), ("subset", subset or "x")):
            if not re.fullmatch(r"\w[\w.-]*", given):
                message = f"{name} = {given!r}; expected a name, as test"
                raise UsageError(message)
        self._split = split
        self._before = f"{subset}-" if subset else ""

    def files(self, path: Path) -> Sequence[Path]:
        tables = (self._names("corpus"), self._names("queries"), self._qrels_names())
        return [file for names in tables for file in self._found(path, names)]

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        files = self._needed(path, self._names("corpus"))
        return ((record.place, _unit(record)) for file in files for record in _records(file))

    def gold(self, path: Path) -> Gold:
        qrels = _qrels(self._needed(path, self._qrels_names()))
        queries = _queries(self._needed(path, self._names("queries")))
        unknown = tuple(topic for topic in qrels.topics if topic not in queries)
        known = {topic: row for topic, row in qrels.grades.items() if topic in queries}
        asked = {topic: queries[topic].string("text") for topic in known}
        metadata = {topic: queries[topic].metadata(_QUERY_FIELDS) for topic in known}
        return Gold(
            topics=Topics.of(asked.items()),
            qrels=Qrels(known, twins=qrels.twins),
            unknown_topics=unknown,
            questions={topic: Question(metadata=more) for topic, more in metadata.items() if more},
        )

    def _names(self, table: str) -> tuple[str, ...]:
        """What a table may be called."""
        return (f"{self._before}{table}",)

    def _qrels_names(self) -> tuple[str, ...]:
        """What the qrels may be called; without a subset they are the set's default table."""
        return (f"{self._before}qrels", *(() if self._before else ("default",)))

    def _needed(self, path: Path, names: Sequence[str]) -> Sequence[Path]:
        """The files of a table.

        Raises:
            BadData: there is none, or several splits and not the wanted one.
        """
        files = self._found(path, names)
        if not files:
            wanted = " or ".join(f"{name}/" for name in names)
            there = ", ".join(sorted(one.name for one in path.glob("*"))[:8]) or "nothing"
            hint = "Name a subset with --set subset=NAME" if not self._before else ""
            raise BadData(str(path), None, there, f"{wanted} or {names[0]}.jsonl", hint)
        return files

    def _found(self, path: Path, names: Sequence[str]) -> list[Path]:
        """The files of a table, in the order of their names; none where there is no such table.

        Raises:
            BadData: there are two tables, or several splits and not the wanted one.
        """
        tables = [
            files
            for name in names
            for files in (
                [path / f"{name}{ending}" for ending in _ENDINGS if _is_file(path, name, ending)],
                self._of_split(path / name),
            )
            if files
        ]
        if sum(map(len, tables)) > 1 and len(tables) > 1:
            both = " and ".join(files[0].relative_to(path).parts[0] for files in tables)
            raise BadData(str(path), None, both, "one of them", "Remove the other")
        return tables[0] if tables else []

    def _of_split(self, folder: Path) -> list[Path]:
        """The files of the wanted split in a folder, else of the only one.

        Raises:
            BadData: there are several splits, and not the wanted one.
        """
        splits: dict[str, list[Path]] = {}
        for file in sorted(folder.glob("*")) if folder.is_dir() else ():
            ending = next((one for one in _ENDINGS if file.name.endswith(one)), None)
            if ending is not None:
                name = file.name.removesuffix(ending)
                shard = _SHARD.fullmatch(name)
                splits.setdefault(shard[1] if shard else name, []).append(file)
        if self._split not in splits and len(splits) > 1:
            found = f"the splits {', '.join(splits)}"
            hint = "Name one with --set split=NAME"
            raise BadData(str(folder), None, found, f"the split {self._split!r}", hint)
        return splits.get(self._split) or next(iter(splits.values()), [])


def _is_file(path: Path, name: str, ending: str) -> bool:
    """Whether a table is a file of its own."""
    return (path / f"{name}{ending}").is_file()


def _unit(record: JsonRecord) -> Unit:
    """The unit of a line of the corpus: a document."""
    id_ = record.id("_id", "id")
    return Unit(
        unit_id=id_,
        doc_id=id_,
        title=record.string("title", ""),
        text=record.string("text"),
        metadata=record.metadata(_UNIT_FIELDS),
    )


def _queries(files: Iterable[Path]) -> dict[str, JsonRecord]:
    """The lines of the queries by id.

    Raises:
        BadData: an id stands in two lines.
    """
    lines: dict[str, JsonRecord] = {}
    for file in files:
        for record in _records(file):
            topic = record.id("_id", "id")
            first = lines.setdefault(topic, record)
            if first is not record:
                where = f"line {first.place.line} of {Path(first.place.file).name}"
                expected = f"each query once; it stands in {where}"
                raise record.fault(f"query {topic!r} again", expected)
    return lines


def _qrels(files: Sequence[Path]) -> Qrels:
    """The judgments of all files; one that is repeated is counted and kept once.

    Raises:
        BadData: a document of a topic has two grades, or a grade is no whole number.
    """
    if len(files) == 1 and ".tsv" in files[0].suffixes:
        return read_qrels(files[0])
    grades: dict[tuple[str, str], int] = {}
    twins = 0
    for file in files:
        for record in _records(file):
            pair = (record.id(_JUDGMENT[0]), record.id(_JUDGMENT[1]))
            grade = _grade(record)
            if pair in grades:
                if grades[pair] != grade:
                    found = f"grade {grade} for document {pair[1]!r} of topic {pair[0]!r}"
                    expected = f"one grade; it has grade {grades[pair]} already"
                    raise record.fault(found, expected, "Decide which one holds.")
                twins += 1
            grades[pair] = grade
    return Qrels.of(((*pair, grade) for pair, grade in grades.items()), twins=twins)


def _grade(record: JsonRecord) -> int:
    """A score as a whole grade."""
    given = record.fields.get("score")
    whole = _WHOLE.fullmatch(str(given)) if type(given) is not bool else None
    if whole is None or abs(int(whole[1])) > _LARGEST:
        raise record.fault(f"score {given!r}", "a whole number, as 0, 1 or 2.0")
    return int(whole[1])


def _records(file: Path) -> Iterator[JsonRecord]:
    """The rows of a file, each with its place."""
    if file.suffix != ".parquet":
        yield from read_json_lines(file)
        return
    for number, row in enumerate(_parquet_rows(file), 1):
        fields = {name: _as_json(value) for name, value in row.items()}
        yield JsonRecord(Place(str(file), number), fields)


def _parquet_rows(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file, by whichever library is there.

    Raises:
        BadData: it is none.
        UsageError: neither library is installed.
    """
    try:
        from pyarrow import ArrowInvalid  # pyright: ignore[reportMissingImports]  # optional
        from pyarrow.parquet import ParquetFile  # pyright: ignore[reportMissingImports]  # optional
    except ImportError:
        yield from _rows_of_polars(file)
        return
    try:
        for batch in ParquetFile(file).iter_batches():
            yield from batch.to_pylist()
    except ArrowInvalid as error:
        raise BadData(str(file), None, f"no Parquet ({error})", "a table in Parquet") from error


def _rows_of_polars(file: Path) -> Iterator[dict[str, Any]]:
    """The same by polars.

    Raises:
        BadData: it is no Parquet.
        UsageError: it is not installed either.
    """
    try:
        import polars as pl  # pyright: ignore[reportMissingImports]  # optional
    except ImportError as error:
        message = f"{file} is Parquet; reading it needs pyarrow or polars: pip install pyarrow"
        raise UsageError(message) from error
    try:
        yield from pl.read_parquet(file).iter_rows(named=True)
    except pl.exceptions.PolarsError as error:
        raise BadData(str(file), None, f"no Parquet ({error})", "a table in Parquet") from error


def _as_json(value: object) -> object:
    """A cell of Parquet as a line of JSON would hold it; a number with a fraction is its text."""
    if type(value) is float:
        return int(value) if value.is_integer() else repr(value)
    if isinstance(value, list):
        return [_as_json(one) for one in value]
    if isinstance(value, dict):
        return {name: _as_json(one) for name, one in value.items()}
    return value


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="mteb",
            version="1",
            summary="Folders of MTEB's retrieval tasks: corpus, queries, qrels",
            build=MtebReader,
        )
    ]
