"""What the reader of TREC's collections takes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, Gold, Question, Unit, UsageError
from benchbook.plugins.readers.trec import TrecReader

TOPICS = """<top>
<num> Number: 301
<title> a title
<desc> Description: a description
<narr> Narrative: what counts
</top>
<top>
<num> Number: 302
<title> another
</top>
"""
DOCUMENTS = """<DOC>
<DOCNO>d1</DOCNO>
<HEAD>A head</HEAD>
<YEAR>1994</YEAR>
<TEXT>some text</TEXT>
</DOC>
<DOC><DOCNO>d2</DOCNO></DOC>
"""


def folder(path: Path, files: dict[str, str] | None = None) -> Path:
    """Write a small collection, with some files of its own."""
    texts = {
        "topics.301-302.txt": TOPICS,
        "qrels.txt": "301 0 d1 1\n301 0 d2 0\n",
        "docs.sgml": DOCUMENTS,
        **(files or {}),
    }
    for name, text in texts.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text(text)
    return path


def gold(path: Path, **params: object) -> Gold:
    """Read a gold set."""
    return TrecReader(**params).gold(path)  # type: ignore[arg-type]  # drawn


def test_a_document_is_a_unit_with_its_elements(tmp_path: Path) -> None:
    """Title and text; other elements are metadata, and a year is a number."""
    pairs = list(TrecReader().corpus(folder(tmp_path)))

    assert [
        Unit(unit_id="d1", doc_id="d1", title="A head", text="some text", metadata={"year": 1994}),
        Unit(unit_id="d2", doc_id="d2", title="", text=""),
    ] == [unit for _, unit in pairs]
    assert [1, 7] == [place.line for place, _ in pairs]


def test_a_corpus_may_be_a_folder_of_files_or_named_itself(tmp_path: Path) -> None:
    """All files below it, hidden ones aside."""
    path = folder(tmp_path, {"docs/a": DOCUMENTS, "docs/.b": "x"})
    (path / "docs.sgml").unlink()

    assert 2 == len(list(TrecReader().corpus(path)))
    assert 2 == len(list(TrecReader().corpus(path / "docs")))
    assert 2 == len(list(TrecReader().corpus(path / "docs" / "a")))


@pytest.mark.parametrize(
    ("field", "text", "beside"),
    [
        ("title", "a title", {"desc": "a description", "narr": "what counts"}),
        ("desc", "a description", {"narr": "what counts", "title": "a title"}),
        ("title+desc", "a title a description", {"narr": "what counts"}),
    ],
)
def test_the_field_that_is_asked_is_chosen(
    tmp_path: Path, field: str, text: str, beside: dict[str, str]
) -> None:
    """The others are kept as metadata."""
    read = gold(folder(tmp_path), field=field)

    assert (("301",), (text,)) == (read.topics.ids, read.topics.texts)
    assert {"301": Question(metadata=beside)} == read.questions


def test_a_topic_without_the_field_is_refused(tmp_path: Path) -> None:
    """Its line is named, and what it has."""
    path = folder(tmp_path, {"qrels.txt": "302 0 d1 1\n"})

    with pytest.raises(BadData, match=r"line 7: found topic '302' without 'desc'.*It has title"):
        gold(path, field="desc")


def test_topics_are_those_of_the_qrels(tmp_path: Path) -> None:
    """Judged topics without a question are listed, and not measured."""
    read = gold(folder(tmp_path, {"qrels.txt": "302 0 d1 1\n9 0 d1 1\n"}))

    assert (("302",), ("9",), ("302",)) == (
        read.topics.ids,
        read.unknown_topics,
        read.qrels.topics,
    )


def test_topics_between_tabs_are_read(tmp_path: Path) -> None:
    """Their text is the title."""
    path = folder(tmp_path, {"topics.301-302.txt": "# c\r\n301\tsome text\r\n"})

    assert (("some text",), {}) == (gold(path).topics.texts, gold(path).questions)


def test_p17_a_judgment_that_is_repeated_is_kept_once_and_counted(tmp_path: Path) -> None:
    """An identical line changes no number."""
    read = gold(folder(tmp_path, {"qrels.txt": "301 0 d1 1\n301 0 d1 1\n"}))

    assert (1, 1) == (len(read.qrels), read.qrels.twins)


def test_p21_numbers_with_zeros_are_other_numbers_until_it_is_said(tmp_path: Path) -> None:
    """No overlap of ids is an error that shows both, not a score of 0."""
    path = folder(
        tmp_path, {"topics.301-302.txt": "<top><num>051<title>a</top>", "qrels.txt": "51 0 d1 1\n"}
    )

    with pytest.raises(BadData, match=r"topics '051', where the qrels judge '51'.*without zeros"):
        gold(path)
    assert ("51",) == gold(path, numbers="without zeros").topics.ids


def test_p20_numbers_that_are_one_without_zeros_are_refused(tmp_path: Path) -> None:
    """The lines of both are named."""
    path = folder(tmp_path, {"topics.301-302.txt": "051\ta\n51\tb\n", "qrels.txt": "51 0 d1 1\n"})

    with pytest.raises(BadData, match=r"line 2: found topic '51', without zeros.*in line 1"):
        gold(path, numbers="without zeros")


@pytest.mark.parametrize("kind", ["topics", "qrels"])
def test_two_files_of_a_kind_are_not_chosen_between(tmp_path: Path, kind: str) -> None:
    """The candidates are named, and how to say which; a name that is said is taken."""
    path = folder(tmp_path)
    name = next(path.glob(f"{kind}*")).name
    (path / f"{kind}.zz").write_text("garbage\n")

    with pytest.raises(BadData, match=rf"{name} and {kind}\.zz.*--set {kind}={name}"):
        gold(path)
    assert ("301",) == gold(path, **{kind: name}).topics.ids
    assert f"{kind}.zz" not in [file.name for file in TrecReader().files(path)]


def test_two_corpora_are_not_chosen_between(tmp_path: Path) -> None:
    """The candidates are named."""
    path = folder(tmp_path, {"corpus.sgml": DOCUMENTS})

    with pytest.raises(BadData, match=r"corpus\.sgml and docs\.sgml.*Name the corpus itself"):
        list(TrecReader().corpus(path))


@pytest.mark.parametrize("kind", ["topics", "qrels", "docs"])
def test_a_folder_that_lacks_a_file_names_what_there_is(tmp_path: Path, kind: str) -> None:
    """The message says what was looked for."""
    path = folder(tmp_path)
    next(path.glob(f"{kind}*")).unlink()

    with pytest.raises(BadData, match=r"found no (topics|qrels|corpus): .*\.; expected|found no "):
        list(TrecReader().corpus(path)) if kind == "docs" else gold(path)


def test_documents_without_any_text_are_refused(tmp_path: Path) -> None:
    """It is another format."""
    path = folder(tmp_path, {"docs.sgml": "<DOC><DOCNO>1</DOCNO><BODY>x</BODY></DOC>"})

    with pytest.raises(BadData, match="no text in any document"):
        list(TrecReader().corpus(path))


def test_a_gold_set_needs_a_folder(tmp_path: Path) -> None:
    """Topics and qrels are two files."""
    with pytest.raises(BadData, match="found a file; expected a folder with topics and qrels"):
        gold(folder(tmp_path) / "qrels.txt")


@pytest.mark.parametrize("name", ["../topics", "a/b"])
def test_a_name_does_not_lead_out_of_the_folder(name: str) -> None:
    """A parameter names a file of the folder."""
    with pytest.raises(UsageError, match="a file in the folder"):
        TrecReader(topics=name)


def test_the_files_that_are_read_are_listed(tmp_path: Path) -> None:
    """The record names what was there."""
    assert ["topics.301-302.txt", "qrels.txt", "docs.sgml"] == [
        file.name for file in TrecReader().files(folder(tmp_path))
    ]


def test_the_qrels_of_a_real_track_are_read(tmp_path: Path, shared_data: Path) -> None:
    """TREC 2003 Robust, with topics made for its numbers."""
    qrels = shared_data / "robust03" / "robust03_cs_qrels.txt.gz"
    (tmp_path / "qrels.gz").symlink_to(qrels)
    (tmp_path / "topics").write_text("".join(f"{n}\ttopic {n}\n" for n in range(300, 700)))

    assert (100, ()) == (len(gold(tmp_path).topics), gold(tmp_path).unknown_topics)
