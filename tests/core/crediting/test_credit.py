"""The credit of lanes by what a few of them return, each number reckoned by hand or by sets."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import numpy as np
import pytest

from benchbook import Corpus, Qrels, Rankings, Topics, Unit, UsageError
from benchbook.core.comparing.rules import Rules
from benchbook.core.crediting.credit import Crediting, Fuse, Reckoned, credit_of
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.documents import Documents
from benchbook.core.measuring.scoring import ready_metrics
from scoring import built_in

TOPICS = Topics.of_ids(f"q{at:02}" for at in range(12))
DEPTH = 2
RULES = Rules(
    baseline="all",
    primary="P@2",
    test="sign-flip",
    correction="holm",
    interval="standard",
    alpha=Decimal("0.05"),
    seed=bytes(32),
    judged_by_rule=False,
)


def ranked(*rows: str) -> Rankings:
    """A ranking of one-letter documents for each topic; the last row is that of all others."""
    filled = [*rows, *([rows[-1]] * (len(TOPICS) - len(rows)))]
    return Rankings.of(
        TOPICS, [[(unit, -float(at)) for at, unit in enumerate(row)] for row in filled]
    )


def in_turn(lanes: Mapping[str, Rankings]) -> Rankings:
    """A fuser that takes lanes in their alphabetical order, each whole."""
    rows = []
    for topic in TOPICS.ids:
        units = dict.fromkeys(u for name in sorted(lanes) for u in lanes[name].units(topic))
        rows.append([(unit, -float(at)) for at, unit in enumerate(units)])
    return Rankings.of(TOPICS, rows, DEPTH)


def credited(
    lanes: Mapping[str, Rankings],
    metric: str = "P@2",
    *,
    fuse: Fuse = in_turn,
    grades: Mapping[str, int] | None = None,
    documents: Documents | None = None,
) -> Reckoned:
    """The credit where the same documents are relevant to every topic."""
    relevant = {"a": 1, "b": 1} if grades is None else grades
    qrels = Qrels({topic: dict(relevant) for topic in TOPICS.ids})
    ready, beside = ready_metrics([metric, "Judged@2"], built_in())
    crediting = Crediting(
        condition="all",
        metric=ready,
        beside=beside,
        lanes=lanes,
        left_out=(),
        is_reranked=False,
        topics=TOPICS,
        criteria=Criteria(qrels=qrels, alone={}, sought=None, documents=documents),
        depth=DEPTH,
    )
    return credit_of(crediting, fuse, RULES)


def test_lanes_are_worth_what_they_add() -> None:
    """One has a, two has b: each adds a half to whatever is there."""
    found = credited({"one": ranked("a"), "two": ranked("b")}).credit

    assert ("1", "1", 12, 12) == (found.whole, found.shared, found.n, found.of)
    assert [("0.5", "0.5", "0.5")] * 2 == [
        (one.shapley, one.alone, one.without) for one in found.lanes
    ]


def test_lanes_that_return_the_same_are_worth_the_same() -> None:
    """Neither is missed, and both have half of what either has."""
    made = credited({"one": ranked("ab"), "two": ranked("ab")})
    one, two = made.credit.lanes

    assert ("0.5", "0.5") == (one.shapley, two.shapley)
    assert (
        made.values["shapley one"].values.tobytes() == made.values["shapley two"].values.tobytes()
    )
    assert one.lost is not None
    assert ("0", "not distinguished") == (one.lost.difference, one.lost.verdict)
    assert (0, 0) == (one.unique, two.unique)


def test_a_lane_that_adds_nothing_is_worth_nothing() -> None:
    """What it returns stands behind what the others have, or is nothing at all."""
    found = credited({"one": ranked("ab"), "silent": ranked("")}).credit

    assert ["1", "0"] == [one.shapley for one in found.lanes]


def test_a_lane_can_be_worth_less_than_nothing() -> None:
    """Bad comes first and fills both places with what nobody wants."""
    found = credited({"bad": ranked("xy"), "good": ranked("ab")}).credit

    assert ["-0.5", "0.5"] == [one.shapley for one in found.lanes]
    assert ["0", "1"] == [one.alone for one in found.lanes]


def test_what_is_lost_is_a_hint_after_the_correction() -> None:
    """Twelve topics of one sign: p is 2 of 4,096, and twice that for the first of two lanes."""
    lanes = {"one": ranked("a"), "two": ranked("x")}
    lost = [one.lost for one in credited(lanes, grades={"a": 1, "x": 0}).credit.lanes]

    assert lost[0] is not None
    assert ("0.5", "higher", False) == (
        lost[0].difference,
        lost[0].verdict,
        lost[0].declared,
    )
    assert ("0.0004882812", "0.0009765625") == (lost[0].p, lost[0].corrected)


def test_unequal_judging_is_not_compared() -> None:
    """Without one nothing is judged: the difference may be of judging alone."""
    (one, _) = credited({"one": ranked("a"), "two": ranked("x")}, grades={"a": 1}).credit.lanes

    assert one.lost is not None
    assert "not compared" == one.lost.verdict


def test_a_topic_counts_where_every_set_has_a_value() -> None:
    """Where two returns nothing, nobody knows what its first documents are like, and 0 is no guess.

    The run itself has a value there, from one: it counts for the whole.
    """
    units = [
        Unit(unit_id=id_, doc_id=id_, title="", text="", metadata={"cited": cited})
        for id_, cited in (("a", 4), ("b", 10))
    ]
    lanes = {"one": ranked("a", "a"), "two": ranked("", "b")}
    made = credited(
        lanes,
        "MetaMedian(field='cited')@2",
        documents=Documents(Corpus(tuple(units), "0" * 64), "document"),
    )

    assert (12, 11, 12) == (made.credit.whole_n, made.credit.n, made.credit.of)
    assert ["0.5", "6.5"] == [one.shapley for one in made.credit.lanes]
    assert "7" == made.credit.shared
    assert not made.values["shapley one"].defined[0]


def refusing(lanes: Mapping[str, Rankings]) -> Rankings | str:
    """A fuser that cannot do without one."""
    return in_turn(lanes) if "one" in lanes else "it leads"


def test_what_cannot_be_fused_is_not_measured() -> None:
    """No Shapley value for any lane, and never 0; the rest is there."""
    made = credited({"one": ranked("a"), "two": ranked("b")}, fuse=refusing)
    one, two = made.credit.lanes

    assert (("two", "it leads"),) == made.credit.unfused
    assert (None, None, 0) == (one.shapley, two.shapley, made.credit.n)
    assert (None, None, "0.5", "0.5") == (one.without, two.alone, one.alone, two.without)
    assert one.lost is None
    assert two.lost is not None
    assert not {"shapley one", "alone two", "without one"} & set(made.values)


def test_one_lane_is_worth_all() -> None:
    """There is nothing to leave out."""
    (only,) = credited({"one": ranked("a")}).credit.lanes

    assert ("0.5", "0.5", None) == (only.shapley, only.alone, only.lost)


def test_more_than_ten_lanes_are_refused() -> None:
    """Two thousand fusions and more."""
    lanes = {f"lane{at:02}": ranked("a") for at in range(11)}

    with pytest.raises(UsageError, match=r"fuses 11 lanes, which is 2,048 sets"):
        credited(lanes)


def test_neither_order_of_lanes_nor_of_sets_reaches_the_numbers() -> None:
    """The same lanes, named in another order."""
    lanes = {"one": ranked("ab", "xa"), "two": ranked("bx"), "zero": ranked("x", "ab")}
    first, second = credited(lanes), credited(dict(reversed(lanes.items())))

    assert sorted(map(repr, first.credit.lanes)) == sorted(map(repr, second.credit.lanes))
    for name, values in first.values.items():
        assert np.array_equal(values.values, second.values[name].values)
