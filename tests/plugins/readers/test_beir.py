"""What the reader of BEIR folders takes, and what it refuses."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchbook import BadData, Gold, UsageError
from benchbook.plugins.readers.beir import BeirReader

HEADINGS = "query-id\tcorpus-id\tscore\n"


def folder(path: Path, files: dict[str, str]) -> Path:
    """Write a small collection, with some files of its own."""
    texts = {
        "corpus.jsonl": '{"_id": "d1", "title": "t", "text": "x", "metadata": {"url": "u"}}\n',
        "queries.jsonl": '{"_id": "1", "text": "one"}\n{"_id": "2", "text": "two"}\n',
        **files,
    }
    for name, text in texts.items():
        file = path / name
        file.parent.mkdir(exist_ok=True)
        packed = name.endswith(".gz")
        file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path


def gold(path: Path, qrels: str, name: str = "qrels/test.tsv") -> Gold:
    """Read a gold set with these judgments."""
    return BeirReader().gold(folder(path, {name: qrels}))


def test_a_document_keeps_its_metadata(tmp_path: Path) -> None:
    """Title, text and the object `metadata` are read."""
    ((place, unit),) = BeirReader().corpus(folder(tmp_path, {}))

    assert ("d1", "d1", "t", "x", {"url": "u"}) == (
        unit.unit_id,
        unit.doc_id,
        unit.title,
        unit.text,
        unit.metadata,
    )
    assert (str(tmp_path / "corpus.jsonl"), 1) == (place.file, place.line)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("qrels/test.tsv", HEADINGS + "1\td1\t2\n"),
        ("qrels/test.tsv", "1\td1\t2\n"),
        ("qrels/test.tsv.gz", HEADINGS + "1\td1\t2\n"),
        ("qrels/test.tsv", "\ufeff" + HEADINGS.replace("\n", "\r\n") + "1\td1\t2\r\n"),
        ("qrels.tsv", "1\td1\t2\n"),
        ("qrels.trec", "1 0 d1 2\n"),
        ("qrels.txt", "1\t0\td1\t2\r\n"),
        ("qrels.trec.gz", "1 0 d1 2\n"),
    ],
)
def test_qrels_are_read_in_each_form(tmp_path: Path, name: str, text: str) -> None:
    """With headings or without, in BEIR's form or TREC's, packed or not."""
    assert {"1": {"d1": 2}} == dict(gold(tmp_path, text, name).qrels.grades)


def test_topics_are_those_of_the_qrels(tmp_path: Path) -> None:
    """A query that nobody judged for this split is not measured."""
    assert ("2",) == gold(tmp_path, "2\td1\t1\n").topics.ids


def test_another_split_is_read_when_asked(tmp_path: Path) -> None:
    """Development and test questions are kept apart."""
    path = folder(tmp_path, {"qrels/test.tsv": "1\td1\t1\n", "qrels/dev.tsv": "2\td1\t1\n"})

    assert ("2",) == BeirReader(split="dev").gold(path).topics.ids


def test_judged_topics_without_a_question_are_listed(tmp_path: Path) -> None:
    """They are not measured, and not forgotten."""
    read = gold(tmp_path, "1\td1\t1\n9\td1\t1\n8\td1\t1\n")

    assert (("1",), ("8", "9")) == (read.topics.ids, read.unknown_topics)
    assert ("1",) == read.qrels.topics


def test_ids_keep_their_zeros_and_blanks(tmp_path: Path) -> None:
    """Between tabs an id may hold a blank, and 01 is not 1."""
    read = gold(tmp_path, "1\tdoc 1\t1\n01\td1\t1\n")

    assert {"1": {"doc 1": 1}} == dict(read.qrels.grades)
    assert ("01",) == read.unknown_topics


def test_p17_a_judgment_that_is_repeated_is_kept_once_and_counted(tmp_path: Path) -> None:
    """An identical line changes no number."""
    read = gold(tmp_path, "1\td1\t1\n1\td1\t1\n")

    assert (1, 1) == (len(read.qrels), read.qrels.twins)


def test_p17_two_grades_for_one_document_are_refused(tmp_path: Path) -> None:
    """Neither wins; both lines are named."""
    with pytest.raises(BadData, match=r"line 2: found grade 2 .* grade 1 in line 1"):
        gold(tmp_path, "1\td1\t1\n1\td1\t2\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1 d1 1\n", 1),
        ("1\td1\n", 1),
        ("1\td1\t1\t1\t1\n", 1),
        ("1\td1\t1\n1\td2\t1.0\n", 2),
        ("1\td1\t1\n1\td2\t1_0\n", 2),
        ("1\td1\t\N{FULLWIDTH DIGIT ONE}\n", 1),
        ("1\td1\t9999999999\n", 1),
        ("1\t\t1\n", 1),
        ("1\td1\t1\n" + HEADINGS, 2),
    ],
)
def test_p60_a_line_of_another_form_is_refused(tmp_path: Path, text: str, line: int) -> None:
    """File and line are named."""
    with pytest.raises(BadData) as caught:
        gold(tmp_path, text)

    assert (str(tmp_path / "qrels" / "test.tsv"), line) == (caught.value.file, caught.value.line)


def test_qrels_in_trec_form_are_read_whatever_the_file_is_called(tmp_path: Path) -> None:
    """The first line tells which of the two forms a file has."""
    assert gold(tmp_path, "1\td1\t2\n").qrels == gold(tmp_path, "1 0 d1 2\n").qrels


def test_a_file_of_headings_alone_is_refused(tmp_path: Path) -> None:
    """No judgments are not a gold set."""
    with pytest.raises(BadData, match="no judgments"):
        gold(tmp_path, HEADINGS)


def test_a_split_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    """The message says what could be asked for."""
    path = folder(tmp_path, {"qrels/train.tsv": "1\td1\t1\n"})

    with pytest.raises(BadData, match=r"no qrels: qrels/train\.tsv; expected qrels/test\.tsv"):
        BeirReader().gold(path)


def test_two_files_of_qrels_are_not_chosen_between(tmp_path: Path) -> None:
    """It is for a person to say which one holds."""
    path = folder(tmp_path, {"qrels.tsv": "1\td1\t1\n", "qrels.trec": "1 0 d1 1\n"})

    with pytest.raises(BadData, match=r"qrels\.tsv and qrels\.trec"):
        BeirReader().gold(path)


def test_a_file_packed_and_plain_is_not_chosen_between(tmp_path: Path) -> None:
    """A stale copy beside the file is named."""
    with pytest.raises(BadData, match=r"corpus\.jsonl and corpus\.jsonl\.gz"):
        list(BeirReader().corpus(folder(tmp_path, {"corpus.jsonl.gz": ""})))


def test_a_query_that_stands_twice_is_refused_naming_both_lines(tmp_path: Path) -> None:
    """Neither text wins."""
    queries = '{"_id": "1", "text": "a"}\n\n{"_id": "1", "text": "b"}\n'

    with pytest.raises(BadData, match=r"line 3: found query '1' again.*line 1"):
        BeirReader().gold(
            folder(tmp_path, {"queries.jsonl": queries, "qrels/test.tsv": "1\td1\t1\n"})
        )


def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    """The message says which reader reads single files."""
    path = tmp_path / "corpus.jsonl"
    path.write_text("")

    with pytest.raises(BadData, match="use the reader jsonl"):
        list(BeirReader().corpus(path))


def test_a_folder_of_something_else_names_what_is_missing(tmp_path: Path) -> None:
    """The message says what was looked for and what there is."""
    (tmp_path / "corpus.json").write_text("")

    with pytest.raises(BadData, match=r"no corpus\.jsonl: corpus\.json; expected"):
        list(BeirReader().corpus(tmp_path))


@pytest.mark.parametrize("split", ["../test", "", ".hidden", "a/b"])
def test_a_split_is_a_plain_name(split: str) -> None:
    """A parameter never leads out of the folder."""
    with pytest.raises(UsageError, match="expected a name"):
        BeirReader(split=split)


def test_the_files_that_are_read_are_listed(tmp_path: Path) -> None:
    """The record names what was there, and nothing that was not."""
    path = folder(tmp_path, {"qrels.trec": "1 0 d1 1\n"})

    assert ["corpus.jsonl", "queries.jsonl", "qrels.trec"] == [
        file.name for file in BeirReader().files(path)
    ]


@pytest.mark.parametrize(
    ("name", "topics", "judgments"),
    [("scifact", 300, 339), ("cranfield", 225, 1837), ("cisi", 76, 3114)],
)
def test_real_collections_are_read(
    shared_data: Path, name: str, topics: int, judgments: int
) -> None:
    """The counts are those that the collections are known by."""
    read = BeirReader().gold(shared_data / name)

    assert (topics, judgments) == (len(read.topics), len(read.qrels))
