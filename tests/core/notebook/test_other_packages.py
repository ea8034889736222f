"""Objects of the real packages: pandas, polars, ir-measures and ranx, where they are installed."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest

import benchbook
from benchbook import Qrels, UsageError
from benchbook.core.notebook.inputs import as_qrels, as_rankings

GRADES = {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}
SCORES = {"q1": {"b": 1.5, "a": 1.5, "x": 0.0}, "q2": {"c": 3.0}}
Package = Any


def package(name: str) -> Package:
    """A package, or a skip where it is not installed; what it warns of is its own."""
    if find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def triples(table: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str, Any]]:
    """The rows of a dictionary of dictionaries."""
    return ((topic, doc, value) for topic, row in table.items() for doc, value in row.items())


def frame(library: Package, names: tuple[str, str, str], table: dict[str, dict[str, Any]]) -> Any:  # noqa: ANN401 - of a library that need not be here
    """A data frame of the same."""
    return library.DataFrame(
        dict(zip(names, map(list, zip(*triples(table), strict=True)), strict=True))
    )


def check(qrels: object, run: object) -> None:
    """Both say what the dictionaries say."""
    rankings = as_rankings(run)
    assert Qrels(GRADES) == as_qrels(qrels)
    assert [("b", "a", "x"), ("c",)] == [rankings.units("q1"), rankings.units("q2")]


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("names", [("query_id", "doc_id"), ("qid", "docno")])
def test_frames(library: str, names: tuple[str, str]) -> None:
    """ir-measures' columns, and PyTerrier's with a rank that nobody looks at."""
    made = package(library)
    grade = "relevance" if names[0] == "query_id" else "label"
    run = frame(made, (*names, "score"), SCORES)
    ranked = run.assign(rank=0) if library == "pandas" else run.with_columns(rank=0)

    check(frame(made, (*names, grade), GRADES), ranked)


def test_lazy_frames_of_polars() -> None:
    """They are collected."""
    made = package("polars")
    qrels = frame(made, ("qid", "docno", "label"), GRADES).lazy()

    check(qrels, frame(made, ("qid", "docno", "score"), SCORES).lazy())


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"qid": ["q", None], "docno": ["a", "b"], "score": [1.0, 2.0]}, "is no id"),
        ({"qid": [1, None], "docno": ["a", "b"], "score": [1.0, 2.0]}, "is no id"),
        ({"qid": ["q", "q"], "docno": ["a", "b"], "score": [1.0, None]}, "document 'b' of topic"),
        ({"qid": ["q", "q"], "docno": ["a", "a"], "score": [1.0, 2.0]}, "is twice in topic 'q'"),
        ({"qid": ["q"], "docno": ["a"]}, "expected one column of score"),
    ],
)
def test_gaps_of_a_frame_are_told(library: str, columns: dict[str, list[Any]], told: str) -> None:
    """P08, P16, P21: pandas makes floats of whole numbers with a gap, which are no ids."""
    with pytest.raises(UsageError) as refused:
        as_rankings(package(library).DataFrame(columns))

    assert told in str(refused.value)


def test_whole_numbers_of_a_frame_are_ids_and_grades() -> None:
    """7 of numpy, and of pandas' own kinds, is "7"."""
    pandas = package("pandas")
    made = pandas.DataFrame(
        {"qid": [7], "docno": pandas.array([8], dtype="Int64"), "label": pandas.array([2], "int8")}
    )

    assert {"7": {"8": 2}} == as_qrels(made).grades


def test_named_tuples_of_ir_measures() -> None:
    """In any iterable; and its metrics are named by what they print."""
    made = package("ir_measures")
    qrels = [made.Qrel(*row) for row in triples(GRADES)]

    check(qrels, (made.ScoredDoc(*row) for row in triples(SCORES)))
    scores = benchbook.measure(qrels, SCORES, [made.nDCG @ 10, made.P(rel=2) @ 1])
    assert ["nDCG@10", "P(rel=2)@1"] == list(scores)


def test_ir_measures_has_the_same_means() -> None:
    """On grades without ties, by its own reading of the same objects."""
    made = package("ir_measures")
    run = {"q1": {"b": 3.0, "a": 2.0, "x": 1.0}, "q2": {"y": 2.0, "c": 1.0}}
    metrics = [made.nDCG @ 10, made.AP, made.RR, made.P @ 2]
    theirs = made.calc_aggregate(
        metrics,
        [made.Qrel(*row) for row in triples(GRADES)],
        [made.ScoredDoc(*row) for row in triples(run)],
    )
    scores = benchbook.measure(GRADES, run, [*metrics])

    for metric in metrics:
        assert pytest.approx(theirs[metric], abs=1e-12) == scores[str(metric)]


@pytest.mark.parametrize("give", [lambda made: made, lambda made: made.to_dict()])
def test_objects_of_ranx(give: Callable[[Any], object]) -> None:
    """Qrels and runs, as they are and as dictionaries; a run's own name is its name."""
    made = package("ranx")
    qrels, run = made.Qrels(GRADES), made.Run(SCORES, name="mine")

    check(give(qrels), give(run))
    compared = benchbook.compare(qrels, [run, made.Run(SCORES, name="other")], metrics=["RR@10"])
    assert ("mine", "other") == compared.compared.names


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_are_frames(library: str) -> None:
    """With numbers as numbers, and what is not defined as null."""
    package(library)
    scores = benchbook.measure({"q1": {"a": 1}, "q2": {"a": 0}}, SCORES, ["AP", "P@2"])
    values: Any = scores.per_topic().frame(library)

    assert ["topic", "AP", "P@2"] == list(values.columns)
    assert [0.5, 0.0] == list(values["P@2"])
    assert 1 == sum(values["AP"].isna() if library == "pandas" else values["AP"].is_null())
    again: Any = scores.means().frame(library)
    assert 2 == len(again)
