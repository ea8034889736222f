"""Metrics of reader models, of sets and of samples, on examples small enough to reckon by hand."""

from __future__ import annotations

import pytest

from benchbook import Qrels, Rankings, Topics, UsageError, join
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in, scores


def one(metric: str, grades: dict[str, int], ranked: list[str]) -> float | None:
    """The value for a single topic."""
    return scores(metric, {"q": grades}, {"q": ranked})["q"]


def close(value: float) -> object:
    """Within the rounding of a few additions."""
    return pytest.approx(value, rel=0, abs=1e-12)


def test_inferred_ap_ignores_what_was_pooled_and_not_judged() -> None:
    """The second relevant document, at rank 4, has one judged of each kind and one pooled above."""
    share = (1 + 1e-5) / (2 + 2e-5)

    found = one("infAP", {"a": 1, "n": 0, "u": -1, "b": 1}, ["a", "n", "u", "b"])

    assert found == close((1 + (1 + 3 * share) / 4) / 2)


def test_inferred_ap_takes_what_no_pool_held_for_not_relevant() -> None:
    """At rank 3, after an unpooled one and a relevant one, one of two above counts."""
    assert one("infAP", {"a": 1, "b": 1}, ["a", "x", "b"]) == close(
        (1 + (1 + 1 * (1 + 1e-5) / (1 + 2e-5)) / 3) / 2
    )


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("RBP(p=0.5)", 0.5 + 0.125),
        ("RBP(p=0.5)@2", 0.5),
        ("RBP(p=0.5, rel=2)", 0.125),
        ("RBPResidual(p=0.5)", 0.25 + 0.0625 + 0.0625),
        ("RBPResidual(p=0.5)@2", 0.25 + 0.25),
        ("RBPResidual(p=0.5)@9", 0.25 + 0.0625 + 0.0625),
    ],
)
def test_rank_biased_precision_and_what_it_does_not_know(metric: str, value: float) -> None:
    """Relevant at 1 and 3; unjudged at 2, a negative grade at 4, and nothing below rank 4."""
    assert value == one(metric, {"a": 1, "b": 2, "m": -1}, ["a", "x", "b", "m"])


def test_residual_of_no_answer_is_everything() -> None:
    """Where nothing was returned nothing is known; where all is judged, what lies below is not."""
    assert [1.0, 0.5] == [one("RBPResidual(p=0.5)", {"a": 1}, ranked) for ranked in ([], ["a"])]


def test_residual_where_the_rule_decides_is_what_lies_below() -> None:
    """A document that titles and phrases do not make relevant is no hole."""
    topics = Topics.of_ids(["q"])
    rankings = Rankings.of(topics, [[("x", 2.0), ("a", 1.0)]])
    judged = join(rankings, Qrels.of([("q", "a", 1)]), topics, decided=True)

    (found,) = measure(judged, ready_metrics(["RBPResidual(p=0.5)"], built_in()))

    assert 0.25 == found.mean


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("SetP", 2 / 4),
        ("SetR", 2 / 5),
        ("SetF", 2 * 0.5 * 0.4 / 0.9),
        ("SetF(beta=4)", 5 * 0.5 * 0.4 / (0.4 + 4 * 0.5)),
        ("SetF(beta=0)", 0.5),
        ("SetP(rel=2)", 1 / 4),
        ("SetR(rel=2)", 1 / 2),
    ],
)
def test_set_metrics(metric: str, value: float) -> None:
    """Four returned, two of them relevant; five relevant in all, two of grade 2."""
    grades = {"a": 2, "b": 1, "c": 1, "d": 2, "e": 1, "n": 0}

    assert one(metric, grades, ["n", "a", "x", "b"]) == close(value)


@pytest.mark.parametrize(("metric", "value"), [("SetP", 0.0), ("SetR", 0.0), ("SetF(beta=0)", 0.0)])
def test_an_empty_set_counts_zero(metric: str, value: float) -> None:
    """Nothing returned is not undefined: silence never pays."""
    assert value == one(metric, {"a": 1}, [])


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("ERR", 1 / 16 + 15 / 16 * (3 / 16) / 3),
        ("ERR@2", 1 / 16),
        ("ERR(max_rel=2)", 1 / 4 + 3 / 4 * (3 / 4) / 3),
    ],
)
def test_expected_reciprocal_rank_is_of_a_scale(metric: str, value: float) -> None:
    """Grades 1 and 2 at ranks 1 and 3, on gdeval's scale to 4 and on one to 2."""
    assert value == one(metric, {"a": 1, "b": 2}, ["a", "x", "b"])


def test_err_refuses_a_grade_beyond_its_scale() -> None:
    """A probability above 1 would follow."""
    with pytest.raises(
        UsageError, match=r"grade 5 is above max_rel=4 of ERR; name .* ERR\(max_rel=5"
    ):
        one("ERR", {"a": 5}, ["a"])


def test_compatibility_of_the_second_of_two() -> None:
    """The ideal is b, a; the ranking a, x: nothing in common at depth 1, one of two at depth 2."""
    found = one("Compat(p=0.5)", {"a": 1, "b": 2}, ["a", "x"])

    assert found == close((0.5 * 1 / 2) / (1 + 0.5))


def test_compatibility_takes_equal_grades_in_the_order_of_the_ranking() -> None:
    """Of two of one grade either may be first; a third, not returned, comes last."""
    grades = {"a": 1, "b": 1, "c": 1}

    assert [one("Compat(p=0.5)", grades, row) for row in (["a", "b"], ["b", "a"])] == [
        close((1 + 0.5 + 0.25 * 2 / 3) / 1.75)
    ] * 2


def test_compatibility_without_normalising_is_below_one_for_the_ideal() -> None:
    """One relevant document first, then two others: the overlap thins out."""
    row = ["a", "x", "y"]

    assert one("Compat(normalize=false, p=0.5)", {"a": 1}, row) == close(
        (1 + 0.25 + 0.25 / 3) / 1.75
    )
    assert 1.0 == one("Compat(p=0.5)", {"a": 1}, row)


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        # Gains 0, 1/2, 1 at ranks 1, 2, 3.
        ("BPM(max_rel=2)@9", (0 + 0.5 + 1) / 3),
        ("BPM(T=0.5, max_rel=2)@9", 0.5 / 2),
        ("BPM(max_rel=2)@2", 0.5 / 2),
        ("NERR8(max_rel=2)@3", (0.5 + 0.5 * 1) / (1 + 1 + 0.5)),
        ("NERR9(max_rel=2)@3", (1 / 2 * 0.5 + 1 / 2 * 2 / 3 * 0.5 * 1) / (1 + 1 / 2 + 1 / 6)),
        ("NERR10(max_rel=2, p=0.5)", (0.5 * 0.5 + 0.125) / (1 + 0.5 + 0.125)),
    ],
)
def test_readers_that_gain_stops(metric: str, value: float) -> None:
    """A reader who finds nothing, then half of the gain, then all of it."""
    assert one(metric, {"h": 1, "a": 2, "n": 0}, ["n", "h", "a", "x"]) == close(value)


def test_grades_outside_the_scale_count_as_its_ends() -> None:
    """Grade 5 of a scale from 1 to 3 gains 1; grade 1, a negative one and none gain 0."""
    grades = {"a": 5, "b": 1, "m": -1}

    found = one("BPM(T=9.0, max_rel=3, min_rel=1)@4", grades, ["a", "b", "m", "x"])

    assert 0.25 == found


def test_scaled_gain_is_one_for_k_of_the_best() -> None:
    """Two of the highest grade fill two places, and half of three places' worth and more."""
    grades = {"a": 2, "b": 2}

    assert [1.0, close(1.0)] == [
        one("nDCG@3", grades, ["a", "b"]),
        one("SDCG(max_rel=2)@2", grades, ["a", "b"]),
    ]
    third = 1 / 2
    second = 0.6309297535714575
    assert one("SDCG(max_rel=2)@3", grades, ["a", "b"]) == close(
        (1 + second) / (1 + second + third)
    )


def test_insq_and_inst_part_when_something_is_found() -> None:
    """INST stops sooner where the goal is met at once, so that the first document weighs more."""
    first = {"a": 1}

    insq, inst = (one(f"{name}(max_rel=1)", first, ["a"]) for name in ("INSQ", "INST"))

    assert insq is not None
    assert inst is not None
    # INSQ reaches rank r with (2 / (r + 1))**2; INST, at T = 1 met at rank 1, with (1 / r)**2.
    assert insq == close(1 / sum((2 / (rank + 1)) ** 2 for rank in range(1, 1001)))
    assert inst == close(1 / sum((1 / rank) ** 2 for rank in range(1, 1001)))


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("RBP(p=1)", "RBP: p = 1.0; expected a number between 0 and 1"),
        ("RBPResidual(p=0.0)", "RBPResidual: p = 0.0; expected a number between 0 and 1"),
        ("Compat(p=1.5)", "Compat: p = 1.5; expected a number between 0 and 1"),
        ("NERR10(max_rel=1, p=1)", "NERR10: p = 1.0; expected a number between 0 and 1"),
        ("SetF(beta=-1)", "SetF: beta = -1.0; expected 0 or more"),
        ("ERR(max_rel=0)", "ERR: max_rel = 0; expected a grade from 1 to 1000"),
        ("INST(T=0.4, max_rel=1)", "INST: T = 0.4; expected 0.5 or more"),
        ("INSQ(T=0, max_rel=1)", "INSQ: T = 0.0; expected a number above 0"),
        ("INSQ", "metric 'INSQ': parameter 'max_rel': found nothing; expected .*"),
        ("SDCG(max_rel=1)", "metric .*: SDCG needs a cut-off, as SDCG@10"),
        ("INSQ(max_rel=1, min_rel=1)", "min_rel=1, max_rel=1; expected 0 <= min_rel < max_rel.*"),
    ],
)
def test_parameters_out_of_range_are_refused(metric: str, message: str) -> None:
    """By the metric's name, what was given, and what it takes."""
    with pytest.raises(UsageError, match=f"^{message}$"):
        one(metric, {"a": 1}, ["a"])
