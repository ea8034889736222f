"""Metrics on examples small enough to reckon by hand; more are with the pitfalls of definitions."""

from __future__ import annotations

import pytest

from benchbook import UsageError
from scoring import scores


def one(metric: str, grades: dict[str, int], ranked: list[str]) -> float | None:
    """The value for a single topic."""
    return scores(metric, {"q": grades}, {"q": ranked})["q"]


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
