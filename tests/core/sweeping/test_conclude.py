"""The rule of a sweep: what may be said, and when nothing may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np
import pytest

from benchbook import Values
from benchbook.core.comparing.rules import HOLM, SIGN_FLIP, STANDARD, Rules
from benchbook.core.comparing.scored import MetricScale
from benchbook.core.objects.sweeps import SweepFound, pack_sweep, unpack_sweep
from benchbook.core.statistics.draws import seed_of
from benchbook.core.sweeping.conclude import Swept, conclude
from benchbook.core.sweeping.rule import SweepRule

NONE_ABOVE = "no fusion above the baseline"
TOPICS = tuple(f"q{n:02}" for n in range(24))
SCALE = MetricScale(name="nDCG@10", low=0.0, high=1.0, is_binary=False, cutoff=10, is_holes=False)
RULES = Rules(
    baseline="dense",
    primary="nDCG@10",
    test=SIGN_FLIP,
    correction=HOLM,
    interval=STANDARD,
    alpha=Decimal("0.05"),
    seed=seed_of("test"),
    judged_by_rule=True,
)


def rule(salt: str = "", coverage: str = "1") -> SweepRule:
    """A rule over two hybrids."""
    return SweepRule(
        baseline="dense",
        premise="bm25",
        hybrids=("one", "two"),
        salt=salt,
        coverage=Decimal(coverage),
        known_documents=False,
    )


def sweep(
    values: Mapping[str, float | Sequence[float]],
    *,
    salt: str = "",
    coverage: str = "1",
    silent: Mapping[str, tuple[str, ...]] | None = None,
) -> SweepFound:
    """What a sweep of such means, or values, comes to."""
    columns = {
        name: Values.everywhere(np.broadcast_to(np.asarray(given, np.float64), len(TOPICS)).copy())
        for name, given in values.items()
    }
    swept = Swept(
        topics=TOPICS,
        strata={"easy": np.arange(12), "hard": np.arange(12, 24)},
        scale=SCALE,
        values=columns,
        silent=silent or {},
        unmeasured={"dense": "its lane failed"},
    )
    return conclude(rule(salt, coverage), swept, RULES)


@pytest.mark.parametrize(
    ("values", "verdict", "headline"),
    [
        ({"dense": 0.5, "bm25": 0.5, "one": 0.9, "two": 0.9}, "premise does not reproduce", None),
        ({"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.7}, "highest mean", "two"),
        (
            {"dense": 0.5, "bm25": 0.4, "one": 0.5, "two": 0.4},
            "no fusion above the baseline",
            "one",
        ),
        ({"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.6}, "highest mean", "one"),
        ({"dense": 0.5, "bm25": 0.4, "two": 0.6}, "highest mean", "two"),
    ],
)
def test_s23_the_verdict_follows_three_means(
    values: Mapping[str, float], verdict: str, headline: str | None
) -> None:
    """No winner is crowned where the premise fails; equal means go to the first in the file."""
    found = sweep(values)

    chosen = found.headline.configuration if found.headline else None
    assert (verdict, headline) == (found.verdict, chosen)


def test_s23_one_headline_serves_verdict_difference_and_buckets() -> None:
    """SciX's table once showed another configuration than its verdict."""
    found = sweep({"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.7})

    assert found.headline is not None
    assert found.difference is not None
    assert {"two"} == {found.headline.configuration, found.difference.condition}
    assert {("0.5", "0.7")} == {(one.baseline, one.headline) for one in found.strata}


def test_s25_what_was_chosen_is_reported_on_other_topics() -> None:
    """A hybrid that shines on the tuning topics alone is chosen, and its mean is of the others."""
    whole = sweep({"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.5}, salt="salt")
    assert (12, 12) == (whole.tuning, whole.confirming)

    from benchbook.core.sweeping.split import split_topics

    strata = {"easy": TOPICS[:12], "hard": TOPICS[12:]}
    tuning, _ = split_topics(strata, "salt")
    lucky = [1.0 if topic in tuning else 0.3 for topic in TOPICS]
    found = sweep({"dense": 0.5, "bm25": 0.4, "one": lucky, "two": 0.6}, salt="salt")

    assert found.headline is not None
    assert ("one", "0.3", 12) == (
        found.headline.configuration,
        found.headline.value,
        found.headline.n,
    )
    assert "no fusion above the baseline" == found.verdict
    assert ["one", "two"] == [one.configuration for one in found.tuned]


def test_the_words_follow_how_it_was_chosen() -> None:
    """Confirmed on other topics it can be better; on the same ones it is no more than a hint."""
    values: dict[str, float | list[float]] = {
        "dense": [0.5, 0.4] * 12,
        "bm25": 0.1,
        "one": [0.7, 0.8] * 12,
        "two": 0.2,
    }

    split, same = sweep(values, salt="salt"), sweep(values)

    assert split.difference is not None
    assert same.difference is not None
    assert ("better", "higher") == (split.difference.verdict, same.difference.verdict)


def test_s25_too_little_coverage_concludes_nothing() -> None:
    """Errors are listed and never scored as zero."""
    values = {"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.7}
    silent = {"q03": ("bm25",), "q20": ("bm25", "dense")}

    found = sweep(values, silent=silent)
    enough = sweep(values, silent=silent, coverage="0.9")

    assert ("not measured", None) == (found.verdict, found.headline)
    assert "22 of 24 topics, and 1 of them is asked" in found.reason
    assert (("q03", "easy", ("bm25",)), ("q20", "hard", ("bm25", "dense"))) == found.covered.missing
    assert "highest mean" == enough.verdict


def test_a_baseline_that_is_not_measured_concludes_nothing() -> None:
    """Whatever the hybrids have."""
    found = sweep({"bm25": 0.4, "one": 0.6, "two": 0.7})

    assert ("not measured", "dense is not measured: its lane failed") == (
        found.verdict,
        found.reason,
    )


def test_what_is_recorded_is_read_again() -> None:
    """The object is all that the page needs."""
    found = sweep({"dense": 0.5, "bm25": 0.4, "one": 0.6, "two": 0.7}, salt="salt")

    assert found == unpack_sweep(pack_sweep(found), "here")
