"""Metrics on examples small enough to reckon by hand; a number in a name is the pitfall's."""

from __future__ import annotations

import math

import pytest

from benchbook import Qrels, Rankings, Topics, UsageError
from scoring import mean, scores, scores_of

LOG3 = math.log2(3)


def one(metric: str, grades: dict[str, int], ranked: list[str]) -> float | None:
    """The value for a single topic."""
    return scores(metric, {"q": grades}, {"q": ranked})["q"]


@pytest.mark.parametrize(("ties", "rank"), [("doc_id asc", 1.0), ("doc_id desc", 0.5)])
def test_p03_the_order_of_rows_does_not_decide_a_tie(ties: str, rank: float) -> None:
    """Tied rows get the order of the rule, whichever came first."""
    topics, qrels = Topics.of_ids(["q"]), Qrels.of([("q", "a", 1)])
    for rows in ([("a", 1.0), ("b", 1.0)], [("b", 1.0), ("a", 1.0)]):
        rankings = Rankings.by_score(topics, [rows], ties=ties)  # type: ignore[arg-type]  # a parametrised literal

        assert {"q": rank} == scores_of("RR", qrels, rankings)


def test_p09_a_topic_without_an_answer_counts_zero() -> None:
    """The mean is over the topics of the qrels, not over those that were answered."""
    grades = {"q1": {"a": 1}, "q2": {"a": 1}}

    assert mean("AP", grades, {"q1": ["a"]}) == 0.5


def test_p11_a_topic_without_qrels_is_left_out() -> None:
    """A topic of the run that nobody judged is no zero in the mean."""
    assert {"q1": 1.0} == scores("AP", {"q1": {"a": 1}}, {"q1": ["a"], "q9": ["a"]})


@pytest.mark.parametrize("metric", ["AP", "nDCG", "R@5", "Rprec", "RR", "Success@5", "Bpref"])
def test_p13_a_topic_without_relevant_documents_has_no_value(metric: str) -> None:
    """Neither 0 nor 1 enters the mean for a topic that cannot be answered."""
    grades = {"q1": {"a": 1}, "q2": {"b": 0}, "q3": {"c": 1}}

    found = scores(metric, grades, {"q1": ["a"], "q2": ["b"], "q3": ["x"]})

    assert {"q1": 1.0, "q2": None, "q3": 0.0} == found


@pytest.mark.parametrize(("metric", "value"), [("P@2", 0.0), ("Judged@2", 1.0)])
def test_p13_precision_and_judged_have_one_there(metric: str, value: float) -> None:
    """What needs no relevant document is defined for every topic."""
    assert value == one(metric, {"b": 0}, ["b"])


@pytest.mark.parametrize(("metric", "value"), [("nDCG", 0.7967), ("nDCG(dcg='exp-log2')", 0.7098)])
def test_p23_the_gain_is_in_the_name(metric: str, value: float) -> None:
    """Linear and exponential gain give different values under different names."""
    linear = (1 + 3 / LOG3) / (3 + 1 / LOG3)
    exponential = (1 + 7 / LOG3) / (7 + 1 / LOG3)

    found = one(metric, {"a": 3, "b": 1, "c": 0}, ["b", "a", "c"])

    assert found is not None
    assert pytest.approx(exponential if "exp" in metric else linear, abs=1e-12) == found
    assert value == round(found, 4)


def test_p24_the_ideal_knows_what_was_not_retrieved() -> None:
    """It divides by the best ranking of all judged documents, not of the retrieved ones."""
    assert one("nDCG@2", {"a": 3, "b": 1}, ["x", "b"]) == pytest.approx(
        (1 / LOG3) / (3 + 1 / LOG3), abs=1e-12
    )


@pytest.mark.parametrize(("metric", "value"), [("nDCG", 1 / (1 + 1 / LOG3)), ("nDCG@1", 1.0)])
def test_p25_the_cutoff_bounds_the_ideal_too(metric: str, value: float) -> None:
    """A short ranking loses to the whole ideal, and not to the ideal cut at its length."""
    assert one(metric, {"a": 1, "b": 1}, ["a"]) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "value"), [("P(rel=2)@1", 0), ("AP(rel=2)", 0.5), ("nDCG@1", 0.5)]
)
def test_p26_the_threshold_of_relevance_is_a_parameter(metric: str, value: float) -> None:
    """Binary metrics take the lowest relevant grade; nDCG keeps the grades."""
    assert value == one(metric, {"a": 1, "b": 2}, ["a", "b"])


def test_p27_precision_is_divided_by_k() -> None:
    """A short answer does not make precision high."""
    assert one("P@5", {"a": 1}, ["a"]) == 0.2


def test_p28_recall_is_divided_by_all_relevant_documents() -> None:
    """Recall is not capped at the cut-off."""
    assert one("R@1", {"a": 1, "b": 1, "c": 1, "d": 1}, ["a"]) == 0.25


def test_p30_bpref_without_judged_nonrelevant_documents_is_a_number() -> None:
    """Where nothing was judged not relevant nothing can stand above a relevant document."""
    assert one("Bpref", {"a": 1, "b": 1}, ["a", "x", "b"]) == 1.0


def test_p31_success_is_not_recall() -> None:
    """One of twenty relevant documents is a success, and a twentieth of recall."""
    grades = {f"d{number:02}": 1 for number in range(20)}

    assert (1.0, 0.05) == (one("Success@10", grades, ["d07"]), one("R@10", grades, ["d07"]))


def test_p32_reciprocal_rank_ends_at_the_cutoff() -> None:
    """A first relevant document at rank 15 is worth nothing to RR@10."""
    ranked = [*(f"x{number}" for number in range(14)), "a"]

    assert (0.0, 1 / 15) == (one("RR@10", {"a": 1}, ranked), one("RR", {"a": 1}, ranked))


def test_p33_a_score_of_zero_is_a_score() -> None:
    """Documents that a system scored 0 were retrieved."""
    rankings = Rankings.of(Topics.of_ids(["q"]), [[("a", 0.0), ("b", 0.0)]])

    assert {"q": 1.0} == scores_of("R@2", Qrels.of([("q", "a", 1), ("q", "b", 1)]), rankings)


def test_bpref_counts_what_stands_above() -> None:
    """Each relevant document loses the share of judged non-relevant ones above it."""
    grades = {"r1": 1, "r2": 2, "r3": 1, "n1": 0, "n2": 0, "m": -1}

    # r1 loses nothing, r2 one of min(2, 3), r3 is not ranked; x and m are not in the pool.
    assert one("Bpref", grades, ["r1", "x", "m", "n1", "r2", "n2"]) == (1 + 1 / 2) / 3


def test_negative_grades_gain_nothing() -> None:
    """A grade below 0 neither helps nor harms nDCG."""
    assert one("nDCG", {"a": 1, "b": -2}, ["a", "b"]) == 1.0


def test_the_best_ranking_has_ndcg_one() -> None:
    """No rounding lifts nDCG above 1, with either gain."""
    grades = {f"d{number:03}": number % 4 for number in range(200)}
    best = sorted(grades, key=lambda document: -grades[document])

    assert [1.0, 1.0] == [one(metric, grades, best) for metric in ("nDCG", "nDCG(dcg='exp-log2')")]


def test_exponential_gain_refuses_a_grade_that_no_double_holds() -> None:
    """A huge grade is refused by name instead of giving a value that is not a number."""
    with pytest.raises(UsageError, match="grade 1024 is too high"):
        one("nDCG(dcg='exp-log2')", {"a": 1024}, ["a"])


def test_average_precision_ends_at_the_cutoff_but_divides_by_all() -> None:
    """AP@k sums within k and divides by the number of all relevant documents."""
    grades = {"a": 1, "b": 1, "c": 1}

    assert one("AP@2", grades, ["a", "x", "b"]) == 1 / 3


def test_r_precision_looks_as_deep_as_there_are_relevant_documents() -> None:
    """With two relevant documents the first two ranks count."""
    assert one("Rprec", {"a": 1, "b": 1}, ["a", "x", "b"]) == 0.5


@pytest.mark.parametrize(("ranked", "value"), [(["a", "x"], 0.5), (["a"], 1.0), ([], 0.0)])
def test_judged_is_the_share_of_what_was_returned(ranked: list[str], value: float) -> None:
    """A ranking shorter than the cut-off is divided by its length, an empty one has 0."""
    assert value == one("Judged@10", {"a": 0}, ranked)
