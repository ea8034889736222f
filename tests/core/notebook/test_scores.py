"""Measuring and comparing in Python, and what a notebook shows of it."""

from __future__ import annotations

import pytest

import benchbook
from benchbook import ComparedRuns, Scores, UsageError

TOPICS = [f"q{n:02}" for n in range(12)]
GRADES = {topic: {"a": 1, "b": 0} for topic in TOPICS}
GOOD = {topic: {"a": 2.0, "b": 1.0} for topic in TOPICS}
BAD = {topic: {"a": 1.0, "b": 2.0} for topic in TOPICS}


@pytest.fixture
def scores() -> Scores:
    """One run."""
    return benchbook.measure(GRADES, BAD, ["RR@10", "nDCG@10"])


@pytest.fixture
def compared() -> ComparedRuns:
    """Two runs."""
    return benchbook.compare(GRADES, {"bad": BAD, "good": GOOD}, metrics=["RR@10", "P@1"])


def test_means_are_looked_up_by_name(scores: Scores) -> None:
    """And each tells over how many topics it is."""
    assert 0.5 == scores["RR@10"]
    assert 0.5 == scores["MRR@10"]
    row = next(iter(scores.means()))
    assert ("RR@10", 0.5, 12, 12) == tuple(row[name] for name in ("metric", "value", "n", "of"))
    assert ["RR@10", "nDCG@10"] == list(scores)


def test_values_of_topics_are_columns(scores: Scores) -> None:
    """One row for each topic."""
    values = scores.per_topic()

    assert ("topic", "RR@10", "nDCG@10") == values.names
    assert tuple(TOPICS) == values["topic"]
    assert (0.5,) * 12 == values["RR@10"]


def test_a_metric_that_was_not_measured_is_an_error(scores: Scores) -> None:
    """It names those that were."""
    with pytest.raises(UsageError, match="there are RR@10, nDCG@10"):
        scores["AP"]
    with pytest.raises(UsageError, match="no metric named 'nonsense'"):
        scores["nonsense"]


def test_a_metric_that_is_defined_nowhere_is_no_zero() -> None:
    """Not measured is a state of its own."""
    scores = benchbook.measure({"q": {"a": 0}}, {"q": {"a": 1.0}}, ["AP"])

    with pytest.raises(UsageError, match="not measured, which is not 0"):
        scores["AP"]
    assert "not measured" in repr(scores)


def test_a_notebook_shows_a_table(scores: Scores) -> None:
    """As text, HTML and Markdown: each mean with its interval, denominators and judged share."""
    assert "RR@10    0.5000 [0.50, 0.50] †  12 of 12    1.00" in repr(scores)
    assert ">0.5000 [0.50, 0.50] †</td>" in scores._repr_html_()
    assert "| RR\\@10 | 0.5000" in scores._repr_markdown_()


def test_what_equal_scores_could_do_stands_beside() -> None:
    """The range over orders of ties, as a report has it."""
    tied = {topic: {"a": 1.0, "b": 1.0} for topic in TOPICS}
    scores = benchbook.measure(GRADES, tied, ["RR@10"])

    row = next(iter(scores.means()))
    assert (0.5, 1.0, 0.75) == (row["tied_low"], row["tied_high"], row["tied_expected"])
    assert "± with equal scores in another order: RR@10 0.5000 to 1.0000" in repr(scores)


def test_a_run_of_other_topics_says_so() -> None:
    """What is not answered counts 0, what is not judged is left out, and both are told."""
    scores = benchbook.measure(GRADES, {"q00": {"a": 1.0}, "z": {"a": 1.0}}, ["RR@10"])

    assert 1 / 12 == scores["RR@10"]
    assert (1, 12) == (scores.answered, len(scores.topics))
    assert "! run answers 1 of 12 topics" in repr(scores)
    assert "left out, since they are not in the population: 1 topic" in scores._repr_html_()


def test_how_much_is_judged_can_be_measured_alone() -> None:
    """Nothing is tested of one run, so that any metric will do."""
    assert 1.0 == benchbook.measure(GRADES, BAD, ["Judged@10"])["Judged@10"]


def test_runs_are_compared(compared: ComparedRuns) -> None:
    """With the words of the command."""
    assert "better" == compared.verdict("good")
    assert "higher" == compared.verdict("good", "P@1")
    rows = [row for row in compared.comparisons() if row["verdict"] == "better"]
    assert [("good", "RR@10", 0.5)] == [
        (row["run"], row["metric"], row["difference"]) for row in rows
    ]


def test_a_notebook_shows_the_page(compared: ComparedRuns) -> None:
    """As a terminal does, as Markdown, and LaTeX for a paper."""
    assert "good is better than bad on 12 topics" in repr(compared)
    assert "## What was found" in compared._repr_markdown_()
    assert "\\toprule" in compared.to_latex()
    assert "<h4>What was found</h4>" in compared._repr_html_()
    assert compared.to_html().lstrip().startswith("<!doctype html>")


def test_numbers_of_runs_are_columns(compared: ComparedRuns) -> None:
    """Means of every run, differences of those that are no baseline: numbers, no text."""
    means = {(row["run"], row["metric"]): row["value"] for row in compared.means()}
    assert (0.5, 1.0) == (means["bad", "RR@10"], means["good", "RR@10"])
    row = next(iter(compared.comparisons()))
    assert ("good", "bad", "RR@10", True) == (
        *(row["run"], row["baseline"], row["metric"], row["declared"]),
    )
    assert (12, 0, 0) == (row["wins"], row["ties"], row["losses"])
    assert None is row["d_z"]  # all differences are the same
    assert isinstance(row["p"], float)


def test_values_of_every_run_are_rows(compared: ComparedRuns) -> None:
    """One for each topic, run and metric, those of holes among them."""
    assert 12 * 2 * 4 == len(compared.per_topic())


def test_runs_of_a_list_have_names() -> None:
    """Their own, or their number."""
    compared = benchbook.compare(GRADES, [BAD, GOOD], metrics=["RR@10"])

    assert ("run1", "run2") == compared.compared.names


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"baseline": "x"}, "baseline 'x' is none of the runs: bad, good"),
        ({"test": "anova"}, "expected one of sign-flip, t, wilcoxon, bootstrap"),
        ({"alpha": 7}, "expected a number between 0 and 1"),
        ({"primary": "AP"}, "primary metric AP is none of the metrics"),
    ],
)
def test_what_there_is_not_is_refused(options: dict[str, object], told: str) -> None:
    """One clear line."""
    with pytest.raises(UsageError) as refused:
        benchbook.compare(GRADES, {"bad": BAD, "good": GOOD}, metrics=["RR@10"], **options)  # type: ignore[arg-type]  # on purpose

    assert told in str(refused.value)
