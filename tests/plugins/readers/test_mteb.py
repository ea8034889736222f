"""What the reader of MTEB folders takes, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, UsageError
from benchbook.plugins.readers.mteb import MtebReader

CORPUS = '{"_id": "d1", "title": "t", "text": "x", "lang": "en"}\n'
QUERIES = '{"id": "1", "text": "one"}\n{"id": "2", "text": "two", "instruction": "be brief"}\n'
QRELS = '{"query-id": "2", "corpus-id": "d1", "score": 2}\n'


def folder(path: Path, files: dict[str, str]) -> Path:
    """Write files."""
    for name, text in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return path


@pytest.mark.parametrize(
    "files",
    [
        {"corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "qrels/test.jsonl": QRELS},
        {"corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "qrels.jsonl": QRELS},
        {"corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "default/test.jsonl": QRELS},
        {
            "corpus.jsonl": CORPUS,
            "queries.jsonl": QUERIES,
            "qrels/test.tsv": "query-id\tcorpus-id\tscore\n2\td1\t2\n",
        },
        {
            "corpus/corpus-00000-of-00001.jsonl": CORPUS,
            "queries/queries-00000-of-00002.jsonl": QUERIES.partition("\n")[0] + "\n",
            "queries/queries-00001-of-00002.jsonl": QUERIES.partition("\n")[2],
            "qrels/dev.jsonl": "not read\n",
            "qrels/test-00000-of-00001.jsonl": QRELS,
            "qrels/README.md": "not read either",
        },
    ],
    ids=["files", "beside", "default", "tsv", "shards"],
)
def test_three_tables_are_found_where_the_hub_puts_them(
    tmp_path: Path, files: dict[str, str]
) -> None:
    """As files or in folders, of the wanted split or the only one."""
    path = folder(tmp_path, files)
    reader = MtebReader()

    ((place, unit),) = reader.corpus(path)
    assert ("d1", "t", "x", {"lang": "en"}, 1) == (
        unit.unit_id,
        unit.title,
        unit.text,
        unit.metadata,
        place.line,
    )
    gold = reader.gold(path)
    assert ({"2": {"d1": 2}}, ("two",)) == (gold.qrels.grades, gold.topics.texts)
    assert {"instruction": "be brief"} == gold.questions["2"].metadata
    wanted = [name for name in files if "dev" not in name and "README" not in name]
    assert sorted(wanted) == sorted(str(one.relative_to(path)) for one in reader.files(path))


def test_a_subset_has_tables_of_its_own(tmp_path: Path) -> None:
    """As one language of several."""
    path = folder(
        tmp_path,
        {
            "de-corpus/test.jsonl": CORPUS,
            "de-queries/test.jsonl": QUERIES,
            "de-qrels/test.jsonl": QRELS,
            "fr-corpus/test.jsonl": CORPUS.replace("d1", "f1"),
        },
    )

    assert ["d1"] == [unit.unit_id for _, unit in MtebReader(subset="de").corpus(path)]
    assert ["2"] == list(MtebReader(subset="de").gold(path).topics.ids)
    with pytest.raises(BadData, match="Name a subset with --set subset=NAME"):
        MtebReader().corpus(path)


def test_a_judgment_that_is_repeated_is_counted(tmp_path: Path) -> None:
    """And one of a topic without a query is listed."""
    path = folder(
        tmp_path,
        {"queries.jsonl": QUERIES, "qrels.jsonl": QRELS * 2 + QRELS.replace('"2"', '"9"')},
    )
    gold = MtebReader().gold(path)

    assert (1, ("9",), {"2": {"d1": 2}}) == (
        gold.qrels.twins,
        gold.unknown_topics,
        gold.qrels.grades,
    )


@pytest.mark.parametrize(("written", "grade"), [("1", 1), ("1.0", 1), ("-2.00", -2), ('"3"', 3)])
def test_a_whole_score_is_a_grade(tmp_path: Path, written: str, grade: int) -> None:
    """The hub keeps whole numbers as floats."""
    path = folder(
        tmp_path,
        {"queries.jsonl": QUERIES, "qrels.jsonl": QRELS.replace(": 2}", f": {written}}}")},
    )

    assert {"2": {"d1": grade}} == MtebReader().gold(path).qrels.grades


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "found nothing; expected qrels/ or default/ or qrels.jsonl"),
        ({"qrels.jsonl": QRELS}, "found qrels.jsonl; expected queries/ or queries.jsonl"),
        (
            {"qrels.jsonl": QRELS, "qrels/test.jsonl": QRELS},
            "found qrels.jsonl and qrels; expected one of them",
        ),
        (
            {"qrels/dev.jsonl": QRELS, "qrels/train.jsonl": QRELS},
            "found the splits dev, train; expected the split 'test'",
        ),
        ({"qrels.jsonl": QRELS.replace("2}", "0.5}")}, "line 1: found score '0.5'"),
        ({"qrels.jsonl": QRELS.replace("2}", "true}")}, "line 1: found score True"),
        ({"qrels.jsonl": QRELS.replace("score", "x")}, "line 1: found score None"),
        ({"qrels.jsonl": QRELS + QRELS.replace("2}", "1}")}, "line 2: found grade 1 for"),
        (
            {"qrels.jsonl": QRELS, "queries.jsonl": QUERIES + QUERIES},
            "line 3: found query '1' again; expected each query once; it stands in line 1 of",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    """By folder, or by file and line."""
    with pytest.raises(BadData) as caught:
        MtebReader().gold(folder(tmp_path, files))
    assert message in str(caught.value)


@pytest.mark.parametrize("parameters", [{"split": "../x"}, {"subset": "/"}, {"split": ""}])
def test_names_are_plain(parameters: dict[str, Any]) -> None:
    """A split is no path."""
    with pytest.raises(UsageError, match="expected a name, as test"):
        MtebReader(**parameters)


def test_parquet_without_a_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line; nothing is read."""
    path = folder(tmp_path, {"corpus/test-00000-of-00001.parquet": "PAR1"})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "polars", None)

    with pytest.raises(UsageError, match="needs pyarrow or polars: pip install pyarrow"):
        list(MtebReader().corpus(path))


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_parquet_is_read_by_either_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    """The same documents, queries and grades as of JSON lines."""
    tables: dict[str, list[dict[str, Any]]] = {
        "corpus": [{"_id": "d1", "title": "t", "text": "x", "lang": "en"}],
        "queries": [{"_id": "2", "text": "two"}],
        "qrels": [{"query-id": "2", "corpus-id": "d1", "score": 2.0}],
    }
    made = pytest.importorskip(library)
    for name, rows in tables.items():
        (tmp_path / name).mkdir()
        file = tmp_path / name / "test-00000-of-00001.parquet"
        if library == "polars":
            made.DataFrame(rows).write_parquet(file)
        else:
            parquet = pytest.importorskip("pyarrow.parquet")
            parquet.write_table(made.Table.from_pylist(rows), file)
    if library == "polars":
        monkeypatch.setitem(sys.modules, "pyarrow", None)

    ((place, unit),) = MtebReader().corpus(tmp_path)
    assert ("d1", {"lang": "en"}, 1) == (unit.unit_id, unit.metadata, place.line)
    assert {"2": {"d1": 2}} == MtebReader().gold(tmp_path).qrels.grades
    (tmp_path / "corpus" / "test-00000-of-00001.parquet").write_text("no table")
    with pytest.raises(BadData, match="found no Parquet"):
        list(MtebReader().corpus(tmp_path))
