"""Metrics against pytrec_eval on real runs: every topic, with and without a threshold."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from benchbook import Judged, join, read_qrels, read_trec_run
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in

CLOSE = 1e-9
ROBUST = "robust03/robust03_cs_qrels.txt.gz"
PAIRS = {
    "scifact": ("scifact/qrels.trec", "scifact/runs/bm25.run.gz"),
    "cranfield": ("cranfield/qrels.trec", "cranfield/runs/bm25.run.gz"),
    "cisi": ("cisi/qrels.trec", "cisi/runs/bm25.run.gz"),
    "robust03 rutcor03100": (ROBUST, "robust03/input.rutcor03100.gz"),
    "robust03 uic0301": (ROBUST, "robust03/input.uic0301.gz"),
}
# pytrec_eval's name by ours; {rel} is the threshold, which nDCG does not have.
NAMES = {
    "AP(rel={rel})": "map",
    "AP(rel={rel})@10": "map_cut_10",
    "AP(rel={rel})@100": "map_cut_100",
    "Bpref(rel={rel})": "bpref",
    "P(rel={rel})@5": "P_5",
    "P(rel={rel})@10": "P_10",
    "P(rel={rel})@1000": "P_1000",
    "R(rel={rel})@10": "recall_10",
    "R(rel={rel})@100": "recall_100",
    "R(rel={rel})@1000": "recall_1000",
    "RR(rel={rel})": "recip_rank",
    "Rprec(rel={rel})": "Rprec",
    "Success(rel={rel})@1": "success_1",
    "Success(rel={rel})@10": "success_10",
    "SetF(rel={rel})": "set_F",
    "SetP(rel={rel})": "set_P",
    "SetR(rel={rel})": "set_recall",
    "infAP(rel={rel})": "infAP",
    "nDCG": "ndcg",
    "nDCG@5": "ndcg_cut_5",
    "nDCG@10": "ndcg_cut_10",
    "nDCG@100": "ndcg_cut_100",
    "nDCG@1000": "ndcg_cut_1000",
}


def rows(path: Path) -> Iterator[list[str]]:
    """The fields of each line, read plainly."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    yield from (line.split() for line in text.decode().splitlines())


@cache
def peer(
    data: Path, pair: str, rel: int, *, judged_only: bool = False
) -> dict[str, dict[str, float]]:
    """What pytrec_eval says of a run, by topic and name."""
    qrels, run = (data / name for name in PAIRS[pair])
    grades: dict[str, dict[str, int]] = {}
    for topic, _, document, grade in rows(qrels):
        grades.setdefault(topic, {})[document] = int(grade)
    ranked: dict[str, dict[str, float]] = {}
    for topic, _, document, _, score, _ in rows(run):
        ranked.setdefault(topic, {})[document] = float(score)
    evaluator = pytrec_eval.RelevanceEvaluator(
        grades,
        pytrec_eval.supported_measures,
        relevance_level=rel,
        judged_docs_only_flag=judged_only,
    )
    said: dict[str, dict[str, float]] = evaluator.evaluate(ranked)
    return said


@cache
def ours(data: Path, pair: str) -> Judged:
    """The same run, joined with its qrels."""
    qrels, run = (data / name for name in PAIRS[pair])
    return join(read_trec_run(run, compat="trec_eval-9"), read_qrels(qrels))


@pytest.mark.slow
@pytest.mark.parametrize("rel", [1, 2, 3])
@pytest.mark.parametrize("pair", sorted(PAIRS))
def test_every_topic_agrees_with_pytrec_eval(shared_data: Path, pair: str, rel: int) -> None:
    """All metrics that pytrec_eval has too agree with it within 1e-9, topic by topic."""
    said, judged = peer(shared_data, pair, rel), ours(shared_data, pair)

    compare(judged, {name.format(rel=rel): theirs for name, theirs in NAMES.items()}, said)


@pytest.mark.slow
@pytest.mark.parametrize("pair", ["cranfield", "robust03 uic0301"])
def test_without_holes_every_topic_agrees_with_its_option(shared_data: Path, pair: str) -> None:
    """`judged_only=True` is what trec_eval's `-J` measures, for every metric that it has."""
    said, judged = peer(shared_data, pair, 1, judged_only=True), ours(shared_data, pair)

    compare(judged, {condensed(name): theirs for name, theirs in NAMES.items()}, said)


def condensed(name: str) -> str:
    """The name of a metric that sees judged documents alone."""
    plain, at, cutoff = name.replace("(rel={rel})", "").partition("@")
    return f"{plain}(judged_only=True){at}{cutoff}"


def compare(judged: Judged, names: dict[str, str], said: dict[str, dict[str, float]]) -> None:
    """Every topic that pytrec_eval measured has its value, by our name and its."""
    measured = measure(judged, ready_metrics(list(names), built_in()), undefined_as_zero=True)

    answered = [at for at, topic in enumerate(judged.topics.ids) if topic in said]
    assert len(said) == len(answered) == np.count_nonzero(judged.depths)
    for one, name in zip(measured, names.values(), strict=True):
        theirs = [said[judged.topics.ids[at]][name] for at in answered]
        assert float(np.abs(one.values.values[answered] - theirs).max()) <= CLOSE, one.name


@pytest.mark.slow
def test_robust03_is_the_test_of_ties_that_it_is_said_to_be(shared_data: Path) -> None:
    """Of the run's 100,000 rows, 99,545 have the score of the row before."""
    rankings = read_trec_run(shared_data / "robust03/input.rutcor03100.gz")

    scores = [[score for _, score in row] for _, row in rankings]

    assert sum(left == right for row in scores for left, right in pairwise(row)) == 99_545
