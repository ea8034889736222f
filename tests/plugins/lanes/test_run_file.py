"""A TREC run of another system serves as a lane."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, Corpus, Topics, Unit
from benchbook.plugins.lanes.run_file import RunFileLane, benchbook_plugins
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import corpus_of

RUN = "t1 Q0 a 1 2.0 x\nt1 Q0 b 2 2.0 x\nt1 Q0 c 3 5.5 x\nt2 Q0 a 1 1 x\n"
TOPICS = Topics.of_ids(["t1", "t2", "t3"])


def documents(*ids: str) -> Corpus:
    """Give a corpus of empty documents."""
    return corpus_of(Unit(unit_id=id_, doc_id=id_, title="", text="") for id_ in ids)


def lane(folder: Path, text: str, corpus: Corpus, **parameters: Any) -> RunFileLane:  # noqa: ANN401 - as an experiment gives them
    """Build the lane on a run."""
    path = folder / "their.run"
    path.write_text(text)
    return RunFileLane(corpus, path=path, **parameters)


def test_rows_are_ordered_as_trec_eval_does(tmp_path: Path) -> None:
    """By score, then by id, both descending; the rank column is not read."""
    made = lane(tmp_path, RUN, documents("a", "b", "c")).retrieve(TOPICS, 10)

    assert [("c", "b", "a"), ("a",), ()] == [made.units(topic) for topic in TOPICS.ids]


def test_only_what_is_asked_is_given(tmp_path: Path) -> None:
    """Other topics are left out, and rows beyond the depth."""
    made = lane(tmp_path, RUN, documents("a", "b", "c")).retrieve(Topics.of_ids(["t1"]), 2)

    assert [("t1", (("c", 5.5), ("b", 2.0)))] == list(made)


def test_a_document_that_the_corpus_does_not_hold_is_named(tmp_path: Path) -> None:
    """A run that was made on another corpus is not measured on this one."""
    with pytest.raises(BadData) as caught:
        lane(tmp_path, RUN, documents("a", "c"))

    assert (str(tmp_path / "their.run"), 2) == (caught.value.file, caught.value.line)
    assert "document 'b'" in caught.value.found


def test_unknown_documents_are_dropped_and_counted_when_asked(tmp_path: Path) -> None:
    """The ranks close up."""
    made = lane(tmp_path, RUN, documents("a", "b"), unknown="drop")

    assert ("rows left out: 1; documents not in the corpus: 1",) == made.notes
    assert ("b", "a") == made.retrieve(TOPICS, 10).units("t1")


def test_any_document_is_one_of_a_declared_corpus(tmp_path: Path) -> None:
    """Nobody knows here what it holds."""
    made = lane(tmp_path, RUN, Corpus((), "0" * 64, is_declared=True))

    assert ("c", "b", "a") == made.retrieve(TOPICS, 10).units("t1")
    assert () == made.notes


def test_it_ranks_what_was_never_ingested_and_no_scope() -> None:
    """What planning is told."""
    record = benchbook_plugins()[0]

    assert (True, False) == (record.declared, record.scoped)


def test_a_run_of_documents_on_passages_says_so(tmp_path: Path) -> None:
    """The message tells what kind of run is wanted."""
    passages = corpus_of(
        Unit(unit_id=f"a#{number}", doc_id="a", title="", text="") for number in range(2)
    )

    with pytest.raises(BadData, match="several passages"):
        lane(tmp_path, "t1 Q0 a 1 1 x\n", passages)


def test_a_file_that_is_no_run_is_named(tmp_path: Path) -> None:
    """File and line, before anything is ranked."""
    with pytest.raises(BadData, match="line 1"):
        lane(tmp_path, "t1 0 a 1\n", documents("a"))


def test_core_is_told_to_read_the_file() -> None:
    """The digest of the file becomes part of the lane."""
    assert ("file:path",) == benchbook_plugins()[0].needs


def test_a_real_run_is_given_back(shared_data: Path) -> None:
    """All 300 topics of SciFact keep their rows, of which there are 29,966."""
    folder = shared_data / "scifact"
    reader = BeirReader()
    corpus = corpus_of(unit for _, unit in reader.corpus(folder))
    made = RunFileLane(corpus, path=folder / "runs" / "bm25.run.gz")

    rankings = made.retrieve(reader.gold(folder).topics, 100)

    assert (300, 29_966) == (len(rankings), len(rankings.codes))
