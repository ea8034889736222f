"""A gate as an assertion in somebody's own tests."""

from __future__ import annotations

import unittest
from pathlib import Path
from typing import Any

import pytest

import benchbook
from benchbook import OpenReport, UsageError
from benchbook.testing import assert_gate
from book import make_store, open_store, run

TOPICS = [f"q{n:02}" for n in range(20)]
GRADES = {topic: {"a": 1, "x": 0} for topic in TOPICS}
BARE = {topic: {"a": 1} for topic in TOPICS}
"""Likewise, where nobody judged x."""
MOST = {topic: {"a" if at < 15 else "x": 1.0} for at, topic in enumerate(TOPICS)}
ALL = {topic: {"a": 1.0} for topic in TOPICS}
TIED = {topic: {"a": 1.0, "x": 1.0} for topic in TOPICS}
SCORES = benchbook.measure(GRADES, MOST, ["Success@1", "RR@10"])
COMPARED = benchbook.compare(GRADES, {"most": MOST, "all": ALL, "tied": TIED}, metrics=["RR@10"])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run."""
    folder = tmp_path_factory.mktemp("book")
    with open_store(make_store(folder)) as store:
        run(store)
    return folder


@pytest.fixture
def opened(book: Path) -> OpenReport:
    """Its report."""
    return benchbook.open("latest", dir=book)


def failure(*held: Any, **asked: Any) -> str:  # noqa: ANN401 - whatever a gate takes
    """What a gate says that does not pass."""
    with pytest.raises(AssertionError) as failed:
        assert_gate(*held, **asked)
    return str(failed.value)


def test_what_holds_is_silent() -> None:
    """The threshold itself passes, and an alias names its metric."""
    assert_gate(SCORES, "Success@1", at_least=0.75)
    assert_gate(SCORES, "hit@1", at_most="0.75")


def test_p105_p106_decimals_decide() -> None:
    """0.75 is not above 0.75; what fails says in one sentence what was asked and found."""
    expected = (
        "fail: Success@1 must be above 0.75 by its mean; "
        "found 0.75 [0.5312991224, 0.8881382986] over 20 of 20 topics"
    )

    assert expected == failure(SCORES, "Success@1", above=0.75)


def test_all_of_an_interval_must_hold() -> None:
    """Wilson's of 15 of 20 reaches below 0.6: nothing is decided, which is no pass."""
    said = failure(SCORES, "Success@1", at_least=0.6, statistic="interval")

    assert said.startswith("inconclusive: Success@1 must be at least 0.6 by its interval; found")
    assert said.endswith("the interval 0.5312991224 to 0.8881382986 reaches below 0.6")
    assert_gate(SCORES, "Success@1", at_least=0.5, statistic="interval")


def test_what_is_inconclusive_may_skip() -> None:
    """On request; what is unattainable or not measured still fails."""
    skipping: dict[str, Any] = {"statistic": "interval", "inconclusive": "skip"}
    with pytest.raises(unittest.SkipTest, match="inconclusive"):
        assert_gate(SCORES, "Success@1", at_least=0.6, **skipping)

    assert failure(SCORES, "Success@1", at_least=0.9, **skipping).startswith("unattainable: ")
    said = failure(SCORES, "Success@1", at_least=0.1, min_topics=21, **skipping)
    assert said.startswith("not measured: ")


def test_not_measured_is_no_pass() -> None:
    """Too few topics, a metric or a run that is not there, and no signed question."""
    for asked, told in (
        ({"min_topics": 21}, "20 topics with a value, and the gate asks for 21"),
        ({"min_signed": 1}, "0 of the questions are signed, and the gate asks for 1"),
        ({"bucket": "hard"}, "the gold set has no bucket 'hard' (there is none)"),
    ):
        said = failure(SCORES, "Success@1", at_least=0, **asked)
        assert said.startswith("not measured: ")
        assert told in said
    assert "AP was not measured" in failure(SCORES, "AP", at_least=0)
    said = failure(COMPARED, "RR@10", at_least=0, condition="nobody")
    assert "there is no condition nobody" in said


def test_a_difference_can_be_bounded() -> None:
    """Not worse by more than a margin, with all of the interval; of any run to any other."""
    gate: dict[str, Any] = {"condition": "all", "relative_to": "most"}
    assert_gate(COMPARED, "RR@10", at_least="-0.02", statistic="interval", **gate)
    assert_gate(COMPARED, "RR@10", at_most=0, condition="most", relative_to="all")

    said = failure(COMPARED, "RR@10", at_least=0.5, **gate)
    assert said.startswith(
        "fail: RR@10 of all must be higher than most by 0.5 or more by its mean; "
        "found a difference of 0.25 ["
    )


def test_no_margin_is_no_test_of_equality() -> None:
    """An interval of a difference needs a margin: absence of a difference shows nothing."""
    gate: dict[str, Any] = {"condition": "all", "relative_to": "most", "statistic": "interval"}
    with pytest.raises(UsageError, match=r"expected a margin, as at_least = -0\.02"):
        assert_gate(COMPARED, "RR@10", at_least=0, **gate)


def test_p63_ties_decide_nothing() -> None:
    """Where another order of equal scores would decide otherwise, so in a difference."""
    said = failure(COMPARED, "RR@10", at_least=0.6, condition="tied")
    assert said.startswith("inconclusive: ")
    assert "another order of equal scores gives 0.5 to 1" in said

    said = failure(COMPARED, "RR@10", at_most=0, condition="tied", relative_to="most")
    assert said.startswith("inconclusive: ")


def test_a_run_can_be_held_against_another() -> None:
    """Each measured by itself, on the same qrels."""
    before = benchbook.measure(GRADES, ALL, ["RR@10", "Success@1"])

    assert_gate(SCORES, "RR@10", at_least=-0.25, relative_to=before)
    said = failure(SCORES, "RR@10", at_least=-0.1, relative_to=before)
    assert "must be not lower than the baseline by more than 0.1 by its mean" in said
    other = benchbook.measure({**GRADES, "q00": {"a": 2}}, ALL, ["RR@10"])
    with pytest.raises(UsageError, match="measured on other qrels"):
        assert_gate(SCORES, "RR@10", at_least=0, relative_to=other)


def test_runs_that_are_not_judged_alike_are_not_compared() -> None:
    """What nobody judged counts as not relevant, so that a difference would say nothing."""
    before = benchbook.measure(BARE, ALL, ["RR@10"])
    said = failure(
        benchbook.measure(BARE, MOST, ["RR@10"]), "RR@10", at_least=-1, relative_to=before
    )

    assert said.startswith("not measured: ")
    assert said.endswith("25 points less of its rows are judged than of the baseline's")


def test_a_report_is_named_or_opened(book: Path, opened: OpenReport, tmp_path: Path) -> None:
    """By `latest` in a workspace, as it was opened, or as an exported file."""
    metric, name = opened.report.primary, opened.report.conditions[1].name
    path = tmp_path / "report.json"
    path.write_bytes(opened.report.as_json())

    for held in ("latest", opened, path):
        assert_gate(held, metric, at_least=0, condition=name, dir=book)
        said = failure(held, metric, at_least=1, condition=name, dir=book)
        assert said.startswith(f"fail: {metric} of {name} must be at least 1 by its mean; found ")


def test_a_report_is_held_against_a_condition_or_a_report(
    opened: OpenReport, tmp_path: Path
) -> None:
    """The baseline of the report, any other condition, or an exported report."""
    report, metric = opened.report, opened.report.primary
    name, other = report.conditions[1].name, report.conditions[2].name
    path = tmp_path / "before.json"
    path.write_bytes(report.as_json())
    means = {row["condition"]: row["value"] for row in opened.means() if row["metric"] == metric}
    first, second = means[name], means[other]
    assert isinstance(first, float)
    assert isinstance(second, float)

    assert_gate(opened, metric, at_least=first - second - 0.1, condition=name, relative_to=other)
    said = failure(opened, metric, above=first - second + 0.1, condition=name, relative_to=other)
    found = said.partition("by its mean; found a difference of ")[2].split()[0]
    assert pytest.approx(first - second, abs=1e-9) == float(found)
    assert_gate(opened, metric, at_least=0, condition=name, relative_to=path)
    said = failure(opened, metric, above=0, condition=name, relative_to=path)
    assert f"must be higher than {name} of report {report.id} by its mean" in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "no bound: give one of at_least, at_most, above, below"),
        ({"at_least": 0.1, "at_most": 0.2}, "at_least, at_most: give one"),
        ({"at_least": "nan"}, "is no number"),
        ({"at_least": "much"}, "is no number"),
        ({"at_least": 2}, "expected a threshold from 0 to 1, the range of Success@1"),
        ({"at_least": 0.1, "condition": "x"}, "which has no conditions"),
        ({"at_least": 0.1, "relative_to": "x"}, "for another run"),
        ({"at_least": 0.1, "statistic": "median"}, "expected one of mean, interval"),
        ({"at_least": 0.1, "inconclusive": "pass"}, "expected one of fail, skip"),
    ],
)
def test_what_is_no_gate_is_refused(asked: dict[str, Any], told: str) -> None:
    """An error of the test, and no failure of what it tests."""
    with pytest.raises(UsageError) as refused:
        assert_gate(SCORES, "Success@1", **asked)

    assert told in str(refused.value)


def test_one_of_several_must_be_named(opened: OpenReport) -> None:
    """No run and no condition is taken silently, and no baseline that is not there."""
    with pytest.raises(UsageError, match=r"which one\? There are most, all, tied"):
        assert_gate(COMPARED, "RR@10", at_least=0)
    with pytest.raises(UsageError, match="relative_to='x' is none of most, all, tied"):
        assert_gate(COMPARED, "RR@10", at_least=0, condition="all", relative_to="x")
    with pytest.raises(UsageError, match="which one"):
        assert_gate(opened, opened.report.primary, at_least=0)
    with pytest.raises(UsageError, match="a condition of it, or another report"):
        assert_gate(opened, opened.report.primary, at_least=0, relative_to=SCORES)
