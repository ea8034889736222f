"""Each topic is fused from the lanes that the first rule which holds names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from benchbook import Rankings, Topics, UsageError
from benchbook.plugins.fusers.auto_route import AutoRouteFuser, benchbook_plugins
from benchbook.plugins.fusers.rrf import RrfFuser
from benchbook.testing import FuserContract, toy_lanes, toy_topics

RULES = ("words <= 2 -> alpha", "has digit -> alpha, beta", "otherwise -> all")


class TestAutoRoute(FuserContract):
    """It keeps the contract."""

    plugin = benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {
        "rules": ["words <= 2 -> alpha, beta, gamma", "otherwise -> all"]
    }


TOPICS = Topics.of(
    [
        ("a", "river delta"),
        ("b", "the year 1999 again"),
        ("c", "how do rivers find the sea?"),
    ]
)


def lanes() -> dict[str, Rankings]:
    """Three lanes that rank a unit of their own name first, and one in common."""
    return {
        name: Rankings.of(TOPICS, [[(name, 2.0), ("common", 1.0)] for _ in TOPICS])
        for name in ("alpha", "beta", "gamma")
    }


def test_the_first_rule_that_holds_decides_who_is_heard() -> None:
    """One lane, two lanes, all of them."""
    made = AutoRouteFuser(rules=RULES, ties="doc_id asc").fuse(TOPICS, lanes(), 10)

    assert ("alpha", "common") == made.units("a")
    assert ("common", "alpha", "beta") == made.units("b")
    assert ("common", "alpha", "beta", "gamma") == made.units("c")


def test_what_was_chosen_is_told_for_each_topic() -> None:
    """The text of the rule, blanks aside."""
    fuser = AutoRouteFuser(rules=("words  <= 2->alpha", *RULES[1:]))

    assert list(RULES) == fuser.choose(TOPICS)


def test_all_lanes_are_fused_as_rrf_does() -> None:
    """The same rows and scores."""
    weights = {"alpha": 1.5, "beta": 1.0, "gamma": 0.8}
    routed = AutoRouteFuser(rules=("otherwise -> all",), weights=weights)

    assert list(RrfFuser(weights=weights).fuse(toy_topics(), toy_lanes(), 10)) == list(
        routed.fuse(toy_topics(), toy_lanes(), 10)
    )


@pytest.mark.parametrize(
    ("predicate", "text", "expected"),
    [
        ("words <= 2", "one two", True),
        ("words <= 2", "one two three", False),
        ("words >= 3", "one two three", True),
        ("characters <= 3", "abc", True),
        ("characters >= 4", "abc", False),
        ("has digit", "in 1999", True),
        ("has digit", "none", False),
        ("has quotes", 'a "phrase"', True),
        ("has quotes", "the river's bed", False),
        ("has question mark", "why?", True),
        ("starts with how, why", "Why so", True),
        ("starts with how, why", "somehow", False),
        ("starts with how, why", '"How?", he asked', True),
        ("starts with what's", "What’s new", True),
        ("starts with h\u00e9las", "H\u0065\u0301las, oui", True),
        ("starts with how", "?!", False),
        ("starts with how", "", False),
    ],
)
def test_predicates(predicate: str, text: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table
    """Each form, held and not."""
    fuser = AutoRouteFuser(rules=(f"{predicate} -> alpha", "otherwise -> all"))
    chosen = fuser.choose(Topics.of([("t", text)]))

    assert expected == (chosen != ["otherwise -> all"])


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ((), "the last rule always holds"),
        (("has digit -> alpha",), "the last rule always holds"),
        (("has digit alpha", "otherwise -> all"), "expected PREDICATE -> LANES"),
        (("has digit -> alpha,,beta", "otherwise -> all"), "expected PREDICATE -> LANES"),
        (("has digits -> alpha", "otherwise -> all"), "is no predicate"),
        (("words < 3 -> alpha", "otherwise -> all"), "is no predicate"),
        (("otherwise -> all", "has digit -> alpha", "otherwise -> all"), "can never decide"),
        (("words <= 5 -> alpha", "words <= 3 -> beta", "otherwise -> all"), "can never decide"),
        (("words >= 5 -> alpha", "words >= 7 -> beta", "otherwise -> all"), "can never decide"),
        (("has digit -> alpha", "has digit -> beta", "otherwise -> all"), "can never decide"),
        (("words >= 0 -> alpha", "otherwise -> all"), "'otherwise -> all' can never decide"),
        (("words <= 3 -> alpha", "words >= 4 -> beta", "otherwise -> all"), "can never decide"),
        (
            ("starts with how, why -> a", "starts with why, How -> b", "otherwise -> all"),
            "can never decide",
        ),
        (
            ("starts with a -> a", "starts with b -> b", "starts with b, a -> c", "otherwise -> d"),
            "can never decide, for what stands before it: 'starts with a -> a'; 'starts with b",
        ),
        (("starts with how many -> a", "otherwise -> all"), "is no predicate"),
        (("starts with how, -> a", "otherwise -> all"), "is no predicate"),
    ],
)
def test_a_rule_that_means_nothing_is_refused(rules: tuple[str, ...], message: str) -> None:
    """When it is built, before any work."""
    with pytest.raises(UsageError, match=message):
        AutoRouteFuser(rules=rules)


@pytest.mark.parametrize(
    "rules",
    [
        ("words <= 3 -> a", "words <= 5 -> b"),
        ("words <= 3 -> a", "words >= 5 -> b"),
        ("words <= 3 -> a", "characters >= 4 -> b"),
        ("starts with a -> a", "starts with a, b -> b"),
        ("words >= 1 -> a", "has digit -> b"),
    ],
)
def test_a_rule_that_can_decide_is_fine(rules: tuple[str, ...]) -> None:
    """Narrower ones before wider ones, and those with a gap between them."""
    AutoRouteFuser(rules=(*rules, "otherwise -> all"))


def test_a_rule_with_an_unknown_lane_names_the_nearest() -> None:
    """Before any work: the plan asks for this."""
    fuser = AutoRouteFuser(rules=("has digit -> alphq", "otherwise -> all"))

    with pytest.raises(UsageError, match="did you mean 'alpha'"):
        fuser.check_lanes(("alpha", "beta"))


@pytest.mark.parametrize(
    ("rules", "lanes", "message"),
    [
        (("has digit -> beta", "otherwise -> all"), ("alpha", "beta"), "only lanes of weight 0"),
        (("otherwise -> all",), ("alpha", "beta", "all"), "a lane is called 'all'"),
    ],
)
def test_a_rule_that_nobody_can_follow_is_refused(
    rules: tuple[str, ...], lanes: tuple[str, ...], message: str
) -> None:
    """Topics would have no ranking, or it would be open which lanes are meant."""
    fuser = AutoRouteFuser(rules=rules, weights={name: float(name != "beta") for name in lanes})

    with pytest.raises(UsageError, match=message):
        fuser.check_lanes(lanes)
