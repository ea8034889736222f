"""The contract of fusers."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature
from typing import ClassVar

import numpy as np

from ..hookspec import Fuser, FuserPlugin
from ..plugging.contracts import check_rankings
from ..ranking.rankings import Rankings
from ..topics import Topics
from .check import Contract, bytes_of, rows_of
from .fakes import toy_lanes, toy_topics

Lanes = Mapping[str, Rankings]


class FuserContract(Contract):
    """What every fuser must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Attributes:
        plugin: the fuser's record.
        params: parameters as an experiment gives them.
        passed: `{"weights": {…}}` for a fuser that takes weights, over the lanes of `lanes`.
        lanes: which of the toy lanes (`alpha`, `beta`, `gamma`) it is given.
        symmetric: whether lanes of equal weight may change places without changing the ranking;
            the rule about arrival order is checked for these.
    """

    plugin: ClassVar[FuserPlugin]
    lanes: ClassVar[tuple[str, ...]] = ("alpha", "beta", "gamma")
    symmetric: ClassVar[bool] = False
    depth: ClassVar[int] = 10

    def test_rankings_are_sound(self) -> None:
        """Rankings for the topics asked, of units that a lane ranked, each once, cut at `depth`."""
        lanes = self._lanes()
        self._checked(toy_topics(), lanes, self.depth)

    def test_asked_twice_answers_the_same(self) -> None:
        """The same object gives the same rankings again."""
        fuser, lanes = self._fuser(), self._lanes()
        first = rows_of(fuser.fuse(toy_topics(), lanes, self.depth))
        again = rows_of(fuser.fuse(toy_topics(), lanes, self.depth))
        self.expect("asked twice, answers the same", first, again, "equal rows and scores")

    def test_block_alone_is_the_block_within_all(self) -> None:
        """A block of topics alone is fused as it is among all topics."""
        fuser, lanes = self._fuser(), self._lanes()
        whole = rows_of(fuser.fuse(toy_topics(), lanes, self.depth))
        parts = []
        for number, block in enumerate(toy_topics().blocks):
            here = {name: lane.block(number) for name, lane in lanes.items()}
            parts += rows_of(fuser.fuse(block, here, self.depth))
        self.expect(
            "a block alone is the block within all", whole, parts, "no trace of its company"
        )

    def test_order_of_lanes_does_not_matter(self) -> None:
        """The order in which the mapping lists its lanes changes nothing, no score's last bit."""
        lanes = self._lanes()
        first = rows_of(self._fuser().fuse(toy_topics(), lanes, self.depth))
        turned = dict(reversed(lanes.items()))
        again = rows_of(self._fuser().fuse(toy_topics(), turned, self.depth))
        self.expect("the order of lanes does not matter", first, again, "equal rows and scores")

    def test_table_of_units_does_not_matter(self) -> None:
        """Other codes for the same units, and units that nobody ranked, change nothing."""
        lanes = self._lanes()
        first = rows_of(self._fuser().fuse(toy_topics(), lanes, self.depth))
        recoded = {name: _recoded(lane, name) for name, lane in lanes.items()}
        again = rows_of(self._fuser().fuse(toy_topics(), recoded, self.depth))
        self.expect("the table of units does not matter", first, again, "equal rows and scores")

    def test_arrival_does_not_break_ties(self) -> None:
        """Lanes of equal weight may change places: no lane wins by coming first."""
        if not self.symmetric:
            self.skip("this fuser does not say that its lanes are symmetric")
        lanes = self._lanes()
        first = rows_of(self._fuser().fuse(toy_topics(), lanes, self.depth))
        turned = dict(zip(lanes, reversed(lanes.values()), strict=True))
        again = rows_of(self._fuser().fuse(toy_topics(), turned, self.depth))
        self.expect(
            "arrival does not break ties",
            [(topic, [unit for unit, _ in row]) for topic, row in first],
            [(topic, [unit for unit, _ in row]) for topic, row in again],
            "equal rows",
        )

    def test_topic_of_one_lane_is_kept(self) -> None:
        """A topic for which only one lane found something has a ranking."""
        topics = toy_topics()
        quiet = {name: _silenced(lane) for name, lane in self._lanes().items()}
        speaking = next(iter(quiet))
        lanes = {**quiet, speaking: self._lanes()[speaking]}
        made = self._checked(topics, lanes, self.depth)
        for topic, row in made:
            if lanes[speaking].units(topic) and not row:
                self.fail(
                    "a topic of one lane is kept", f"no row for {topic!r}", "the lane's units"
                )

    def test_silent_lanes(self) -> None:
        """Lanes that found nothing at all give empty rankings."""
        quiet = {name: _silenced(lane) for name, lane in self._lanes().items()}
        made = self._checked(toy_topics(), quiet, self.depth)
        if len(made.codes):
            self.fail("silent lanes", f"{len(made.codes)} rows", "no rows")

    def test_no_topics(self) -> None:
        """No topics give rankings of no topics."""
        nothing = Topics((), ())
        lanes = {name: Rankings.of(nothing, []) for name in self.lanes}
        self._checked(nothing, lanes, self.depth)

    def test_depth_is_respected(self) -> None:
        """At most `depth` rows for a small depth and for one beyond all units."""
        for depth in (1, 3, 1000):
            self._checked(toy_topics(), self._lanes(), depth)

    def test_smaller_depth_is_a_prefix(self) -> None:
        """Asking for fewer rows gives the first rows of asking for more."""
        fuser, lanes = self._fuser(), self._lanes()
        deep = fuser.fuse(toy_topics(), lanes, self.depth)
        for depth in (1, 3):
            shallow = rows_of(fuser.fuse(toy_topics(), lanes, depth))
            self.expect(
                "a smaller depth is a prefix",
                rows_of(deep.cut(depth)),
                shallow,
                "the same first rows",
            )

    def test_lanes_are_left_alone(self) -> None:
        """Fusing changes nothing in the rankings and the mapping that it was given."""
        lanes = {name: _writable(lane) for name, lane in self._lanes().items()}
        before = _snapshot(lanes)
        self._fuser().fuse(toy_topics(), lanes, self.depth)
        self.expect("the lanes are left alone", before, _snapshot(lanes), "untouched lanes")

    def test_lanes_that_fit_are_taken(self) -> None:
        """`check_lanes`, where there is one, takes the lanes that are fused, with weights or none.

        What it raises is shown as it is.
        """
        for fuser in self._weighed():
            check = getattr(fuser, "check_lanes", None)
            if check is None:
                self.skip("this fuser looks at no lanes beforehand")
            check(self.lanes)
            fuser.fuse(toy_topics(), self._lanes(), self.depth)

    def test_choices_are_sound(self) -> None:
        """`choose`, where there is one, gives one text per topic, the same when asked again."""
        rule, wanted = "chooses", "one text for each topic"
        for fuser in self._weighed():
            choose = getattr(fuser, "choose", None)
            if choose is None:
                self.skip("this fuser chooses nothing by topic")
            for asked in (toy_topics(), Topics((), ())):
                chosen = list(choose(asked))
                if len(chosen) != len(asked) or not all(type(one) is str for one in chosen):
                    self.fail(rule, f"{len(chosen)} choices for {len(asked)} topics", wanted)
                self.expect(rule, chosen, list(choose(asked)), "the same when asked again")

    def footprint(self) -> bytes:
        """The fused rankings of all topics, and what was chosen for each."""
        fuser = self._fuser()
        choose = getattr(fuser, "choose", None)
        chosen = [] if choose is None else list(choose(toy_topics()))
        fused = bytes_of([fuser.fuse(toy_topics(), self._lanes(), self.depth)])
        return fused + "\n".join(chosen).encode()

    def _weighed(self) -> list[Fuser]:
        """The fuser as it is; one that takes weights also with none and with uneven ones."""
        parameter = signature(self.plugin.build).parameters.get("weights")
        if parameter is None:
            return [self._fuser()]
        uneven = {lane: 1.0 + at / 2 for at, lane in enumerate(self.lanes)}
        without = [] if parameter.default is Parameter.empty else [None]
        return [self._fuser(), *(self.build(weights=given) for given in (uneven, *without))]

    def _fuser(self) -> Fuser:
        """The fuser."""
        fuser: Fuser = self.build()
        return fuser

    def _lanes(self) -> dict[str, Rankings]:
        """The toy lanes that this fuser is given."""
        lanes = toy_lanes()
        return {name: lanes[name] for name in self.lanes}

    def _checked(self, topics: Topics, lanes: Lanes, depth: int) -> Rankings:
        """Fuse and check as a run does."""
        made = self._fuser().fuse(topics, lanes, depth)
        known = set().union(*(_ranked(lane) for lane in lanes.values()))
        return check_rankings(self.name, made, topics, depth, known)


def _ranked(lane: Rankings) -> set[str]:
    """The units that a lane ranked for any topic."""
    codes: list[int] = np.unique(lane.codes).tolist()
    return {lane.table[code] for code in codes}


def _silenced(lane: Rankings) -> Rankings:
    """The same topics, without a row."""
    return Rankings.of(lane.topics, [[] for _ in lane.topics.ids])


def _recoded(lane: Rankings, name: str) -> Rankings:
    """The same rows over a table of the lane's own, with units that it never ranked."""
    table = tuple(sorted({*_ranked(lane), f"!{name}", f"~{name}"}))
    code_of = {unit: code for code, unit in enumerate(table)}
    codes: list[int] = lane.codes.tolist()
    recoded = np.array([code_of[lane.table[code]] for code in codes], np.int32)
    return Rankings.from_columns(lane.topics, table, lane.offsets, recoded, lane.scores)


def _writable(lane: Rankings) -> Rankings:
    """The same rankings with columns that a careless plugin could write to."""
    columns = (lane.offsets.copy(), lane.codes.copy(), lane.scores.copy())
    return Rankings(lane.topics, lane.table, *columns)


def _snapshot(lanes: Lanes) -> list[tuple[str, bytes, bytes, bytes]]:
    """Everything that could change in a mapping of rankings."""
    return [
        (name, lane.offsets.tobytes(), lane.codes.tobytes(), lane.scores.tobytes())
        for name, lane in lanes.items()
    ]
