"""Comparisons with the baseline: what is declared, what is tested, and what may be said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import attrs
import numpy as np
import pytest

from benchbook import Values
from benchbook.core.comparing.differences import differences_of
from benchbook.core.comparing.rules import Rules
from benchbook.core.comparing.scored import MetricScale, Scored
from benchbook.core.objects.comparisons import Difference, TieBounds

RULES = Rules(
    baseline="base",
    primary="nDCG@10",
    test="sign-flip",
    correction="holm",
    interval="standard",
    alpha=Decimal("0.05"),
    seed=b"s" * 32,
    judged_by_rule=False,
)
NDCG = MetricScale(name="nDCG@10", low=0, high=1, is_binary=False, cutoff=10, is_holes=False)
RR = attrs.evolve(NDCG, name="RR@10")
JUDGED = attrs.evolve(NDCG, name="Judged@10", is_holes=True)
LOW = [0.1] * 12
TIED = TieBounds(low="0.05", high="0.5", topics=3, open=0)


def scored(
    conditions: Mapping[str, Sequence[float]],
    *,
    judged: Mapping[str, float] | None = None,
    tied: Mapping[str, TieBounds] | None = None,
    undefined: int = 0,
) -> Scored:
    """The same values by both metrics; the first topics may be undefined."""
    values = {}
    for name, column in conditions.items():
        defined = np.arange(len(column)) >= undefined
        one = Values(np.where(defined, column, 0.0), defined)
        share = np.full(len(column), (judged or {}).get(name, 1.0))
        values[name] = {"nDCG@10": one, "RR@10": one, "Judged@10": Values.everywhere(share)}
    return Scored(
        metrics=(NDCG, RR, JUDGED),
        topics=len(next(iter(conditions.values()))),
        buckets={},
        values=values,
        tied={
            name: {"nDCG@10": (tied or {}).get(name), "RR@10": None, "Judged@10": None}
            for name in conditions
        },
    )


def primary(found: Scored, rules: Rules = RULES) -> dict[str, Difference]:
    """The comparisons of the declared family, by condition."""
    return {one.condition: one for one in differences_of(found, rules) if one.declared}


def test_only_the_primary_metric_is_declared_and_corrected() -> None:
    """The same differences by another metric are exploratory: no corrected p."""
    found = differences_of(scored({"base": LOW, "up": [0.3] * 12}), RULES)

    assert [("nDCG@10", True), ("RR@10", False)] == [(one.metric, one.declared) for one in found]
    assert found[0].p == found[1].p == "0.0004882812"
    assert ("0.0004882812", None) == (found[0].corrected, found[1].corrected)


def test_a_family_is_corrected_by_holm() -> None:
    """Two conditions share alpha: the smaller p counts twice, the larger at least as much."""
    found = primary(scored({"base": LOW, "up": [0.3] * 12, "down": [0.0] * 11 + [0.2]}))

    assert ("0.0009765625", "better") == (found["up"].corrected, found["up"].verdict)
    assert "worse" == found["down"].verdict
    assert (12, 0, 0) == (found["up"].wins, found["up"].ties, found["up"].losses)


def test_under_ten_topics_nothing_is_compared() -> None:
    """The difference is shown, and no p."""
    one = primary(scored({"base": LOW[:9], "up": [0.9] * 9}))["up"]

    assert ("not compared", "9 topics: fewer than 10, too few for any comparison") == (
        one.verdict,
        one.reason,
    )
    assert (None, None, "0.8") == (one.p, one.bounds, one.difference)


def test_topics_without_a_value_are_not_paired() -> None:
    """N counts the pairs; with none there is no difference either."""
    assert 10 == primary(scored({"base": LOW, "up": [0.3] * 12}, undefined=2))["up"].n
    nothing = primary(scored({"base": LOW, "up": LOW}, undefined=12))["up"]
    assert ("not compared", "no topic has a value in both", None) == (
        nothing.verdict,
        nothing.reason,
        nothing.difference,
    )


def test_few_unequal_pairs_cannot_tell_however_they_fall() -> None:
    """P92: with five topics that differ no sign-flip p is below 0.0625."""
    one = primary(scored({"base": LOW, "up": [0.9] * 5 + LOW[5:]}))["up"]

    assert ("cannot tell", "0.0625") == (one.verdict, one.smallest)
    assert "with 5 unequal topics p is at least 0.0625, however they fall" == one.reason


def test_equal_values_are_not_distinguished_and_say_so() -> None:
    """P91: no non-zero pair has p = 1, and there is no smallest difference to be seen."""
    one = primary(scored({"base": LOW, "same": LOW}))["same"]

    assert ("not distinguished", "every topic has the same value in both", "1", None) == (
        one.verdict,
        one.reason,
        one.p,
        one.detectable,
    )


def test_what_ties_can_turn_is_not_called_better() -> None:
    """A clear p says nothing where another order of equal scores gives the opposite difference."""
    found = scored({"base": LOW, "up": [0.3] * 12}, tied={"up": TIED})
    one = primary(found)["up"]

    assert "ties decide" == one.verdict
    assert "another order of equal scores gives -0.0500 to +0.4000" == one.reason


def test_unequal_judging_is_not_compared_in_silence() -> None:
    """More than ten points of Judged@10 apart, the verdict gives way to the reason."""
    values = {"base": LOW, "up": [0.3] * 12}
    apart = scored(values, judged={"base": 0.9, "up": 0.75})

    one = primary(apart)["up"]
    assert "not compared" == one.verdict
    assert "15 points less of its rows are judged than of the baseline's" == one.reason
    assert "better" == primary(apart, attrs.evolve(RULES, judged_by_rule=True))["up"].verdict
    close = scored(values, judged={"base": 0.9, "up": 0.81})
    assert "better" == primary(close)["up"].verdict


def test_a_baseline_that_was_not_measured_is_compared_with_nothing() -> None:
    """There are no differences, rather than differences from 0."""
    assert () == differences_of(scored({"up": LOW}), RULES)


def test_a_test_without_a_p_says_why() -> None:
    """Twelve topics that all gain the same are not too few: the t-test has no spread to go by."""
    one = primary(scored({"base": [0.0] * 12, "up": [0.5] * 12}), attrs.evolve(RULES, test="t"))

    assert ("not compared", None) == (one["up"].verdict, one["up"].p)
    assert one["up"].reason.startswith("every topic differs by the same")


@pytest.mark.parametrize("test", ["t", "wilcoxon", "bootstrap"])
def test_another_declared_test_gives_another_p(test: str) -> None:
    """The experiment chooses, and the choice reaches the numbers."""
    column = [0.06 + 0.03 * (at % 5) + 0.001 * at for at in range(12)]
    found = scored({"base": LOW, "up": column})

    assert primary(found)["up"].p != primary(found, attrs.evolve(RULES, test=test))["up"].p


def test_the_order_of_conditions_changes_no_number() -> None:
    """A comparison depends on its two conditions and the family, not on where they stand."""
    columns = {"base": LOW, "up": [0.3] * 12, "down": [0.05] * 11 + [0.2]}
    turned = dict(reversed(columns.items()))

    assert primary(scored(columns)) == primary(scored(turned))


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "none"])
def test_the_declared_correction_is_applied(correction: str) -> None:
    """P98: two p's of 1/2048 are doubled by both rules, and left alone by none."""
    found = scored({"base": LOW, "up": [0.3] * 12, "more": [0.4] * 12})
    rules = attrs.evolve(RULES, correction=correction)
    expected = "0.0004882812" if correction == "none" else "0.0009765625"

    assert [expected] * 2 == [one.corrected for one in primary(found, rules).values()]


def test_what_could_be_seen_allows_for_the_correction() -> None:
    """In a family of two a test has half of alpha, and sees no difference as small as alone."""
    column = [0.1 + 0.01 * at for at in range(12)]
    alone = primary(scored({"base": LOW, "up": column}))["up"].detectable
    shared = primary(scored({"base": LOW, "up": column, "more": [0.4] * 12}))["up"].detectable
    none = attrs.evolve(RULES, correction="none")
    uncorrected = primary(scored({"base": LOW, "up": column, "more": [0.4] * 12}), none)["up"]

    assert alone is not None
    assert shared is not None
    assert Decimal(alone) < Decimal(shared)
    assert alone == uncorrected.detectable


def test_ranks_and_mean_on_different_sides_are_no_verdict() -> None:
    """Many small gains, few large losses: a small p, on the side that the mean is not."""
    base, other = [0.5] * 30, [0.51 + 0.0001 * at for at in range(27)] + [0.0, 0.001, 0.002]
    one = primary(scored({"base": base, "up": other}), attrs.evolve(RULES, test="wilcoxon"))["up"]

    assert float(one.p or "1") < 0.01
    assert ("cannot tell", True) == (one.verdict, "different sides" in one.reason)


def test_equal_differences_but_for_noise_have_no_t_test() -> None:
    """0.3 - 0.2 and 0.2 - 0.1 part in the last bit: no spread, no p, and no crash."""
    base, other = [0.2, 0.1] * 10, [0.3, 0.2] * 10
    one = primary(scored({"base": base, "up": other}), attrs.evolve(RULES, test="t"))["up"]

    assert ("not compared", None) == (one.verdict, one.p)


def test_a_bootstrap_without_a_resample_beyond_0_has_the_p_that_it_can_show() -> None:
    """P97: 2,000 resamples show no p under 2 in 2,001; the kit says 0."""
    found = scored({"base": LOW, "up": [0.3 + 0.01 * at for at in range(12)]})
    one = primary(found, attrs.evolve(RULES, test="bootstrap"))["up"]

    assert ("0.0009995002", "0.0009995002") == (one.p, one.smallest)


def test_several_that_nobody_corrects_are_hints() -> None:
    """`correction = "none"`: of two declared comparisons neither is a finding; of one it is."""
    none = attrs.evolve(RULES, correction="none")
    both = primary(scored({"base": LOW, "up": [0.3] * 12, "down": [0.05] * 12}), none)
    alone = primary(scored({"base": LOW, "up": [0.3] * 12}), none)

    assert ["higher", "lower"] == [both["up"].verdict, both["down"].verdict]
    assert "better" == alone["up"].verdict
