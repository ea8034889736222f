"""The contract of fusers: an honest fuser passes, and each rule catches a fuser that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
import pytest

from benchbook import FuserPlugin, Rankings, Topics, check_weighted_lanes
from benchbook.testing import FuserContract
from judging import SLOW, broken_rules

Lanes = Mapping[str, Rankings]
Row = list[tuple[str, float]]


class Honest:
    """Adds half a point per rank from the end of twelve, over lanes in the order of their names."""

    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        rows = [self.row(topic, lanes, depth) for topic in topics.ids]
        return Rankings.by_score(topics, rows, depth)

    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        sums: dict[str, float] = {}
        for name in sorted(lanes):
            for rank, unit in enumerate(lanes[name].units(topic)):
                sums[unit] = sums.get(unit, 0.0) + 0.5 * (12 - rank)
        return list(sums.items())


class InventsAUnit(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        row = super().row(topic, lanes, depth)
        return [*row, ("invented", 99.0)] if len(row) > 12 and depth == 10 else row


class TiresOfRepetition(Honest):
    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        asked = (topics.ids, depth)
        made = super().fuse(topics, lanes, depth if asked not in self.seen else depth - 1)
        self.seen.add(asked)
        return made


class ScalesByTheBlock(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        made = super().fuse(topics, lanes, depth)
        return Rankings(made.topics, made.table, made.offsets, made.codes, made.scores / len(made))


class BreaksTiesByArrival(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        rows = (
            sorted(self.row(topic, lanes, depth), key=lambda pair: -pair[1]) for topic in topics.ids
        )
        return Rankings.of(topics, rows, depth)


class AddsInTheOrderGiven(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        sums: dict[str, float] = {}
        for lane in lanes.values():
            for rank, unit in enumerate(lane.units(topic)):
                sums[unit] = sums.get(unit, 0.0) + 1 / (60 + rank)
        return list(sums.items())


class CountsTheTable(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        size = sum(len(lane.table) for lane in lanes.values())
        return [(unit, score / size) for unit, score in super().row(topic, lanes, depth)]


class WantsAllLanes(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        everywhere = all(lane.units(topic) for lane in lanes.values())
        return super().row(topic, lanes, depth) if everywhere else []


class WantsAnAnswer(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        if len(topics):
            max(max(lane.scores) for lane in lanes.values() if len(lane.scores))
        return super().fuse(topics, lanes, depth)


class WantsATopic(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        max(topics.ids)
        return super().fuse(topics, lanes, depth)


class IgnoresDepth(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        return super().fuse(topics, lanes, max(depth, 5))


class ReadsLanesToDepth(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        return super().row(topic, {name: lane.cut(depth) for name, lane in lanes.items()}, depth)


class NormalisesInPlace(Honest):
    def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        for lane in lanes.values():
            if lane.scores.flags.writeable:
                lane.scores[:] = lane.scores / 9
        return super().fuse(topics, lanes, depth)


class LooksAtLanes(Honest):
    """Takes weights, of which it must have one for each lane, and chooses by the topic."""

    def __init__(self, *, weights: Mapping[str, float] | None = None) -> None:
        self.weights = weights

    def check_lanes(self, lanes: Collection[str]) -> None:
        check_weighted_lanes("toy", lanes, self.weights)

    def choose(self, topics: Topics) -> list[str]:
        return ["all" for _ in topics]


class TurnsItsArguments(LooksAtLanes):
    def check_lanes(self, lanes: Collection[str]) -> None:
        check_weighted_lanes("toy", self.weights, lanes)  # type: ignore[arg-type]  # the mistake


class NeedsWeights(LooksAtLanes):
    def check_lanes(self, lanes: Collection[str]) -> None:
        assert self.weights is not None


class RefusesWeights(LooksAtLanes):
    def check_lanes(self, lanes: Collection[str]) -> None:
        assert self.weights is None


class ChoosesOnce(LooksAtLanes):
    def choose(self, topics: Topics) -> list[str]:
        return ["all"]


class ChoosesANumber(LooksAtLanes):
    def choose(self, topics: Topics) -> Any:  # noqa: ANN401 - the mistake of an author
        return range(len(topics))


class ChoosesAnew(LooksAtLanes):
    asked = 0

    def choose(self, topics: Topics) -> list[str]:
        self.asked += 1
        return [str(self.asked) for _ in topics]


class BreaksTiesByHash(Honest):
    def row(self, topic: str, lanes: Lanes, depth: int) -> Row:
        row = super().row(topic, lanes, depth)
        return [(unit, score + hash(unit) % 1000 * 1e-9) for unit, score in row]


def record(build: Callable[..., Any], version: str = "1") -> FuserPlugin:
    """A record for a fuser of this file."""
    return FuserPlugin(name="toy", version=version, summary="a toy fuser", build=build)


class HonestContract(FuserContract):
    """The contract over the honest fuser."""

    plugin = record(Honest)
    symmetric = True


class HashContract(FuserContract):
    """The contract over a fuser that differs from process to process."""

    plugin = record(BreaksTiesByHash)


@pytest.mark.slow
def test_honest_fuser_passes() -> None:
    """A fuser that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_fuser_that_depends_on_the_process_fails() -> None:
    """A fuser whose ties follow Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(HashContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (InventsAUnit, {"rankings_are_sound", "smaller_depth_is_a_prefix"}),
        (TiresOfRepetition, {"asked_twice_answers_the_same"}),
        (ScalesByTheBlock, {"block_alone_is_the_block_within_all"}),
        (BreaksTiesByArrival, {"arrival_does_not_break_ties"}),
        (AddsInTheOrderGiven, {"order_of_lanes_does_not_matter"}),
        (CountsTheTable, {"table_of_units_does_not_matter"}),
        (WantsAllLanes, {"topic_of_one_lane_is_kept"}),
        (WantsAnAnswer, {"silent_lanes"}),
        (WantsATopic, {"no_topics"}),
        (IgnoresDepth, {"depth_is_respected", "smaller_depth_is_a_prefix"}),
        (ReadsLanesToDepth, {"smaller_depth_is_a_prefix"}),
        (NormalisesInPlace, {"lanes_are_left_alone"}),
        (LooksAtLanes, set()),
        (TurnsItsArguments, {"lanes_that_fit_are_taken"}),
        (NeedsWeights, {"lanes_that_fit_are_taken"}),
        (RefusesWeights, {"lanes_that_fit_are_taken"}),
        (ChoosesOnce, {"choices_are_sound"}),
        (ChoosesANumber, {"choices_are_sound"}),
        (ChoosesAnew, {"choices_are_sound"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """A fuser that breaks one promise fails exactly the rules about it."""
    contract = type("Contract", (FuserContract,), {"plugin": record(build), "symmetric": True})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


def test_record_without_a_version_fails() -> None:
    """A record that names no version is refused by the rule about records."""
    contract = type("Contract", (FuserContract,), {"plugin": record(Honest, "")})

    assert {"test_record_is_admitted"} == broken_rules(contract)


def test_nan_made_by_hand_is_named() -> None:
    """A NaN in a ranking that a fuser built by hand fails with the unit's name in the message."""

    class GivesNan(Honest):
        def fuse(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
            made = super().fuse(topics, lanes, depth)
            scores = np.full(len(made.scores), np.nan)
            return Rankings(made.topics, made.table, made.offsets, made.codes, scores)

    contract = type("Contract", (FuserContract,), {"plugin": record(GivesNan)})

    with pytest.raises(Exception, match=r"fuser toy .* not a number"):
        contract().test_rankings_are_sound()
