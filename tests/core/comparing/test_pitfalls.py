"""Faults that other programs of this field had, each tried on a run of ours."""

from __future__ import annotations

import math
import re
import statistics
from fractions import Fraction
from pathlib import Path

import pytest

from benchbook import UsageError
from benchbook.core.comparing.rules import TESTS
from benchbook.core.objects.comparisons import Comparisons, Difference, Mean
from benchbook.core.statistics.corrections import holm
from benchbook.core.statistics.wilson import wilson
from placed import MISSED, SILENT, compare

BASE = [2, 3, 2, 4, 5, 2, 3, 4, 6, 2, 5, 3]
SPREAD = [3, 4, 5, 6, 7, 8, 9, 10, 2, 4, 6, 8]


def other(found: Comparisons) -> Difference:
    """The declared comparison of the condition `other`."""
    (one,) = (two for two in found.differences if two.declared)
    return one


def mean_of(found: Comparisons, condition: str, metric: str) -> Mean:
    """What is known of a mean."""
    (one,) = (mean for mean in found.means if (mean.condition, mean.metric) == (condition, metric))
    return one


@pytest.mark.parametrize("test", TESTS)
def test_no_difference_at_all_has_a_p_of_one(tmp_path: Path, test: str) -> None:
    """P91: every topic has the same value in both; by no test is that nothing, or a small p."""
    found = other(compare(tmp_path, {"base": BASE, "other": BASE}, f'test = "{test}"'))

    assert ("1", "not distinguished") == (found.p, found.verdict)
    assert "same value in both" in found.reason


@pytest.mark.parametrize("test", [one for one in TESTS if one != "bootstrap"])
def test_gains_that_losses_balance_have_a_p_of_one(tmp_path: Path, test: str) -> None:
    """P91: 15 topics gain one rank, 40 stay, 15 lose it: nothing leans to either side."""
    ranks = {"base": [2] * 15 + [1] * 55, "other": [1] * 55 + [2] * 15}
    found = other(compare(tmp_path, ranks, f'test = "{test}"'))

    assert ("1", (15, 40, 15)) == (found.p, (found.wins, found.ties, found.losses))


def test_the_rule_for_zeros_is_recorded(tmp_path: Path) -> None:
    """P91: the signed-rank test says what it did with pairs that do not differ."""
    found = compare(tmp_path, {"base": BASE, "other": BASE}, 'test = "wilcoxon"')

    assert "zero differences left out (rule wilcox)" in found.instrument.details


def test_p_is_not_below_what_five_topics_allow(tmp_path: Path) -> None:
    """P92: five topics gain, seven stay: no p under 1/16, so nothing can be told."""
    found = other(compare(tmp_path, {"base": BASE, "other": [1] * 5 + BASE[5:]}))

    assert ("cannot tell", "0.0625", "0.0625") == (found.verdict, found.smallest, found.p)


@pytest.mark.parametrize(("topics", "high"), [(25, 0.1332), (60, 0.0602)])
def test_no_hit_at_all_has_an_interval_with_a_width(
    tmp_path: Path, topics: int, high: float
) -> None:
    """P94: nothing of 25 may well be something of many."""
    ranks = [MISSED] * topics
    bounds = mean_of(compare(tmp_path, {"base": ranks, "other": ranks}), "base", "Success@1").bounds

    assert bounds is not None
    assert ("wilson", "0", high) == (bounds.method, bounds.low, round(float(bounds.high or 0), 4))


def test_a_difference_of_nothing_but_zeros_says_so(tmp_path: Path) -> None:
    """P94: from 0 to 0, with a note, and never a number that is none."""
    found = other(compare(tmp_path, {"base": BASE, "other": BASE}))

    assert found.bounds is not None
    assert ("0", "0", "1") == (found.bounds.low, found.bounds.high, found.p)
    assert "no non-zero pair" in found.bounds.note


def test_the_same_data_twice_gives_the_same_intervals(tmp_path: Path) -> None:
    """P95, P96: draws come from what is measured, 10,000 of them at least, and the seed is told."""
    ranks = {"base": BASE * 3, "other": [1, *BASE[1:]] * 3}
    resampled = 'interval = "bootstrap"'
    one, again = (compare(tmp_path / name, ranks, resampled) for name in ("one", "again"))
    drawn = re.search(r"([\d,]+) flips of [\d,]+ topics drawn by PCG64", one.instrument.details)

    assert one == again
    assert drawn
    assert int(drawn[1].replace(",", "")) >= 10_000
    assert re.fullmatch(r"[0-9a-f]{64}", one.instrument.seed)


def test_another_condition_beside_it_changes_no_uncorrected_number(tmp_path: Path) -> None:
    """P96: an interval hangs on its own pair of conditions, not on how many others are drawn."""
    ranks = {"base": BASE * 3, "other": [1, *BASE[1:]] * 3}
    alone = other(compare(tmp_path / "alone", ranks))
    beside = compare(tmp_path / "beside", {**ranks, "third": [1] * 36})
    (among,) = (
        one for one in beside.differences if one.declared and one.condition == alone.condition
    )

    assert (alone.p, alone.bounds) == (among.p, among.bounds)


def test_p_is_never_zero(tmp_path: Path) -> None:
    """P97: sixty misses against sixty hits: the observed labelling is one of those counted."""
    found = other(compare(tmp_path, {"base": [MISSED] * 60, "other": [1] * 60}))

    assert 0 < float(found.p or 0) <= 1 / 10_000
    assert found.p == found.smallest == found.corrected


def test_a_p_of_a_formula_is_never_zero(tmp_path: Path) -> None:
    """P97, its kind: Student's p of sixty such pairs is below ten places, and stays above 0."""
    ranks = {"base": [*[MISSED] * 59, 1], "other": [*[1] * 59, 2]}
    found = other(compare(tmp_path, ranks, 'test = "t"'))

    assert "0.0000000001" == found.p
    assert "0.0000000001" == found.corrected


def test_corrected_p_never_fall() -> None:
    """P98: Holm's second p is no smaller than the first that was corrected."""
    assert (Fraction(2, 100),) * 2 == tuple(holm([Fraction(10, 1000), Fraction(11, 1000)]))


def test_topics_are_paired(tmp_path: Path) -> None:
    """P100: each topic gains a little; as two heaps of numbers nothing could be told."""
    ranks = {"base": SPREAD, "other": [rank - 1 for rank in SPREAD]}
    mine, its = ([1 / rank for rank in ranks[name]] for name in ("other", "base"))
    apart = statistics.mean(mine) - statistics.mean(its)
    error = math.sqrt((statistics.variance(mine) + statistics.variance(its)) / len(SPREAD))
    found = other(compare(tmp_path, ranks))

    assert ("better", "0.0004882812") == (found.verdict, found.p)
    assert 0 < apart / error < 1.96


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"), [(95, 100, 0.8882, 0.9785), (38, 38, 0.9082, 1.0), (0, 0, 0, 1)]
)
def test_proportions_stay_within_0_and_1(hits: int, of: int, low: float, high: float) -> None:
    """P101: all of 38 end at exactly 1, and nothing of nothing may be anything."""
    found = wilson(hits, of)

    assert found.low is not None
    assert found.high is not None
    assert (low, high) == (round(found.low, 4), round(found.high, 4))
    assert 0 <= found.low <= found.high <= 1


def test_more_hits_than_trials_are_an_error() -> None:
    """P101: 1 of 0."""
    with pytest.raises(UsageError, match="1 of 0"):
        wilson(1, 0)


def test_a_topic_without_an_answer_stays_in_the_population(tmp_path: Path) -> None:
    """P104: one condition returns nothing for a topic: it counts 0 there, and the pair stays."""
    found = compare(tmp_path, {"base": [1] * 12, "other": [1] * 11 + [SILENT]})
    one = other(found)

    assert (12, 0, 11, 1) == (one.n, one.wins, one.ties, one.losses)
    assert ("-0.0833333333", "0.9166666667") == (
        one.difference,
        mean_of(found, "other", "RR@10").value,
    )
    assert {(12, 12)} == {(mean.n, mean.of) for mean in found.means}
