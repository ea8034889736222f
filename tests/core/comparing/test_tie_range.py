"""What the order of equal scores can do to a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Judged, MetricPlugin, Rankings, Topics, Values
from benchbook.core.comparing.tie_range import TieRange, has_range, tie_ranges
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.evidence import Sought
from benchbook.core.measuring.scoring import ReadyMetric, ready_metrics
from benchbook.core.plugging.registry import Registry
from scoring import built_in, phrase, qrels_of
from tied import Row, criteria_of, orders, scored, whole

NAMES = (
    "nDCG@2",
    "nDCG(dcg='exp-log2')@3",
    "nDCG",
    "kit-nDCG@2",
    "RR@2",
    "RR(rel=2)",
    "P@1",
    "P(rel=2)@3",
    "R@2",
    "R_cap@2",
    "Success@1",
    "AP",
    "AP(rel=2)@3",
    "Rprec",
    "Bpref",
    "Bpref(rel=2)",
    "Judged@2",
    "RBP(p=0.5)@2",
    "RBP(rel=2)",
    "RBPResidual(p=0.5)",
    "RBPResidual@2",
    "ERR",
    "ERR(max_rel=3)@2",
    "Compat(p=0.5)",
    "Compat(normalize=False)",
    "SDCG(max_rel=3)@3",
    "INSQ(max_rel=3)",
    "SetP",
    "SetR(rel=2)",
    "SetF",
    "nDCG(judged_only=True)@2",
    "AP(judged_only=True, rel=2)",
    "RR(judged_only=True)",
    "Judged(judged_only=True)",
)
METRICS = ready_metrics(NAMES, built_in())


def ranges(
    criteria: Criteria,
    rankings: Rankings,
    names: Sequence[str],
    topics: Topics | None = None,
    depth: int = 100,
) -> list[TieRange | None]:
    """The ranges of metrics by their names, without what is expected within them."""
    found = whole(criteria, rankings, names, topics, depth)
    return [None if one is None else attrs.evolve(one, expected=None) for one in found]


def one_topic(low: float, high: float, *, open_: int = 0) -> TieRange:
    """A range that one topic has."""
    return TieRange(low=low, high=high, topics=1, open=open_)


@pytest.mark.parametrize("order", ["ab", "bc"])
def test_p01_either_of_two_tied_documents_may_stand_first(order: str) -> None:
    """The relevant one of two at rank 1 and at rank 2, however they were delivered."""
    found = ranges(
        criteria_of({"q": {"b": 1}}),
        scored({"q": [(unit, 1.0) for unit in order]}),
        ["P@1", "RR", "nDCG@10", "Success@2"],
    )

    assert [
        one_topic(0.0, 1.0),
        one_topic(0.5, 1.0),
        one_topic(1 / math.log2(3), 1.0),
        None,
    ] == found


def test_no_tie_has_no_range() -> None:
    """Equal scores of different topics, or with another score between them, are no tie."""
    rankings = scored({"p": [("a", 1.0), ("b", 2.0), ("c", 1.0)], "q": [("a", 1.0)], "r": []})

    assert [None] * len(NAMES) == ranges(
        criteria_of({"p": {"a": 1}, "q": {"a": 1}}), rankings, NAMES
    )


def test_a_tie_of_equal_grades_has_no_range() -> None:
    """Two relevant ones, two that nobody judged."""
    rankings = scored({"q": [("a", 2.0), ("b", 2.0), ("x", 1.0), ("y", 1.0)]})

    assert [None] * len(NAMES) == ranges(criteria_of({"q": {"a": 2, "b": 2}}), rankings, NAMES)


def test_a_tie_below_the_cutoff_has_no_range() -> None:
    """Only metrics that see the tie have one; the mean counts topics without ties too."""
    rankings = scored({"p": [("a", 1.0)], "q": [("a", 3.0), ("b", 2.0), ("c", 2.0)]})

    found = ranges(criteria_of({"p": {"a": 1}, "q": {"c": 1}}), rankings, ["RR@1", "RR@2", "RR"])

    assert [
        None,
        TieRange(low=0.5, high=0.75, topics=1, open=0),
        TieRange(low=(1 + 1 / 3) / 2, high=0.75, topics=1, open=0),
    ] == found


def test_judged_units_may_stand_before_unjudged_ones() -> None:
    """A judged unit that is not relevant changes the share of judged ones, and nothing else."""
    rankings = scored({"q": [("a", 1.0), ("b", 1.0)]})

    found = ranges(criteria_of({"q": {"a": 0, "z": 1}}), rankings, ["Judged@1", "P@1", "nDCG@1"])

    assert [one_topic(0.0, 1.0), None, None] == found


def test_a_tie_that_the_depth_cuts_is_open() -> None:
    """It counts for metrics that see where it begins, and where the rows fill the depth."""
    rankings = scored({"p": [("a", 3.0), ("b", 2.0), ("c", 2.0)], "q": [("a", 1.0), ("b", 1.0)]})
    criteria = criteria_of({"p": {"a": 1}, "q": {"z": 1}})

    names = ["RR@1", "RR@2", "RR"]

    assert [
        None,
        TieRange(low=0.5, high=0.5, topics=0, open=1),
        TieRange(low=0.5, high=0.5, topics=0, open=1),
    ] == ranges(criteria, rankings, names, depth=3)
    assert [None] * 3 == ranges(criteria, rankings, names, depth=4)
    assert [
        TieRange(low=0.5, high=0.5, topics=0, open=1),
        TieRange(low=0.5, high=0.5, topics=0, open=2),
        TieRange(low=0.5, high=0.5, topics=0, open=2),
    ] == ranges(criteria, rankings, names, depth=2)


def test_topics_without_a_value_are_not_counted() -> None:
    """Neither in the mean nor as open; without any value there is no range."""
    rankings = scored({"p": [("a", 1.0), ("b", 1.0)], "q": [("a", 1.0), ("b", 1.0)]})

    assert [one_topic(0.5, 1.0, open_=1)] == ranges(
        criteria_of({"p": {"a": 1}, "q": {"a": 0}}), rankings, ["RR"], depth=2
    )
    assert [None] == ranges(criteria_of({"q": {"a": 0}}), rankings, ["RR"], depth=2)


def test_a_tie_below_the_cutoff_is_open_for_what_is_condensed() -> None:
    """Without two holes the tied rows 3 and 4 are the first two; what is below could be there."""
    rankings = scored({"q": [("x", 4.0), ("y", 3.0), ("a", 2.0), ("b", 2.0)]})
    criteria = criteria_of({"q": {"a": 1, "b": 0}})

    assert [None, one_topic(0.5, 1.0, open_=1)] == ranges(
        criteria, rankings, ["RR@2", "RR(judged_only=True)@2"], depth=4
    )


def test_what_is_unknown_has_its_range_the_other_way_round() -> None:
    """The residual is lowest where the judged one of two stands first."""
    found = ranges(
        criteria_of({"q": {"a": 1}}),
        scored({"q": [("x", 1.0), ("a", 1.0)]}),
        ["RBPResidual(p=0.5)"],
    )

    assert [one_topic(0.25 + 0.25, 0.5 + 0.25)] == found


def test_the_population_counts() -> None:
    """Topics that were not ranked count 0; ranked ones that nobody asked for are left out."""
    rankings = scored({topic: [("a", 1.0), ("b", 1.0)] for topic in "pq"})
    criteria = criteria_of({topic: {"a": 1} for topic in "pqr"})

    assert [one_topic(0.25, 0.5)] == ranges(criteria, rankings, ["RR"], Topics.of_ids("qr"))


def test_each_metric_goes_by_its_own_criterion() -> None:
    """Units are ordered by the grades that the metric sees."""
    criteria = Criteria(
        qrels=qrels_of({"q": {"a": 1, "b": 1}}),
        alone={"document": qrels_of({"q": {"a": 1}}), "evidence": qrels_of({"q": {"z": 1}})},
        sought=Sought({"q": [phrase("a")]}),
    )
    names = ["RR", "RR(by='document')", "RR(by='evidence')", "EvidenceRecall@1"]

    found = ranges(criteria, scored({"q": [("a", 1.0), ("b", 1.0)]}), names)

    assert [None, one_topic(0.5, 1.0), None, None] == found
    assert [True, True, True, False] == list(map(has_range, ready_metrics(names, built_in())))


class LastFirst:
    """A third party's metric of a built-in name, of which nothing is known."""

    def score(self, judged: Judged) -> Values:
        """1 where the second row is relevant."""
        return Values.everywhere(judged.hits.where(judged.hits.ranks == 2).total())


def test_a_metric_of_a_third_party_has_no_range() -> None:
    """It may fall where a better unit moves up, whatever its name."""
    record = MetricPlugin(name="RR", version="1", summary="odd", build=LastFirst)
    (one,) = ready_metrics(["RR"], Registry.of(record))
    rankings, criteria = scored({"q": [("a", 1.0), ("b", 1.0)]}), criteria_of({"q": {"b": 1}})
    measured = criteria.measure(rankings, rankings.topics, [one])

    assert not has_range(one)
    assert (None,) == tie_ranges(
        criteria, rankings, rankings.topics, [one], measured=measured, depth=10
    )


def by_force(criteria: Criteria, row: Row, metrics: Sequence[ReadyMetric]) -> list[TieRange | None]:
    """The extremes over every order that there is, each measured."""
    means = [
        [one.mean for one in criteria.measure(scored({"q": order}), Topics.of_ids("q"), metrics)]
        for order in orders(row)
    ]
    known = [[value for value in row if value is not None] for row in zip(*means, strict=True)]
    return [one_topic(min(row), max(row)) if row and min(row) < max(row) else None for row in known]


@pytest.mark.slow
@given(
    units=st.permutations("abcde"),
    points=st.lists(st.sampled_from([1.0, 2.0]), min_size=1, max_size=4),
    grades=st.dictionaries(st.sampled_from("abcdeyz"), st.integers(-1, 3), min_size=1),
)
def test_the_range_is_what_trying_every_order_gives(
    units: list[str], points: list[float], grades: dict[str, int]
) -> None:
    """Ties, holes, negative grades, documents not ranked: the true extremes, for every metric."""
    row, criteria = tuple(zip(units, points, strict=False)), criteria_of({"q": grades})

    assert by_force(criteria, row, METRICS) == ranges(criteria, scored({"q": row}), NAMES)
