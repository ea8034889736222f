"""Faults in what metrics mean, each by its number and with its small input.

P36, an answer without claims, is about judging answers, which Benchbook does not do yet.
"""

from __future__ import annotations

import inspect
import math

import pytest

from benchbook import MetricPlugin, Qrels, Question, Rankings, Topics, Unit
from benchbook.core.gold import Gold
from benchbook.core.matching.relevance import Judging
from benchbook.core.matching.rules import RULES
from benchbook.core.measuring.metric_names import BadMetric, parse_metric
from benchbook.core.plugging.parameters import parameters_of, passed_by_core
from benchbook.testing import corpus_of
from every_metric import cut_names, name_of, records, takes_cutoff, told_of, values
from scoring import built_in, qrels_of, rankings_of, scores

LOG3 = math.log2(3)

# Another value than its default for each parameter of a metric that has one.
OTHERS = {
    "T": "2.0",
    "at_least": "3.0",
    "at_most": "3.0",
    "beta": "4.0",
    "dcg": "'exp-log2'",
    "field": "'year'",
    "max_rel": "3",
    "min_rel": "1",
    "normalize": "False",
    "p": "0.5",
    "rel": "2",
    "value": "'x'",
}
PARAMETERS = [
    (record, parameter)
    for record in records()
    for parameter in parameters_of(record.build, passed_by_core(record))
]
SEES_BELOW = "kit-nDCG"
"""The metric whose cut-off does not bound what it sees: the kit's ideal is of all returned."""


def one(metric: str, grades: dict[str, int], ranked: list[str]) -> float | None:
    """The value for a single topic."""
    return scores(metric, {"q": grades}, {"q": ranked})["q"]


@pytest.mark.parametrize(("metric", "value"), [("nDCG", 0.7967), ("nDCG(dcg='exp-log2')", 0.7098)])
def test_p23_the_gain_is_in_the_name(metric: str, value: float) -> None:
    """Linear and exponential gain give different values under different names."""
    linear = (1 + 3 / LOG3) / (3 + 1 / LOG3)
    exponential = (1 + 7 / LOG3) / (7 + 1 / LOG3)

    found = one(metric, {"a": 3, "b": 1, "c": 0}, ["b", "a", "c"])

    assert found is not None
    assert pytest.approx(exponential if "exp" in metric else linear, abs=1e-12) == found
    assert value == round(found, 4)


@pytest.mark.parametrize(
    ("record", "parameter"), PARAMETERS, ids=lambda one: getattr(one, "name", one)
)
def test_p23_every_parameter_is_in_the_name(record: MetricPlugin, parameter: str) -> None:
    """What changes a value changes the name that it is recorded under, for every metric."""
    cutoff = "@10" if takes_cutoff(record) else ""
    usual = parse_metric(name_of(record, 10), built_in())
    told = {**told_of(record), parameter: OTHERS[parameter]}

    inside = ", ".join(f"{key}={value}" for key, value in told.items())
    other = parse_metric(f"{record.name}({inside}){cutoff}", built_in())

    assert usual.canonical != other.canonical
    assert f"{parameter}={OTHERS[parameter]}" in other.canonical


def test_p24_the_ideal_knows_what_was_not_retrieved() -> None:
    """It divides by the best ranking of all judged documents, not of the retrieved ones."""
    found = one("nDCG@2", {"a": 3, "b": 1}, ["x", "b"])

    assert found == pytest.approx((1 / LOG3) / (3 + 1 / LOG3), abs=1e-12)
    assert 0.1738 == round(found or 0, 4)
    assert 0.6309 == round(one("kit-nDCG@2", {"a": 3, "b": 1}, ["x", "b"]) or 0, 4)


@pytest.mark.parametrize(("metric", "value"), [("nDCG", 1 / (1 + 1 / LOG3)), ("nDCG@1", 1.0)])
def test_p25_the_cutoff_bounds_the_ideal_too(metric: str, value: float) -> None:
    """A short ranking loses to the whole ideal, and not to the ideal cut at its length."""
    assert one(metric, {"a": 1, "b": 1}, ["a"]) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "value"), [("P(rel=2)@1", 0), ("AP(rel=2)", 0.5), ("nDCG@1", 0.5)]
)
def test_p26_the_threshold_of_relevance_is_a_parameter(metric: str, value: float) -> None:
    """Binary metrics take the lowest relevant grade; nDCG keeps the grades."""
    assert value == one(metric, {"a": 1, "b": 2}, ["a", "b"])


@pytest.mark.parametrize(
    "record",
    # Not of axes: what covers them would be made of other documents.
    [record for record, parameter in PARAMETERS if parameter == "rel" and not record.needs],
    ids=lambda record: record.name,
)
def test_p26_a_threshold_sees_grades_as_one_of_their_own(record: MetricPlugin) -> None:
    """With rel=2 grade 1 counts as grade 0 does, and grade 2 as 1 did, for every such metric."""
    name = name_of(record, 10)
    plain, cut, at = name.partition("@")
    ranked = rankings_of({"q": ["b", "a", "c", "x"]})
    high = qrels_of({"q": {"a": 2, "b": 1, "c": 3, "d": 2}})
    low = qrels_of({"q": {"a": 1, "b": 0, "c": 1, "d": 1}})

    assert values(name, low, ranked) == values(f"{plain}(rel=2){cut}{at}", high, ranked)


@pytest.mark.parametrize(("metric", "value"), [("P@5", 0.2), ("SetP", 1.0)])
def test_p27_precision_is_divided_by_k(metric: str, value: float) -> None:
    """A short answer does not make precision high; that of the set is another metric."""
    assert value == one(metric, {"a": 1}, ["a"])


@pytest.mark.parametrize(("metric", "value"), [("R@1", 0.25), ("R_cap@1", 1.0)])
def test_p28_recall_is_divided_by_all_relevant_documents(metric: str, value: float) -> None:
    """Recall is not capped at the cut-off; what is has a name of its own."""
    assert value == one(metric, {"a": 1, "b": 1, "c": 1, "d": 1}, ["a"])


def test_p30_bpref_without_judged_nonrelevant_documents_is_a_number() -> None:
    """Where nothing was judged not relevant nothing can stand above a relevant document."""
    assert one("Bpref", {"a": 1, "b": 1}, ["a", "x", "b"]) == 1.0


def test_p31_success_is_not_recall() -> None:
    """One of twenty relevant documents is a success, and a twentieth of recall."""
    grades = {f"d{number:02}": 1 for number in range(20)}

    assert (1.0, 0.05) == (one("Success@10", grades, ["d07"]), one("R@10", grades, ["d07"]))


def test_p32_reciprocal_rank_ends_at_the_cutoff() -> None:
    """A first relevant document at rank 15 is worth nothing to RR@10."""
    ranked = [*(f"x{number}" for number in range(14)), "a"]

    assert (0.0, 1 / 15) == (one("RR@10", {"a": 1}, ranked), one("RR", {"a": 1}, ranked))


@pytest.mark.parametrize("metric", [one for one in cut_names(10) if SEES_BELOW not in one])
def test_p32_nothing_below_the_cutoff_counts(metric: str) -> None:
    """Ten rows and fifteen, with the relevant ones at 11 and 15, are one to every metric @10."""
    qrels = qrels_of({"q": {"a": 1, "b": 2, "x3": 0}})
    rows = [*(f"x{number}" for number in range(10)), "a", "y1", "y2", "y3", "b"]

    cut, whole = (rankings_of({"q": some}) for some in (rows[:10], rows))

    assert values(metric, qrels, cut) == values(metric, qrels, whole)


@pytest.mark.parametrize(
    ("one_name", "other_name"), list(zip(cut_names(2), cut_names(3), strict=True))
)
def test_p32_the_cutoff_is_part_of_the_name(one_name: str, other_name: str) -> None:
    """Two cut-offs are two columns, for every metric that takes one."""
    names = [parse_metric(name, built_in()).canonical for name in (one_name, other_name)]

    assert [one_name, other_name] == names


def test_p33_a_score_of_zero_is_a_score() -> None:
    """Documents that a system scored 0 were retrieved."""
    rankings = Rankings.of(Topics.of_ids(["q"]), [[("a", 0.0), ("b", 0.0)]])

    assert {"q": 1.0} == values("R@2", qrels_of({"q": {"a": 1, "b": 1}}), rankings)


@pytest.mark.parametrize("metric", cut_names(2))
def test_p33_no_metric_looks_at_scores(metric: str) -> None:
    """Zeros, negative ones, rising ones: the delivered order is what every metric sees."""
    qrels, topics = qrels_of({"q": {"a": 1, "b": 3, "n": 0}}), Topics.of_ids("q")
    rows = [(9.0, 8.0, 7.0), (0.0, 0.0, 0.0), (-3.0, -2.0, -1.0)]

    found = [
        values(metric, qrels, Rankings.of(topics, [list(zip("nab", row, strict=True))]))
        for row in rows
    ]

    assert [found[0]] * 3 == found


@pytest.mark.parametrize("metric", cut_names(1))
@pytest.mark.parametrize("cutoff", ["0", "-1"])
def test_p33_a_cutoff_of_nothing_is_refused(metric: str, cutoff: str) -> None:
    """Recall within no rank is no 0: it is no metric."""
    with pytest.raises(BadMetric, match="expected a whole number from 1"):
        parse_metric(metric.removesuffix("1") + cutoff, built_in())


@pytest.mark.parametrize(
    ("verdicts", "average", "plain"), [([0, 1], 0.5, 0.5), ([1, 0, 1], 0.8333, 0.6667)]
)
def test_p34_two_precisions_of_what_was_returned_have_two_names(
    verdicts: list[int], average: float, plain: float
) -> None:
    """The mean of precisions at the relevant ranks is AP, the share of what was returned SetP."""
    grades = {f"d{rank}": verdict for rank, verdict in enumerate(verdicts)}

    found = [round(one(name, grades, list(grades)) or 0, 4) for name in ("AP", "SetP")]

    assert [average, plain] == found


def test_p34_recall_is_of_the_reference_and_not_of_the_answer() -> None:
    """What was returned is divided by what is relevant, and never by itself."""
    grades = {"a": 1, "b": 1, "c": 1, "d": 1}

    assert (0.25, 1.0) == (one("SetR", grades, ["a"]), one("SetP", grades, ["a"]))


@pytest.mark.parametrize(
    ("phrase", "text", "holds"),
    [
        ("IRR", "an IRR of 8 %", True),
        ("IRR", "irrigation", False),
        ("2 °C", "by 2 °C", True),
        ("2 °C", "by 12 °C", False),
    ],
)
def test_p37_short_and_numeric_phrases_match_whole_words(
    phrase: str, text: str, *, holds: bool
) -> None:
    """A digit or a letter beside them makes them another thing."""
    gold = Gold(
        topics=Topics.of([("q", "?")]),
        qrels=Qrels({}),
        questions={"q": Question(phrases=(phrase, "of all things"))},
    )
    corpus = corpus_of(
        Unit(unit_id=id_, doc_id=id_, title="", text=some)
        for id_, some in (("a", text), ("b", "it is of all things"))
    )
    judging = Judging(name="g", digest="0" * 64, relevance="", match="", unit="document")

    found = judging.judge(gold, corpus).criteria.qrels

    assert ({"a": 1, "b": 1} if holds else {"b": 1}) == found.grades["q"]


def test_p37_too_short_a_phrase_is_ignored_and_counted() -> None:
    """Two characters are no evidence: not sought, not in any divisor, and told."""
    assert RULES["fold"].phrase("18").ignored
    gold = Gold(
        topics=Topics.of([("q", "?")]),
        qrels=Qrels({}),
        questions={"q": Question(phrases=("18", "percent ash"))},
    )
    corpus = corpus_of([Unit(unit_id="a", doc_id="a", title="", text="18 percent ash")])
    judging = Judging(name="g", digest="0" * 64, relevance="", match="", unit="document")

    found = judging.judge(gold, corpus).found

    assert found is not None
    assert (2, 1) == (found.tally.phrases, found.tally.ignored)
    assert [1] == [len(pieces) for pieces in found.sought.pieces.values()]


def test_every_parameter_has_another_value_here() -> None:
    """A metric with a new parameter joins P23 by a line above, or this fails."""
    assert {parameter for _, parameter in PARAMETERS} == set(OTHERS)
    assert all("kwargs" not in inspect.signature(one.build).parameters for one in records())
