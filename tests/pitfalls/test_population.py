"""Faults about which topics and which documents count, each by its number and with its small input.

P17 and P20 of the other formats are with their readers' tests; P19, the document that asks, is with
the exclusions of a run (tests/core/running/test_exclusions.py).
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchbook import BadData, Qrels, Rankings, Topics, Unit, UsageError, join, read_qrels
from benchbook.cli.main import main
from benchbook.core.commands.measure import measure_run
from benchbook.core.measuring.scoring import measure, ready_metrics
from benchbook.core.objects.frozen_gold import topics_bytes
from benchbook.core.ranking.units import collapse
from benchbook.plugins.readers.jsonl import JsonLinesReader
from benchbook.testing import corpus_of
from every_metric import judging_names, measured, names, values
from scoring import Grades, built_in, mean, qrels_of, rankings_of, scores, write_run

# Metrics that have a value where nothing is relevant: they look at what was returned alone.
NEED_NO_RELEVANT = (
    *("P@10", "Judged@10", "SetP", "kit-nDCG@10", "RBP@10", "RBPResidual@10"),
    *("SDCG(max_rel=4)@10", "BPM(max_rel=4)@10", "INSQ(max_rel=4)", "INST(max_rel=4)"),
    *("NERR8(max_rel=4)@10", "NERR9(max_rel=4)@10", "NERR10(max_rel=4)", "NERR11(max_rel=4)"),
)
NEED_RELEVANT = sorted(set(judging_names()) - set(NEED_NO_RELEVANT))


def told(folder: Path, qrels: str, run: str, *metrics: str) -> str:
    """What `benchbook measure` prints of two files."""
    files = write_run(folder / "qrels", qrels), write_run(folder / "run", run)
    done = CliRunner().invoke(main, ["measure", *map(str, files), *metrics])
    assert 0 == done.exit_code, done.output
    return done.output


def test_p09_a_topic_without_an_answer_counts_zero(tmp_path: Path) -> None:
    """The mean is over all topics of the qrels, and how many were answered stands below."""
    printed = told(tmp_path, "q1 0 a 1\nq2 0 a 1", "q1 Q0 a 1 1 r", "AP")

    assert 0.5 == mean("AP", {"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": ["a"]})
    assert "AP      0.5000" in printed
    assert "2/2" in printed
    assert "2 topics judged, 1 answered" in printed


@pytest.mark.parametrize("metric", names())
def test_p10_every_metric_counts_what_its_mean_is_over(metric: str) -> None:
    """A mean times its own count is the sum of the values that there are, for every metric."""
    grades: Grades = {"q1": {"a": 1, "b": 0}, "q2": {"a": 2}, "q3": {"n": 0}}
    qrels, rankings = qrels_of(grades), rankings_of({"q1": ["b", "a"]})
    known = [one for one in values(metric, qrels, rankings).values() if one is not None]

    told_of = measured(metric, qrels, rankings)

    assert (len(known), 3) == (told_of.defined, told_of.population)
    assert math.fsum(known) / len(known) == told_of.mean


def test_p11_a_topic_without_qrels_is_left_out_and_told(tmp_path: Path) -> None:
    """A topic of the run that nobody judged is no zero in the mean."""
    printed = told(tmp_path, "q1 0 a 1", "q1 Q0 a 1 1 r\nq9 Q0 a 1 1 r", "AP")

    assert {"q1": 1.0} == scores("AP", {"q1": {"a": 1}}, {"q1": ["a"], "q9": ["a"]})
    assert "AP      1.0000" in printed
    assert "1 topic of the run not in the qrels: left out" in printed


def test_p12_the_population_is_stated_and_has_a_digest() -> None:
    """Topics that are not asked for are left out, and another population is another object."""
    qrels = qrels_of({"1": {"x": 1}, "2": {"x": 1}, "3": {"x": 1}})
    asked = Topics.of_ids(["2", "1"])

    judged = join(rankings_of({"1": ["x"]}), qrels, asked)
    (ap,) = measure(judged, ready_metrics(["AP"], built_in()))

    assert (("1", "2"), 0.5, 2) == (judged.topics.ids, ap.mean, ap.population)
    assert topics_bytes(asked) == topics_bytes(Topics.of_ids(["1", "2"]))
    assert topics_bytes(asked) != topics_bytes(qrels.population)


@pytest.mark.parametrize("metric", NEED_RELEVANT)
def test_p13_without_relevant_documents_there_is_no_value(metric: str) -> None:
    """Neither 0 nor 1 enters the mean, and the topic after it is its own, for every metric."""
    qrels = qrels_of({"q1": {"a": 1}, "q2": {"b": 0, "m": -1}, "q3": {"c": 1}})

    found = values(metric, qrels, rankings_of({"q1": ["a"], "q2": ["b"], "q3": ["x"]}))

    assert (True, None, 0.0) == ((found["q1"] or 0) > 0, found["q2"], found["q3"])


@pytest.mark.parametrize("metric", NEED_NO_RELEVANT)
def test_p13_what_looks_at_the_returned_alone_has_one(metric: str) -> None:
    """It is 0 where nothing relevant was returned; what is judged, or unknown, is another thing."""
    found = values(metric, qrels_of({"q2": {"b": 0}}), rankings_of({"q2": ["b"]}))

    expected = {"Judged@10": 1.0, "RBPResidual@10": pytest.approx(0.8)}.get(metric, 0.0)
    assert {"q2": expected} == found


def test_p13_a_topic_with_an_empty_row_of_judgments_has_no_value() -> None:
    """A topic that was judged and of which nothing was kept is still a topic."""
    qrels = Qrels({"q1": {"a": 1}, "q2": {}})

    assert {"q1": 1.0, "q2": None} == values("AP", qrels, rankings_of({"q1": ["a"], "q2": ["b"]}))


@given(
    grades=st.dictionaries(st.sampled_from("abcdef"), st.integers(-5, 4), min_size=1),
    ranked=st.permutations("abcdefxy"),
    metric=st.sampled_from([one for cutoff in (None, 1, 3) for one in judging_names(cutoff)]),
)
def test_p15_every_value_is_within_its_range(
    grades: dict[str, int], ranked: list[str], metric: str
) -> None:
    """Negative grades and all, from 0 to 1, or there is none."""
    (value,) = values(metric, qrels_of({"q": grades}), rankings_of({"q": ranked})).values()

    assert value is None or 0.0 <= value <= 1.0


def test_p16_a_document_twice_in_a_topic_is_an_error(tmp_path: Path) -> None:
    """Not the first that counts, nor the last: recall and nDCG could pass 1."""
    files = (
        write_run(tmp_path / "qrels", "q 0 a 1"),
        write_run(tmp_path / "run", "q Q0 a 1 2 r\nq Q0 a 2 1 r"),
    )

    with pytest.raises(BadData, match="document 'a' of topic 'q' again"):
        measure_run(*files, ["R@2"], built_in())
    with pytest.raises(UsageError, match="'a'"):
        Rankings.of(Topics.of_ids("q"), [[("a", 2.0), ("a", 1.0)]])


def test_p17_twins_are_counted_and_conflicts_refused(tmp_path: Path) -> None:
    """The same judgment twice is told; two judgments of one document need a decision."""
    printed = told(tmp_path, "q 0 a 1\nq 0 a 1", "q Q0 a 1 1 r", "AP")

    assert "1 judgment repeated in the qrels: counted once" in printed
    with pytest.raises(BadData, match="grade 2 for document 'a'"):
        read_qrels(write_run(tmp_path / "other", "q 0 a 1\nq 0 a 2"))


def test_p18_chunks_collapse_to_documents_before_the_cutoff() -> None:
    """The second chunk of d1 leaves its place to d2, so that two documents are within two ranks."""
    corpus = corpus_of(
        Unit(unit_id=id_, doc_id=id_[:2], title="", text="t") for id_ in ("d1#0", "d1#4", "d2#1")
    )
    ranked = rankings_of({"q": ["d1#0", "d1#4", "d2#1"]})

    documents = collapse(ranked, corpus)

    assert ("d1", "d2") == documents.units("q")
    assert {"q": 1.0} == values("R@2", qrels_of({"q": {"d1": 1, "d2": 1}}), documents)


def test_p20_an_id_that_stands_twice_is_refused_naming_both_lines(tmp_path: Path) -> None:
    """The second question does not overwrite the first."""
    path = write_run(
        tmp_path / "gold.jsonl",
        '{"id": "q44", "question": "one?", "documents": ["a"]}\n'
        '{"id": "q44", "question": "two?", "documents": ["b"]}',
    )

    with pytest.raises(BadData, match="question 'q44' again") as refused:
        JsonLinesReader().gold(path)

    assert (2, True) == (refused.value.line, "line 1" in refused.value.expected)


@pytest.mark.parametrize("topic", ["01", "1.0", "-1", "1x"])
def test_p21_files_that_share_no_topic_are_an_error(tmp_path: Path, topic: str) -> None:
    """An id is its text: none of these is 1, and nothing in common is no 0.0."""
    qrels = write_run(tmp_path / "qrels", "1 0 a 1")
    run = write_run(tmp_path / "run", f"{topic} Q0 a 1 1 r")

    with pytest.raises(BadData, match="Ids are compared as text"):
        measure_run(qrels, run, ["AP"], built_in())


def test_p21_a_negative_number_is_an_id_like_any_other(tmp_path: Path) -> None:
    """Topics -5, 007 and 7 are three."""
    printed = told(
        tmp_path,
        "-5 0 a 1\n007 0 a 1\n7 0 a 1",
        "-5 Q0 a 1 1 r\n007 Q0 x 1 1 r\n7 Q0 a 1 1 r",
        "AP",
    )

    assert "AP      0.6667" in printed
