"""Profiling lanes: how long one who asks one topic after another waits for each of them.

Nothing is recorded, and no answer is kept: a lane is asked anew in every pass, by the code of a
run. Each lane has an asking and a corpus of its own, so that none is spared what another one built
or derived, an embedder or a graph.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..corpus import Corpus, Unit
from ..event_store import digest
from ..importing.returned_checks import Lines
from ..objects.returned_texts import load_texts, pack_texts
from ..ranking.rankings import Rankings
from ..topics import Topics
from .asking import Asking, Failed, Ranked, Skipped
from .plan import PlannedLane
from .stopwatch import Clock, Stopwatch
from .timings import Timing, milliseconds, timings

Step = Callable[[int], None]
"""Told how many topics of a stretch of work are done, over all passes."""


@attrs.frozen(kw_only=True)
class Passes:
    """What a profile goes through.

    Attributes:
        runs: passes over the topics, 1 or more; the first one is the cold one.
        clock: takes the time.
    """

    corpus: Corpus
    topics: Topics
    runs: int
    clock: Clock

    @property
    def steps(self) -> int:
        """How often a topic is asked."""
        return len(self.topics) * self.runs


@attrs.frozen(kw_only=True)
class LaneProfile:
    """What one lane instance took.

    Attributes:
        lane: its name; plugin: what it is.
        state: `timed`, `skipped` (the corpus cannot feed it) or `failed`.
        reason: why it is not timed; else empty.
        build: nanoseconds, once, with the embedder; None where it is not timed.
        stages: the cold pass of `retrieve`, and the warm ones.
    """

    lane: str
    plugin: str
    state: str
    reason: str
    build: int | None
    stages: tuple[Timing, ...]

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "lane": self.lane,
            "plugin": self.plugin,
            "state": self.state,
            "reason": self.reason,
            "build_ms": milliseconds(self.build),
            "stages": [stage.as_plain() for stage in self.stages],
        }


@attrs.frozen(kw_only=True, eq=False)
class Answered:
    """What a lane answered in the cold pass.

    Attributes:
        rankings: of one topic each, in their order.
        told: units of a declared corpus, as often as the lane told of them; none of another one.
    """

    rankings: tuple[Rankings, ...]
    told: tuple[Unit, ...]


def profile_lane(
    lane: PlannedLane, passes: Passes, step: Step
) -> tuple[LaneProfile, Answered | Skipped | Failed]:
    """Build a lane, ask it every topic in every pass, and take the time of both.

    A lane that breaks has no sample, however many topics it answered before.
    """
    watch, count = Stopwatch(clock=passes.clock), len(passes.topics)
    corpus = attrs.evolve(passes.corpus)  # equal, and not the one that others keep graphs of
    asking = Asking(corpus=corpus, topics=passes.topics, size=1, watch=watch)
    cold: list[Ranked] = []
    empty: list[bool] = []
    for answer in asking.ask(lane, [*range(count)] * passes.runs):
        if not isinstance(answer, Ranked):
            return _stopped(lane, passes, answer), answer
        if len(cold) < count:
            cold.append(answer)
        empty.append(not len(answer.rankings.codes))
        step(len(empty))
    profile = LaneProfile(
        lane=lane.name,
        plugin=lane.registered.qualified,
        state="timed",
        reason="",
        build=watch.taken["build"][0],
        stages=timings("retrieve", watch.taken["retrieve"], empty, count, passes.runs),
    )
    return profile, _answered(cold)


def _stopped(lane: PlannedLane, passes: Passes, answer: Skipped | Failed) -> LaneProfile:
    """A lane that is no sample, with the reason."""
    state, reason = "skipped", answer.reason
    if isinstance(answer, Failed):
        state = "failed"
        when = "when it was built" if answer.block is None else _at(passes.topics, answer.block)
        reason = f"{answer.fault}: {answer.reason} ({when})"
    return LaneProfile(
        lane=lane.name,
        plugin=lane.registered.qualified,
        state=state,
        reason=reason,
        build=None,
        stages=timings("retrieve", (), (), len(passes.topics), passes.runs, state),
    )


def _at(topics: Topics, number: int) -> str:
    """Which topic a lane broke at."""
    return f"at topic {topics.ids[number]}"


def _answered(cold: list[Ranked]) -> Answered:
    """The answers of the cold pass, their texts read back as a run reads them."""
    told = tuple(unit for answer in cold if answer.told for unit in _units(answer.told))
    return Answered(rankings=tuple(answer.rankings for answer in cold), told=told)


def _units(lines: Lines) -> tuple[Unit, ...]:
    """The units of their lines."""
    manifest, objects = pack_texts(lines)
    return tuple(load_texts(manifest, {digest(data): data for data, _ in objects}.__getitem__))
