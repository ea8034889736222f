"""Runs against one of them: the numbers are those of `measure` and of the reference program."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
import pytrec_eval

from benchbook import Qrels, Rankings, Topics, read_qrels, read_trec_run
from benchbook.core.commands.measure import measure_run
from benchbook.core.comparing.compared import Compared, CompareOptions
from benchbook.core.comparing.runs import compare_rankings
from benchbook.core.plugging.loading import load_registry

ROBUST = Path(__file__).resolve().parents[4] / "shared" / "data" / "robust03"
RUNS = {"rutcor": "input.rutcor03100.gz", "uic": "input.uic0301.gz"}
NAMES = {"nDCG@10": "ndcg_cut_10", "AP": "map", "Bpref": "bpref", "R@100": "recall_100"}
REGISTRY = load_registry(external=False)

needs_robust = pytest.mark.skipif(not ROBUST.is_dir(), reason="no collections at ../shared/data")


def ranked(*rows: tuple[str, float]) -> Rankings:
    """A run of one topic."""
    return Rankings.of(Topics.of_ids(["q1"]), [rows])


def many(place: int, count: int = 12) -> Rankings:
    """A run in which the relevant document of each topic stands at a rank."""
    topics = Topics.of_ids(f"q{n:02}" for n in range(count))
    rows = [("good" if rank == place else f"d{rank}", 10.0 - rank) for rank in range(1, 6)]
    return Rankings.of(topics, [rows] * count)


GOLD = Qrels.of((f"q{n:02}", "good", 1) for n in range(12))


def compare(**runs: Rankings) -> Compared:
    """Compare runs by the reciprocal rank."""
    return compare_rankings(GOLD, runs, ["RR@5"], REGISTRY)


@needs_robust
def test_values_are_those_of_measure_and_of_trec_eval() -> None:
    """Topic by topic, on two real runs of 100 topics × 1,000, one of which is all ties."""
    qrels = read_qrels(ROBUST / "robust03_cs_qrels.txt.gz")
    runs = {name: read_trec_run(ROBUST / file, compat="trec_eval-9") for name, file in RUNS.items()}

    compared = compare_rankings(qrels, runs, list(NAMES), REGISTRY)

    grades = {topic: dict(row) for topic, row in qrels.grades.items()}
    evaluator = pytrec_eval.RelevanceEvaluator(grades, set(NAMES.values()))
    for name, rankings in runs.items():
        theirs = evaluator.evaluate({topic: dict(rows) for topic, rows in rankings})
        for metric, peer in NAMES.items():
            values = compared.values[name][metric].values.tolist()
            expected = [theirs[topic][peer] for topic in compared.topics.ids]
            assert values == pytest.approx(expected, abs=1e-9)


@needs_robust
def test_means_are_those_of_measure() -> None:
    """One run gives one number, whatever command it is asked of."""
    path, qrels = ROBUST / RUNS["uic"], ROBUST / "robust03_cs_qrels.txt.gz"
    measured = measure_run(qrels, path, ["nDCG@10"], REGISTRY)

    compared = compare_rankings(
        read_qrels(qrels), {"uic": read_trec_run(path)}, ["nDCG@10"], REGISTRY
    )

    (mean,) = (one for one in compared.comparisons.means if one.metric == "nDCG@10")
    assert float(mean.value or 0) == pytest.approx(measured.measured[0].mean, abs=1e-10)


def test_the_order_of_runs_and_rows_changes_no_number() -> None:
    """P03: dictionaries have an order, numbers have none."""
    one = compare(base=many(3), near=many(1))
    two = compare_rankings(
        GOLD,
        {"near": many(1), "base": many(3)},
        ["RR@5"],
        REGISTRY,
        CompareOptions(baseline="base"),
    )

    assert one.comparisons.differences == two.comparisons.differences


def test_effect_is_the_mean_by_its_deviation() -> None:
    """Cohen's d_z of +1, +1, −1 and so on; without spread there is none."""
    half = Rankings.concatenate([many(1, 6), many(5, 12).for_topics(GOLD.population)][:1])

    compared = compare(base=many(5), near=many(1), half=half)

    assert compared.effect("near", "RR@5") is None
    differences = [0.8] * 6 + [-0.2] * 6
    mean = sum(differences) / 12
    deviation = (sum((one - mean) ** 2 for one in differences) / 11) ** 0.5
    assert float(compared.effect("half", "RR@5") or 0) == pytest.approx(mean / deviation)


def test_tied_rows_are_counted() -> None:
    """P06: rows whose score a neighbour has too, never across two topics."""
    gold = Qrels.of([("q1", "a", 1), ("q2", "a", 1)])
    topics = Topics.of_ids(["q1", "q2"])
    run = Rankings.of(topics, [[("a", 2.0), ("b", 1.0), ("c", 1.0)], [("a", 1.0), ("b", 0.5)]])

    compared = compare_rankings(gold, {"run": run}, ["P@2"], REGISTRY)

    assert (5, 2) == (compared.runs[0].rows, compared.runs[0].tied)


def test_wins_ties_and_losses_are_of_topics_in_both() -> None:
    """P104: paired on the declared population; what a run lacks is a 0 and never left out."""
    compared = compare(base=many(3), near=many(1, 9))

    (one,) = (two for two in compared.comparisons.differences if two.declared)
    assert (9, 0, 3) == (one.wins, one.ties, one.losses)
    assert Decimal(one.difference or 0) == Decimal("0.4166666667")


def test_one_topic_alone_is_measured_and_not_compared() -> None:
    """Too few topics have means, and no test."""
    gold = Qrels.of([("q1", "a", 1)])
    runs = {"base": ranked(("x", 2.0), ("a", 1.0)), "near": ranked(("a", 1.0))}

    compared = compare_rankings(gold, runs, ["RR@5"], REGISTRY)

    (one,) = (two for two in compared.comparisons.differences if two.declared)
    assert ("not compared", None) == (one.verdict, one.p)


def test_ties_have_their_range_and_their_expectation() -> None:
    """P01: b, the relevant one, is tied with c: rank 2 as trec_eval has it, 1 or 2 in truth."""
    gold = Qrels.of([("q1", "b", 1)])

    compared = compare_rankings(gold, {"run": ranked(("c", 1.0), ("b", 1.0))}, ["RR@5"], REGISTRY)

    (mean, _) = compared.comparisons.means
    assert mean.tied is not None
    assert ("0.5", "0.5", "1", "0.75") == (
        mean.value,
        mean.tied.low,
        mean.tied.high,
        mean.tied.expected,
    )


def test_a_mean_is_over_the_topics_that_it_names() -> None:
    """P09, P10: q1 is answered, q2 is not and has 0, q3 has nothing relevant and no value."""
    gold = Qrels.of([("q1", "a", 1), ("q2", "a", 1), ("q3", "n", 0)])

    compared = compare_rankings(gold, {"run": ranked(("a", 1.0))}, ["AP"], REGISTRY)

    mean = compared.comparisons.means[0]
    assert ("0.5", 2, 3) == (mean.value, mean.n, mean.of)
    assert (1, 3) == (compared.runs[0].answered, compared.runs[0].of)


def test_what_nobody_judged_is_left_out_and_listed() -> None:
    """P11: q9 of the run is in no qrels: no 0, and no topic of the population."""
    run = Rankings.of(Topics.of_ids(["q1", "q9"]), [[("a", 1.0)], [("a", 1.0)]])

    compared = compare_rankings(Qrels.of([("q1", "a", 1)]), {"run": run}, ["AP"], REGISTRY)

    assert ("1", ("q9",)) == (compared.comparisons.means[0].value, compared.runs[0].unjudged)


def test_a_declared_population_has_a_digest_of_its_own() -> None:
    """P12: of three judged topics two count, whatever order they are named in."""
    gold = Qrels.of((topic, "x", 1) for topic in "123")
    runs = {"run": Rankings.of(Topics.of_ids("12"), [[("x", 1.0)], [("y", 1.0)]])}

    one, two, every = (
        compare_rankings(gold, runs, ["AP"], REGISTRY, CompareOptions(topics=topics))
        for topics in (Topics.of_ids("12"), Topics.of_ids("21"), None)
    )

    assert (("1", "2"), "0.5", 3) == (
        one.topics.ids,
        one.comparisons.means[0].value,
        one.judged_topics,
    )
    assert one.population == two.population != every.population
