"""A gate as an assertion in somebody's own tests."""

from __future__ import annotations

import unittest
from pathlib import Path

import pytest

import benchbook
from benchbook import OpenReport, UsageError
from benchbook.testing import assert_gate
from book import make_store, open_store, run

TOPICS = [f"q{n:02}" for n in range(20)]
GRADES = {topic: {"a": 1} for topic in TOPICS}
MOST = {topic: {"a" if at < 15 else "x": 1.0} for at, topic in enumerate(TOPICS)}
ALL = {topic: {"a": 1.0} for topic in TOPICS}
SCORES = benchbook.measure(GRADES, MOST, ["Success@1", "RR@10"])
COMPARED = benchbook.compare(GRADES, {"most": MOST, "all": ALL}, metrics=["RR@10"])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run."""
    folder = tmp_path_factory.mktemp("book")
    with open_store(make_store(folder)) as store:
        run(store)
    return folder


def test_what_holds_is_silent() -> None:
    """The threshold itself passes."""
    assert_gate(SCORES, "Success@1", at_least=0.75)
    assert_gate(SCORES, "Success@1", at_most="0.75")


def test_p105_p106_decimals_decide() -> None:
    """0.75 is not above 0.75, and what fails says what was found, unrounded."""
    with pytest.raises(AssertionError, match=r"^fail: mean of Success@1 above 0\.75, found 0\.75 "):
        assert_gate(SCORES, "Success@1", above=0.75)


def test_all_of_an_interval_must_hold() -> None:
    """Wilson's of 15 of 20 reaches below 0.6: nothing is decided, which is no pass."""
    with pytest.raises(AssertionError, match=r"^inconclusive: interval .* over 20 topics: "):
        assert_gate(SCORES, "Success@1", at_least=0.6, statistic="interval")
    assert_gate(SCORES, "Success@1", at_least=0.5, statistic="interval")


def test_what_cannot_be_decided_may_skip() -> None:
    """On request alone."""
    with pytest.raises(unittest.SkipTest, match="inconclusive"):
        assert_gate(SCORES, "Success@1", at_least=0.6, statistic="interval", undecided="skip")


def test_too_few_topics_are_not_measured() -> None:
    """And not measured is no pass."""
    with pytest.raises(AssertionError, match=r"^not measured: "):
        assert_gate(SCORES, "Success@1", at_least=0.1, min_topics=21)


def test_a_difference_to_the_baseline_can_be_bounded() -> None:
    """Not worse by more than a margin, with all of the interval."""
    gate = {"condition": "all", "relative_to": "most"}
    assert_gate(COMPARED, "RR@10", at_least="-0.02", statistic="interval", **gate)
    with pytest.raises(AssertionError, match=r"^fail: mean of all RR@10 − most at least 0\.5"):
        assert_gate(COMPARED, "RR@10", at_least=0.5, **gate)


def test_a_report_is_named_or_opened(book: Path) -> None:
    """By `latest` in a workspace, or as it was opened."""
    opened: OpenReport = benchbook.open("latest", dir=book)
    metric = opened.report.primary

    assert_gate("latest", metric, at_least=0, dir=book)
    assert_gate(opened, metric, at_least=0, condition=opened.report.conditions[1].name)
    with pytest.raises(AssertionError, match=r"^fail: "):
        assert_gate(opened, metric, above=1)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "no bound: give one of at_least, at_most, above, below"),
        ({"at_least": 0.1, "at_most": 0.2}, "at_least, at_most: give one"),
        ({"at_least": "nan"}, "is no number"),
        ({"at_least": 0.1, "condition": "x"}, "no conditions"),
        ({"at_least": 0.1, "statistic": "median"}, "one is not known"),
    ],
)
def test_what_is_no_gate_is_refused(asked: dict[str, str], told: str) -> None:
    """An error of the test, and no failure of what it tests."""
    with pytest.raises(UsageError) as refused:
        assert_gate(SCORES, "Success@1", **asked)  # type: ignore[arg-type]  # on purpose

    assert told in str(refused.value)


def test_what_there_is_not_is_refused() -> None:
    """An unknown run, metric or baseline."""
    with pytest.raises(UsageError, match="nothing of 'nobody'"):
        assert_gate(COMPARED, "RR@10", at_least=0, condition="nobody")
    with pytest.raises(UsageError, match="'AP' was not measured"):
        assert_gate(SCORES, "AP", at_least=0)
    with pytest.raises(UsageError, match="differences are to 'most'"):
        assert_gate(COMPARED, "RR@10", at_least=0, relative_to="all")
