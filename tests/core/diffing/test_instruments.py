"""What differs in the making of two sides, and what that does to their numbers."""

from __future__ import annotations

import pytest

from benchbook import Qrels
from benchbook.core.diffing.gains import unlike_gains
from benchbook.core.diffing.holding import DiffOptions, hold
from benchbook.core.diffing.instruments import unlike_parts
from benchbook.core.diffing.pairing import paired_conditions
from benchbook.core.diffing.side import Part, Side, SideCondition
from benchbook.core.errors import UsageError
from benchbook.core.plugging.loading import load_registry
from diff_sides import condition, part, side

REGISTRY = load_registry(external=False)
VALUES = {f"q{at:02}": at / 20 for at in range(12)}


def classes(first: Side, second: Side, *, is_same: bool = False) -> dict[str, str]:
    """The class of each difference."""
    return {one.name: one.kind for one in unlike_parts(first, second, (), is_same=is_same)}


def of_parts(*parts: Part, **more: object) -> Side:
    """A side by its parts."""
    return side({}, parts=parts, **more)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("judgments", "invalidates"),
        ("relevance", "invalidates"),
        ("unit", "invalidates"),
        ("judge", "invalidates"),
        ("metric nDCG@10", "invalidates"),
        ("corpus", "confounds"),
        ("embedding", "confounds"),
        ("depth", "confounds"),
        ("retrieve", "confounds"),
        ("lane vector", "confounds"),
        ("lane vector: embedder", "confounds"),
        ("code of nDCG@10", "confounds"),
        ("code", "confounds"),
        ("environment", "harmless"),
        ("experiment", "harmless"),
        ("idle models", "harmless"),
    ],
)
def test_each_part_has_its_class(name: str, kind: str) -> None:
    """P63: identity is what the content is, and names are harmless."""
    assert {name: kind} == classes(of_parts(part(name, "1")), of_parts(part(name, "2")))


def test_what_one_side_does_not_tell_is_no_difference() -> None:
    """And what is the same is none either; the gravest come first."""
    first = of_parts(part("experiment", "a"), part("corpus", "1"), part("unit", "document"))
    second = of_parts(part("experiment", "b"), part("corpus", "2"))

    assert ["corpus", "experiment"] == list(classes(first, second))
    assert {} == classes(first, first)


@pytest.mark.parametrize("name", ["code", "commit", "code of lane vector", "code of nDCG@10"])
def test_code_without_effect_is_harmless(name: str) -> None:
    """Where rankings and values are the same to the last bit."""
    first, second = of_parts(part(name, "1")), of_parts(part(name, "2"))

    assert {name: "harmless"} == classes(first, second, is_same=True)


def test_one_gold_set_sought_in_two_corpora_confounds() -> None:
    """Its titles and phrases are then in other documents; with another gold set it is another."""
    first = of_parts(part("judgments", "1"), part("corpus", "1"), part("questions", "g"))
    second = of_parts(part("judgments", "2"), part("corpus", "2"), part("questions", "g"))
    other = of_parts(part("judgments", "2"), part("corpus", "2"), part("questions", "h"))

    assert "confounds" == classes(first, second)["judgments"]
    assert "invalidates" == classes(first, other)["judgments"]


def test_judgments_of_topics_that_are_not_paired_are_harmless() -> None:
    """A question that one gold set has beside changes nothing for the others."""
    grades = {"q1": {"a": 1}}
    first = of_parts(part("judgments", "1"), qrels=Qrels(grades))
    second = of_parts(part("judgments", "2"), qrels=Qrels({**grades, "q2": {"b": 1}}))
    other = of_parts(part("judgments", "3"), qrels=Qrels({"q1": {"a": 2}}))

    assert {"judgments": "harmless"} == classes(first, second)
    assert {"judgments": "invalidates"} == classes(first, other)


@pytest.mark.parametrize(
    ("text", "kind"), [("why?", "harmless"), ("how?", "confounds"), (None, "confounds")]
)
def test_another_gold_set_with_the_same_questions(text: str | None, kind: str) -> None:
    """Wording counts for the topics that both have; where a side does not tell, it may differ."""
    first = of_parts(part("questions", "1"), texts={"q1": "why?", "q2": "who?"})
    second = of_parts(part("questions", "2"), texts={} if text is None else {"q1": text})

    assert {"questions": kind} == classes(first, second)


GRADED, BINARY = Qrels({"q00": {"a": 2}}), Qrels({"q00": {"a": 1}})
LINEAR, EXPONENTIAL = "nDCG@10", "nDCG(dcg='exp-log2')@10"


@pytest.mark.parametrize(
    ("first", "second", "qrels", "expected"),
    [
        (LINEAR, EXPONENTIAL, GRADED, [(LINEAR, EXPONENTIAL)]),
        (LINEAR, EXPONENTIAL, None, [(LINEAR, EXPONENTIAL)]),
        (LINEAR, EXPONENTIAL, BINARY, []),
        (LINEAR, "nDCG(dcg='exp-log2')@5", GRADED, []),
        (LINEAR, LINEAR, GRADED, []),
        (LINEAR, "RR", GRADED, []),
    ],
)
def test_p23_gains_are_told_apart(
    first: str, second: str, qrels: Qrels | None, expected: list[tuple[str, str]]
) -> None:
    """P23: on graded gold, or where nobody knows, another gain is another metric."""
    sides = [side({"c": condition({metric: VALUES})}, qrels=qrels) for metric in (first, second)]
    pairs = paired_conditions(sides[0], sides[1], {}, ())

    found = unlike_gains(sides[0], sides[1], pairs, REGISTRY)

    assert expected == [(one.first, one.second) for one in found]


def held(first: SideCondition, second: SideCondition, **more: object) -> dict[str, object]:
    """The diff of two sides, as JSON knows it."""
    sides = side({"c": first}, **more), side({"c": second}, **more)
    return hold(*sides, REGISTRY, DiffOptions(renamed={})).as_plain()


def test_p23_reports_that_differ_in_the_gain_alone_are_not_diffable() -> None:
    """Nothing is left that both define alike."""
    told = held(condition({LINEAR: VALUES}), condition({EXPONENTIAL: VALUES}), qrels=GRADED)

    assert (False, [], {}) == (told["comparable"], told["differences"], told["counts"])


def test_what_is_about_one_metric_takes_that_one_away() -> None:
    """The others are compared."""
    first = condition(
        {LINEAR: VALUES, "RR": VALUES}, parts=(part("metric nDCG@10", "benchbook:nDCG 1"),)
    )
    second = condition(
        {LINEAR: VALUES, "RR": VALUES}, parts=(part("metric nDCG@10", "benchbook:nDCG 2"),)
    )

    told = held(first, second)

    assert told["comparable"]
    differences: list[dict[str, str]] = told["differences"]  # type: ignore[assignment]  # as JSON has it
    assert ["RR"] == [one["metric"] for one in differences]


def test_conditions_that_nobody_has_are_refused() -> None:
    """Naming both lists, and the way out."""
    first, second = side({"a": condition({})}), side({"b": condition({})})

    with pytest.raises(UsageError, match=r"A has a; B has b; --map A_NAME=B_NAME"):
        paired_conditions(first, second, {}, ())


def test_a_condition_that_is_not_measured_is_told() -> None:
    """It is there, and has no numbers."""
    first = side({"a": condition({})}, unmeasured=("graph_only",))

    with pytest.raises(UsageError, match=r"'graph_only' \(it is not measured there\)"):
        paired_conditions(first, first, {}, ("graph_only",))
