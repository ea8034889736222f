"""What an experiment must declare to come out as the kit's and SciX's statistics do."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import attrs
import numpy as np
import pytest

from benchbook import Values
from benchbook.core.comparing.differences import differences_of
from benchbook.core.comparing.rules import Rules
from benchbook.core.comparing.scored import MetricScale, Scored
from benchbook.core.objects.comparisons import Bounds, Comparisons, Difference
from placed import MISSED, compare

KIT = 'interval = "percentile"\ntest = "bootstrap"\ncorrection = "none"'
SCIX = 'test = "wilcoxon"\ncorrection = "bonferroni"'
UP = [1, 1, 2, 1, 3, 1, 1, 2, 1, 1, 4, 1]
BASE = [2, 3, 2, 4, 5, 2, 3, 4, 6, 2, 5, 3]


def bounds(found: Comparisons, metric: str) -> tuple[str | None, Bounds | None]:
    """The baseline's mean by a metric, with its interval."""
    (one,) = (m for m in found.means if (m.condition, m.metric, m.bucket) == ("base", metric, ""))
    return one.value, one.bounds


def rounded(*texts: str | None) -> tuple[float, ...]:
    """As the kit prints them."""
    return tuple(round(float(text or "nan"), 4) for text in texts)


def by_condition(found: Comparisons) -> dict[str, Difference]:
    """The comparisons of the declared family."""
    return {one.condition: one for one in found.differences if one.declared}


@pytest.mark.parametrize(
    ("ranks", "metric", "expected"),
    [
        ([1] * 3 + [MISSED] * 6, "Success@1", (0.3333, 0.0, 0.6667)),
        ([1] * 8 + [2], "RR@10", (0.9444, 0.8333, 1.0)),
    ],
)
def test_percentile_intervals_are_the_kits(
    tmp_path: Path, ranks: list[int], metric: str, expected: tuple[float, ...]
) -> None:
    """K38: three of nine hits, and eight ones with a half, by `interval = "percentile"`."""
    value, interval = bounds(compare(tmp_path, {"base": ranks, "other": ranks}, KIT), metric)

    assert interval is not None
    assert ("percentile", expected) == (
        interval.method,
        rounded(value, interval.low, interval.high),
    )


def test_a_paired_bootstrap_is_the_kits(tmp_path: Path) -> None:
    """K38: nine topics alike and one lost, by `test = "bootstrap"`."""
    ranks = {"base": [1] * 10, "other": [1] * 9 + [MISSED]}
    one = by_condition(compare(tmp_path, ranks, KIT))["other"]

    assert one.bounds is not None
    assert (-0.1, -0.3, 0.0) == rounded(one.difference, one.bounds.low, one.bounds.high)
    assert 0.669 == round(float(one.p or "nan"), 3)
    assert ("bootstrap", "not distinguished", (0, 9, 1)) == (
        one.bounds.method,
        one.verdict,
        (one.wins, one.ties, one.losses),
    )


def test_a_paired_bootstrap_of_a_wider_metric_is_the_kits() -> None:
    """K38: nine topics alike and one that gains two, by a metric from 0 to 2."""
    rules = Rules(
        baseline="base",
        primary="gain",
        test="bootstrap",
        correction="none",
        interval="percentile",
        alpha=Decimal("0.05"),
        seed=b"s" * 32,
        judged_by_rule=True,
    )
    scale = MetricScale(name="gain", low=0, high=2, is_binary=False, cutoff=None, is_holes=False)
    columns = {"base": np.zeros(10), "other": np.array([0.0] * 9 + [2.0])}
    found = Scored(
        metrics=(scale,),
        topics=10,
        buckets={},
        values={name: {"gain": Values.everywhere(one)} for name, one in columns.items()},
        tied={name: {"gain": None} for name in columns},
    )
    (one,) = differences_of(found, rules)

    assert one.bounds is not None
    assert (0.2, 0.0, 0.6) == rounded(one.difference, one.bounds.low, one.bounds.high)
    assert 0.669 == round(float(one.p or "nan"), 3)


def test_nine_topics_have_a_difference_and_no_p(tmp_path: Path) -> None:
    """K37: the kit warns below ten; here nothing is compared, whatever test is declared."""
    ranks = {"base": [1] * 9, "other": [1] * 8 + [MISSED]}
    one = by_condition(compare(tmp_path, ranks, KIT))["other"]

    assert (None, None, "not compared") == (one.p, one.bounds, one.verdict)
    assert "9 topics: fewer than 10" in one.reason


@pytest.mark.slow
def test_signed_ranks_with_bonferroni_are_those_of_scix(tmp_path: Path) -> None:
    """S13: scipy's two-sided p with zeros left out, times the number of comparisons."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of this test")
    ranks = {"base": BASE, "up": UP, "down": [rank + 3 for rank in BASE], "same": BASE}
    found = compare(tmp_path, ranks, SCIX)
    differences = by_condition(found)

    assert ("wilcoxon", "bonferroni", 3) == attrs.astuple(
        found.instrument, filter=lambda field, _: field.name in {"test", "correction", "family"}
    )
    for name in ("up", "down"):
        apart = [1 / mine - 1 / its for mine, its in zip(ranks[name], BASE, strict=True)]
        p = stats.wilcoxon(np.round(apart, 12), zero_method="wilcox").pvalue
        one = differences[name]
        assert [p, min(1, 3 * p)] == pytest.approx(
            [float(one.p or "nan"), float(one.corrected or "nan")], abs=1e-9
        )
    assert ("1", "1") == (differences["same"].p, differences["same"].corrected)


def test_a_significant_regression_is_one(tmp_path: Path) -> None:
    """S13 prints "no" for it; here it is worse, by the same p."""
    ranks = {"base": UP, "down": [rank + 2 for rank in UP]}
    one = by_condition(compare(tmp_path, ranks, SCIX))["down"]

    assert ("worse", True) == (one.verdict, float(one.corrected or "nan") < 0.05)
