"""What unjudged documents can do to nDCG."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Judged, MetricPlugin, Topics, Values
from benchbook.core.comparing.holes import Holes, holes
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.evidence import Sought
from benchbook.core.measuring.scoring import ready_metrics
from benchbook.core.plugging.registry import Registry
from scoring import Grades, Ranked, built_in, mean, phrase, qrels_of, rankings_of

SECOND = 1 / math.log2(3)


def criteria_of(grades: Grades, decided: frozenset[str] = frozenset()) -> Criteria:
    """Criteria of qrels alone."""
    return Criteria(qrels=qrels_of(grades), alone={}, sought=None, decided=decided)


def found(
    grades: Grades, ranked: Ranked, name: str = "nDCG@2", decided: frozenset[str] = frozenset()
) -> Holes | None:
    """What holes can do to a metric, over the judged topics."""
    (metric,) = ready_metrics([name], built_in())
    criteria = criteria_of(grades, decided)
    return holes(criteria, rankings_of(ranked), criteria.qrels.population, metric)


def test_as_zero_condensed_and_at_most() -> None:
    """A hole before the only relevant document: half judged, first without it, best if both are."""
    assert Holes(as_zero=SECOND, condensed=1.0, at_most=1.0, judged=0.5, decided=False) == found(
        {"q": {"a": 1}}, {"q": ["x", "a"]}
    )


def test_at_most_is_divided_by_the_ideal_as_judged() -> None:
    """Of an ideal of two relevant documents a ranking of one hole can have the first."""
    assert Holes(
        as_zero=0.0, condensed=0.0, at_most=1 / (1 + SECOND), judged=0.0, decided=False
    ) == found({"q": {"a": 1, "b": 1}}, {"q": ["x"]})


def test_holes_below_the_cutoff_do_not_count() -> None:
    """Only rows that the metric sees are filled; condensing draws judged ones in from below."""
    ranked = {"q": ["n", "x", "y", "a"]}

    assert Holes(as_zero=0.0, condensed=SECOND, at_most=SECOND, judged=0.5, decided=False) == found(
        {"q": {"a": 1, "n": 0}}, ranked
    )


def test_the_whole_ranking_counts_without_a_cutoff() -> None:
    """Every hole is filled."""
    row = found({"q": {"a": 1, "n": 0}}, {"q": ["n", "x", "a"]}, "nDCG")

    assert Holes(as_zero=0.5, condensed=SECOND, at_most=1.0, judged=2 / 3, decided=False) == row


def test_holes_gain_the_highest_grade_of_any_topic() -> None:
    """Grade 2 of another topic, with either gain."""
    grades, ranked = {"p": {"a": 2}, "q": {"b": 1, "c": 1, "d": 1}}, {"p": ["a"], "q": ["n", "x"]}
    grades["q"]["n"] = 0

    linear, exponential = (
        found(grades, ranked, name) for name in ("nDCG@2", "nDCG(dcg='exp-log2')@2")
    )

    assert linear is not None
    assert exponential is not None
    assert (1 + 2 * SECOND / (1 + SECOND)) / 2 == pytest.approx(linear.at_most, abs=1e-15)
    assert 1.0 == exponential.at_most  # 3 * SECOND against 1 + SECOND


def test_a_negative_grade_is_a_hole() -> None:
    """It says that the document was outside the pool, and trec_eval takes it out too."""
    row = found({"q": {"a": 1, "x": -1}}, {"q": ["x", "a"]})

    assert Holes(as_zero=SECOND, condensed=1.0, at_most=1.0, judged=1.0, decided=False) == row


def test_where_everything_is_judged_all_are_the_same() -> None:
    """Nothing is missing."""
    row = found({"q": {"a": 1, "n": 0}}, {"q": ["n", "a"]})

    assert Holes(as_zero=SECOND, condensed=SECOND, at_most=SECOND, judged=1.0, decided=False) == row


def test_where_everything_is_decided_there_are_no_holes() -> None:
    """What titles and phrases do not name is not relevant, and known not to be."""
    row = found({"q": {"a": 1}}, {"q": ["x", "a"]}, decided=frozenset(("",)))

    assert Holes(as_zero=SECOND, condensed=SECOND, at_most=SECOND, judged=1.0, decided=True) == row


def test_the_metric_goes_by_its_own_criterion() -> None:
    """Decided by phrases, with holes by judged documents."""
    criteria = Criteria(
        qrels=qrels_of({"q": {"a": 1, "b": 1}}),
        alone={"document": qrels_of({"q": {"a": 1}}), "evidence": qrels_of({"q": {"b": 1}})},
        sought=Sought({"q": [phrase("b")]}),
        decided=frozenset(("evidence",)),
    )
    names = ["nDCG@2", "nDCG(by='document')@2", "nDCG(by='evidence')@2"]

    rows = [
        holes(criteria, rankings_of({"q": ["x", "b"]}), Topics.of_ids("q"), metric)
        for metric in ready_metrics(names, built_in())
    ]

    assert [(0.5, False), (0.0, False), (1.0, True)] == [
        (row.judged, row.decided) for row in rows if row
    ]


@pytest.mark.parametrize("name", ["kit-nDCG@2", "AP", "P@2", "Judged@2"])
def test_other_metrics_have_none(name: str) -> None:
    """Only nDCG is told of."""
    assert None is found({"q": {"a": 1}}, {"q": ["x", "a"]}, name)


class Anything:
    """A third party's metric of a built-in name."""

    def score(self, judged: Judged) -> Values:
        """1 for every topic."""
        return Values.everywhere(np.ones(len(judged)))


def test_another_metric_of_that_name_has_none() -> None:
    """A third party's nDCG may be anything."""
    record = MetricPlugin(name="nDCG", version="1", summary="odd", build=Anything)
    (metric,) = ready_metrics(["nDCG"], Registry.of(record))

    assert None is holes(
        criteria_of({"q": {"a": 1}}), rankings_of({"q": ["x"]}), Topics.of_ids("q"), metric
    )


def test_without_a_value_there_is_nothing_to_say() -> None:
    """No topic with a relevant document, or no topic."""
    assert None is found({"q": {"a": 0}}, {"q": ["x", "a"]})
    assert None is found({}, {})


def test_the_population_counts() -> None:
    """A topic that was not ranked has 0 in every mean; one that is undefined is in `judged`."""
    row = found({"p": {"a": 1}, "q": {"a": 1}, "r": {"a": 0}}, {"p": ["x", "a"], "r": ["a"]})

    assert Holes(as_zero=SECOND / 2, condensed=0.5, at_most=0.5, judged=0.5, decided=False) == row


@pytest.mark.slow
@given(
    grades=st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2), min_size=1),
    ranked=st.permutations("abcd"),
    k=st.integers(1, 4),
    name=st.sampled_from(["nDCG@{k}", "nDCG(dcg='exp-log2')@{k}"]),
)
def test_no_judgments_of_the_holes_exceed_the_bound(
    grades: dict[str, int], ranked: list[str], k: int, name: str
) -> None:
    """Every way to judge the others, up to the highest grade, stays within."""
    text = name.format(k=k)
    row = found({"q": grades}, {"q": ranked}, text)
    if row is None:
        return
    unjudged = [unit for unit in "abcd" if unit not in grades]
    completed = [
        {**grades, **dict(zip(unjudged, chosen, strict=True))}
        for chosen in product(range(max(grades.values()) + 1), repeat=len(unjudged))
    ]

    values = [mean(text, {"q": one}, {"q": ranked}) for one in completed]

    assert row.at_most >= max(value for value in values if value is not None) - 1e-12
    assert row.condensed == mean(text, {"q": grades}, {"q": [u for u in ranked if u in grades]})
    assert row.as_zero == mean(text, {"q": grades}, {"q": ranked})


@pytest.mark.slow
@given(
    grades=st.dictionaries(
        st.sampled_from("pq"),
        st.dictionaries(st.sampled_from("abcdef"), st.integers(-1, 3), min_size=1),
        min_size=1,
    ),
    ranked=st.permutations("abcdef"),
    k=st.sampled_from([1, 2, 5]),
)
def test_condensed_is_what_trec_eval_measures_of_judged_documents_alone(
    grades: Grades, ranked: list[str], k: int
) -> None:
    """Its option `-J`, negative grades and all; topics without a relevant document aside."""
    relevant = {topic: row for topic, row in grades.items() if max(row.values()) > 0}
    row = found(grades, dict.fromkeys(grades, ranked), f"nDCG@{k}")
    if row is None:
        return
    run = {topic: {unit: -float(rank) for rank, unit in enumerate(ranked)} for topic in relevant}
    evaluator = pytrec_eval.RelevanceEvaluator(
        relevant, {f"ndcg_cut.{k}"}, judged_docs_only_flag=True
    )

    values = [one[f"ndcg_cut_{k}"] for one in evaluator.evaluate(run).values()]

    assert row.condensed == pytest.approx(sum(values) / len(relevant), abs=1e-12)
