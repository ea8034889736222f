"""Whatever people hold becomes the same qrels and the same run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import benchbook
from benchbook import Qrels, Rankings, UsageError
from benchbook.core.notebook.inputs import as_qrels, as_rankings


class Qrel(NamedTuple):
    """As ir-measures has it."""

    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """As ir-measures has it."""

    query_id: str
    doc_id: str
    score: float


class Frame:
    """Columns by name, as pandas and polars give them."""

    def __init__(self, **columns: list[Any]) -> None:
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> list[Any]:
        """A column."""
        return self._columns[name]


GRADES = {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}
SCORES = {"q1": {"b": 1.5, "a": 1.5, "x": 0.0}, "q2": {"c": 3.0}}
TRIPLES = [("q1", "a", 2), ("q1", "b", 0), ("q2", "c", 1)]
SCORED = [("q1", "b", 1.5), ("q1", "a", 1.5), ("q1", "x", 0.0), ("q2", "c", 3.0)]


def qrels_file(folder: Path) -> Path:
    """The same as a file."""
    path = folder / "qrels"
    path.write_text("".join(f"{topic} 0 {doc} {grade}\n" for topic, doc, grade in TRIPLES))
    return path


class Lazy:
    """A frame that is read on demand, as polars gives them."""

    columns = ()

    def collect(self) -> Frame:
        """The frame."""
        return Frame(qid=["q1", "q1", "q2"], docno=["a", "b", "c"], label=[2, 0, 1])


def run_file(folder: Path) -> Path:
    """The same as a file."""
    path = folder / "run"
    path.write_text("".join(f"{topic} Q0 {doc} 1 {score} t\n" for topic, doc, score in SCORED))
    return path


HELD_QRELS: list[Callable[[Path], object]] = [
    lambda _: GRADES,
    qrels_file,
    lambda folder: str(qrels_file(folder)),
    lambda _: [Qrel(*row) for row in TRIPLES],
    lambda _: iter(TRIPLES),
    lambda _: Frame(qid=["q1", "q1", "q2"], docno=["a", "b", "c"], label=[2, 0, 1]),
    lambda _: Lazy(),
    lambda _: Qrels(GRADES),
]
HELD_RUNS: list[Callable[[Path], object]] = [
    lambda _: SCORES,
    lambda _: {topic: dict(reversed(row.items())) for topic, row in reversed(SCORES.items())},
    run_file,
    lambda _: [ScoredDoc(*row) for row in SCORED],
    lambda _: Frame(
        query_id=["q1", "q1", "q1", "q2"],
        doc_id=["b", "a", "x", "c"],
        score=[1.5, 1.5, 0.0, 3.0],
        rank=[0, 1, 2, 0],
    ),
]


@pytest.mark.parametrize("held", HELD_QRELS)
def test_qrels_are_the_same_however_they_are_held(
    tmp_path: Path, held: Callable[[Path], object]
) -> None:
    """Files, dictionaries, records and frames say the same."""
    assert Qrels(GRADES) == as_qrels(held(tmp_path))


@pytest.mark.parametrize("held", HELD_RUNS)
def test_runs_are_the_same_however_they_are_held(
    tmp_path: Path, held: Callable[[Path], object]
) -> None:
    """P03: the order of rows decides nothing; equal scores go by document id, descending."""
    run = as_rankings(held(tmp_path))

    assert [("b", "a", "x"), ("c",)] == [run.units("q1"), run.units("q2")]


def test_a_file_of_another_form_is_read_too(tmp_path: Path) -> None:
    """Ranks alone, as MS MARCO asks for them: as `benchbook measure` reads it."""
    path = tmp_path / "run.tsv"
    path.write_text("q1\ta\t1\nq1\tb\t2\n")

    assert ("a", "b") == as_rankings(path).units("q1")


def test_a_run_of_ours_keeps_its_order() -> None:
    """What a lane delivered is the ranking, whatever its scores."""
    run = Rankings.of(benchbook.Topics.of_ids(["q1"]), [[("a", 1.0), ("b", 2.0)]])

    assert run is as_rankings(run)


def test_a_topic_without_documents_belongs_to_the_population() -> None:
    """P13: judged and nothing relevant: undefined, not gone."""
    scores = benchbook.measure({"q1": {"a": 1}, "q2": {}}, {"q1": {"a": 1.0}}, ["nDCG@10", "P@1"])

    told = {row["metric"]: (row["value"], row["n"], row["of"]) for row in scores.means()}
    assert {"nDCG@10": (1.0, 1, 2), "P@1": (0.5, 2, 2)} == told


def test_ids_are_text() -> None:
    """P21: 7 is "7"; "007" is another one."""
    scores = benchbook.measure({7: {1: 1}}, {"7": {"1": 2.0, "01": 1.0}}, ["P@1"])

    assert 1.0 == scores["P@1"]


@pytest.mark.parametrize(
    ("qrels", "run", "told"),
    [
        ({"q": {"a": 1}}, {"q": {"a": float("nan")}}, "has the score NaN"),
        ({"q": {"a": 1}}, {"q": {"a": float("-inf")}}, "has the score -inf"),
        ({"q": {"a": 0.5}}, {"q": {"a": 1.0}}, "grades are whole numbers"),
        ({"q": {"a": True}}, {"q": {"a": 1.0}}, "expected a number"),
        ({1.0: {"a": 1}}, {"q": {"a": 1.0}}, "1.0 is no id"),
        ({1: {"a": 1}, "1": {"a": 1}}, {"1": {"a": 1.0}}, "have one id"),
        ({"q": {"a": 1}}, {"p": {"a": 1.0}}, "such as 'p'; the qrels have others, such as 'q'"),
        ({"q": {"a": 1}}, [("q", "a", 1.0), ("q", "a", 2.0)], "is twice in topic 'q'"),
        ([("q", "a", 1), ("q", "a", 2)], {"q": {"a": 1.0}}, "decide which one holds"),
        ({"q": {"a": 1}}, 7, "int is nothing that a run can be taken from"),
        ({"q": {"a": 1}}, ["text"], "str is nothing that a run can be taken from"),
        ({"q": {"a": 1}}, {"q": ["a"]}, "found list for topic 'q'"),
        ({}, {"q": {"a": 1.0}}, "hold no judgment"),
        ({"q": {"a": 1}}, Frame(qid=["q"], docno=["a"]), "expected one column of score"),
        ({"q": {"a": 1}}, Frame(qid=["q"], topic=["q"], docno=["a"], score=[1.0]), "both qid"),
    ],
)
def test_what_cannot_be_taken_is_told(qrels: object, run: object, told: str) -> None:
    """P08, P16, P17, P20, P21: one clear line, and never a number made of nothing."""
    with pytest.raises(UsageError) as refused:
        benchbook.measure(qrels, run, ["P@1"])

    assert told in str(refused.value)
