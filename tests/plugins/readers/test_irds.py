"""Data sets of ir_datasets, registered through its own interface; nothing is fetched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, UsageError
from benchbook.core.commands.ingest import ingest
from benchbook.core.plugging.loading import load_registry
from benchbook.plugins.readers.irds import IrdsReader
from collections_made import new_store, silent

NAME = Path("irds:toy/rivers")


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line."""
    monkeypatch.setitem(sys.modules, "ir_datasets", None)

    with pytest.raises(UsageError, match=r"irds:toy/rivers needs .* 'benchbook\[irds\]'"):
        IrdsReader().gold(NAME)


def test_a_path_is_no_data_set(tmp_path: Path) -> None:
    """The reader reads no files."""
    with pytest.raises(UsageError, match="expected irds:NAME"):
        IrdsReader().corpus(tmp_path)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - ships no types
    """The library with a data set of its own, whose files lie in a folder of the test."""
    monkeypatch.setenv("IR_DATASETS_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip(
        "ir_datasets", reason="ir_datasets is an extra: pip install 'benchbook[irds]'"
    )
    _write(tmp_path / "docs.tsv", "d1\tthe river\nd2\tthe brook\n")
    _write(tmp_path / "queries.tsv", "q1\twhat flows?\nq3\tnobody judged this\n")
    _write(tmp_path / "qrels.txt", "q1 0 d1 2\nq1 0 d1 2\nq2 0 d2 1\n")
    formats, local = datasets.formats, datasets.util.LocalDownload
    if "toy/rivers" in datasets.registry:
        del datasets.registry._registered["toy/rivers"]  # noqa: SLF001 - it has no other way
    datasets.registry.register(
        "toy/rivers",
        datasets.Dataset(
            formats.TsvDocs(local(tmp_path / "docs.tsv")),
            formats.TsvQueries(local(tmp_path / "queries.tsv")),
            formats.TrecQrels(local(tmp_path / "qrels.txt"), {}),
        ),
    )
    return datasets


def _write(path: Path, text: str) -> None:
    """Write a file."""
    path.write_text(text)


def test_a_data_set_is_read_by_its_name(library: object) -> None:
    """Documents, topics and grades."""
    units = [unit for _, unit in IrdsReader().corpus(NAME)]
    gold = IrdsReader().gold(NAME)

    assert [("d1", "the river"), ("d2", "the brook")] == [(u.unit_id, u.text) for u in units]
    assert (("q1",), ("what flows?",)) == (gold.topics.ids, gold.topics.texts)
    assert ({"q1": {"d1": 2}}, 1, ("q2",)) == (
        gold.qrels.grades,
        gold.qrels.twins,
        gold.unknown_topics,
    )


def test_a_data_set_is_ingested_under_its_name(library: object, tmp_path: Path) -> None:
    """No file lies at the path; the name is what is recorded."""
    with new_store(tmp_path / "book") as store:
        done = ingest(store, load_registry(()), NAME, "rivers", progress=silent)

    assert (2, "irds:toy/rivers", 0) == (
        done.event.units,
        done.event.source.name,
        done.event.source.files,
    )


def test_an_unknown_data_set_is_named(library: object) -> None:
    """Nothing is fetched for it."""
    with pytest.raises(BadData, match="irds:toy/seas: found no such data set"):
        IrdsReader().gold(Path("irds:toy/seas"))


def test_two_grades_are_refused(library: object, tmp_path: Path) -> None:
    """Which one holds is not for a reader to say."""
    _write(tmp_path / "qrels.txt", "q1 0 d1 2\nq1 0 d1 1\n")

    with pytest.raises(BadData, match="line 2: found grade 1 for document 'd1' of topic 'q1'"):
        IrdsReader().gold(NAME)
