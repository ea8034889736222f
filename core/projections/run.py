"""One run in full: its frames, its conditions, its scores, each with its position."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import (
    ConditionFused,
    LaneFailed,
    LaneRanked,
    LaneSkipped,
    RunCompleted,
    RunStarted,
    ScoresComputed,
)
from .projection import Projection

Frames = Mapping[tuple[str, int], tuple[int, LaneRanked]]
Stopped = Mapping[str, tuple[int, LaneSkipped | LaneFailed]]


@attrs.frozen(kw_only=True)
class Run:
    """A run as far as its stream has come.

    Attributes:
        started: with its position; None in an empty stream.
        env: id of the environment sealed for it.
        version: events in the stream.
        frames: `lane-ranked` by instance and block, each with its position.
        stopped: `lane-skipped` and `lane-failed` by instance.
        fused, scored: by condition.
        completed: position of `run-completed`, or None.
    """

    started: tuple[int, RunStarted] | None = None
    env: str | None = None
    version: int = 0
    frames: Frames = MappingProxyType({})
    stopped: Stopped = MappingProxyType({})
    fused: Mapping[str, tuple[int, ConditionFused]] = MappingProxyType({})
    scored: Mapping[str, tuple[int, ScoresComputed]] = MappingProxyType({})
    completed: int | None = None

    def frames_of(self, instance: str) -> tuple[tuple[int, LaneRanked], ...]:
        """The `lane-ranked` facts of an instance, by block, each with its position."""
        return tuple(self.frames[key] for key in sorted(self.frames) if key[0] == instance)


def _apply(view: Run, recorded: Recorded) -> Run:
    """Take one event into the view."""
    at = recorded.seq
    view = attrs.evolve(view, version=view.version + 1)
    match recorded.event:
        case RunStarted() as event:
            return attrs.evolve(view, started=(at, event), env=recorded.env)
        case LaneRanked() as event:
            frames = {**view.frames, (event.instance, event.block): (at, event)}
            return attrs.evolve(view, frames=MappingProxyType(frames))
        case LaneSkipped() | LaneFailed() as event:
            stopped = {**view.stopped, event.instance: (at, event)}
            return attrs.evolve(view, stopped=MappingProxyType(stopped))
        case ConditionFused() as event:
            fused = {**view.fused, event.condition: (at, event)}
            return attrs.evolve(view, fused=MappingProxyType(fused))
        case ScoresComputed() as event:
            scored = {**view.scored, event.condition: (at, event)}
            return attrs.evolve(view, scored=MappingProxyType(scored))
        case RunCompleted():
            return attrs.evolve(view, completed=at)
    return view


RUN = Projection[Run](
    name="run",
    version=1,
    initial=Run(),
    handles=(
        RunStarted,
        LaneRanked,
        LaneSkipped,
        LaneFailed,
        ConditionFused,
        ScoresComputed,
        RunCompleted,
    ),
    apply=_apply,
)
