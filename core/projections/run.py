"""One run in full: its frames, its conditions, its scores, each with its position."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import attrs

from ..event_store import Recorded
from ..events import (
    ComparisonsComputed,
    ConditionFailed,
    ConditionFused,
    CreditComputed,
    DecisionReached,
    EvidenceSought,
    LaneFailed,
    LaneRanked,
    LaneSkipped,
    RunCompleted,
    RunStarted,
    ScoresComputed,
    SweepConcluded,
)
from .projection import Projection

Key = TypeVar("Key")
Fact = TypeVar("Fact")
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
        sought: `evidence-sought` with its position; None on a corpus that was ingested.
        fused, scored: by condition.
        failed: `condition-failed` by condition, each with its position.
        compared: `comparisons-computed` with its position, or None.
        reached: `decision-reached` with its position; None where the experiment has no rule.
        swept: `sweep-concluded` with its position; None where the experiment is no sweep.
        credited: `credit-computed` by condition and metric, each with its position.
        completed: position of `run-completed`, or None.
    """

    started: tuple[int, RunStarted] | None = None
    env: str | None = None
    version: int = 0
    frames: Frames = MappingProxyType({})
    stopped: Stopped = MappingProxyType({})
    sought: tuple[int, EvidenceSought] | None = None
    fused: Mapping[str, tuple[int, ConditionFused]] = MappingProxyType({})
    scored: Mapping[str, tuple[int, ScoresComputed]] = MappingProxyType({})
    failed: Mapping[str, tuple[int, ConditionFailed]] = MappingProxyType({})
    compared: tuple[int, ComparisonsComputed] | None = None
    reached: tuple[int, DecisionReached] | None = None
    swept: tuple[int, SweepConcluded] | None = None
    credited: Mapping[tuple[str, str], tuple[int, CreditComputed]] = MappingProxyType({})
    completed: int | None = None

    def lacks(
        self, lanes: Mapping[str, str], optional: Collection[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lanes whose rankings a condition cannot have.

        Args:
            lanes: its lanes, name to instance.
            optional: of these, the ones that it does without where the corpus cannot feed them.

        Returns:
            The lanes without which it is not measured, and those that it is measured without; where
            nothing would be left, all are needed.
        """
        stopped = {name: self.stopped.get(instance) for name, instance in lanes.items()}
        gone = tuple(
            name
            for name, stop in stopped.items()
            if stop is not None and isinstance(stop[1], LaneSkipped) and name in optional
        )
        if len(gone) == len(lanes):
            return gone, ()
        needed = tuple(name for name, stop in stopped.items() if stop and name not in gone)
        return needed, gone

    def why_failed(self, condition: str) -> str:
        """Which plugin of a condition broke, and how; empty where none did."""
        if condition not in self.failed:
            return ""
        _, fact = self.failed[condition]
        return f"{fact.made_by.kind} {fact.made_by.name} failed: {fact.fault}: {fact.reason}"

    def frames_of(self, instance: str) -> tuple[tuple[int, LaneRanked], ...]:
        """The `lane-ranked` facts of an instance, by block, each with its position."""
        return tuple(self.frames[key] for key in sorted(self.frames) if key[0] == instance)


def _apply(view: Run, recorded: Recorded) -> Run:
    """Take one event into the view."""
    return attrs.evolve(view, version=view.version + 1, **_changes(view, recorded))


_ONCE = {
    EvidenceSought: "sought",
    ComparisonsComputed: "compared",
    DecisionReached: "reached",
    SweepConcluded: "swept",
}
_BY_CONDITION = {ConditionFused: "fused", ScoresComputed: "scored", ConditionFailed: "failed"}


def _changes(view: Run, recorded: Recorded) -> dict[str, Any]:  # noqa: PLR0911 - one for each form of fact
    """The fields of the view that an event changes."""
    at, event = recorded.seq, recorded.event
    match event:
        case RunStarted():
            return {"started": (at, event), "env": recorded.env}
        case LaneRanked():
            return {"frames": _with(view.frames, (event.instance, event.block), (at, event))}
        case LaneSkipped() | LaneFailed():
            return {"stopped": _with(view.stopped, event.instance, (at, event))}
        case ConditionFused() | ScoresComputed() | ConditionFailed():
            field = _BY_CONDITION[type(event)]
            return {field: _with(getattr(view, field), event.condition, (at, event))}
        case CreditComputed():
            key = (event.condition, event.metric)
            return {"credited": _with(view.credited, key, (at, event))}
        case EvidenceSought() | ComparisonsComputed() | DecisionReached() | SweepConcluded():
            return {_ONCE[type(event)]: (at, event)}
    return {"completed": at}


def _with(view: Mapping[Key, Fact], key: Key, fact: Fact) -> Mapping[Key, Fact]:
    """A mapping with one more entry."""
    return MappingProxyType({**view, key: fact})


RUN = Projection[Run](
    name="run",
    version=1,
    initial=Run(),
    handles=(
        RunStarted,
        LaneRanked,
        LaneSkipped,
        LaneFailed,
        EvidenceSought,
        ConditionFused,
        ScoresComputed,
        ConditionFailed,
        ComparisonsComputed,
        DecisionReached,
        SweepConcluded,
        RunCompleted,
        CreditComputed,
    ),
    apply=_apply,
)
