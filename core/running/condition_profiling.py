"""Profiling conditions: how long fusing, reranking and measuring take, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import attrs

from ..corpus import Corpus
from ..errors import RunFailed
from ..events import LaneFailed
from ..measuring.criteria import Criteria
from ..projections.run import Run
from ..ranking.rankings import Rankings
from ..ranking.units import collapse
from ..topics import Topics
from .fusing import Fusing
from .plan import Plan, PlannedCondition
from .profiling import Passes, Step
from .reranking import readable_texts
from .stopwatch import Stopwatch
from .timings import Timing, timings


@attrs.frozen(kw_only=True)
class ConditionProfile:
    """What one condition took, beside its lanes.

    Attributes:
        state: `timed`, `skipped` (a lane that it needs is) or `failed`.
        reason: why it is not timed; else empty.
        without: optional lanes that it went without.
        stages: the cold pass and the warm ones of `fuse`, of `rerank` where it has a reranker, and
            of `measure`.
    """

    condition: str
    state: str
    reason: str
    without: tuple[str, ...]
    stages: tuple[Timing, ...]

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "condition": self.condition,
            "state": self.state,
            "reason": self.reason,
            "without": list(self.without),
            "stages": [stage.as_plain() for stage in self.stages],
        }


@attrs.define(kw_only=True, eq=False, slots=False)
class ConditionProfiling:
    """The conditions of a plan, each fused from what lanes answered in their cold pass.

    Attributes:
        corpus: on a declared one, what lanes returned of it.
        answered: rankings of one topic each, by lane instance.
        stopped: the lanes that answered nothing.
    """

    plan: Plan
    passes: Passes
    corpus: Corpus
    criteria: Criteria
    answered: Mapping[str, Sequence[Rankings]]
    stopped: Run

    # What lanes answered as conditions see it: in the unit that is measured.
    _lanes: dict[str, list[Rankings]] = attrs.field(factory=dict, init=False)

    def profile(self, condition: PlannedCondition, step: Step) -> ConditionProfile:
        """Fuse, rerank and measure every topic in every pass, and take the time of each."""
        needed, gone = self.stopped.lacks(condition.instances, condition.optional)
        if needed:
            return self._not_timed(condition, *self._why(condition, needed))
        watch = Stopwatch(clock=self.passes.clock)
        try:
            empty = self._ask(condition, gone, watch, step)
        except RunFailed as error:
            return self._not_timed(condition, "failed", str(error))
        count, runs = len(self.passes.topics), self.passes.runs
        return ConditionProfile(
            condition=condition.name,
            state="timed",
            reason="",
            without=gone,
            stages=tuple(
                timing
                for stage in _stages_of(condition)
                for timing in timings(
                    stage, watch.taken[stage], () if stage == "measure" else empty, count, runs
                )
            ),
        )

    def _ask(
        self, condition: PlannedCondition, gone: tuple[str, ...], watch: Stopwatch, step: Step
    ) -> list[bool]:
        """Ask a condition everything, in the hand of a watch; gives where nothing came.

        Raises:
            RunFailed: a plugin broke.
        """
        texts = self._texts if condition.rerank else {}
        depth = self.plan.experiment.settings.depth
        fusing = Fusing.of(condition, depth, texts, watch)
        metrics = [metric.ready for metric in self.plan.metrics]
        asked = self._asked(condition, gone)
        empty = []
        for _ in range(self.passes.runs):
            for topics, lanes in asked:
                fused = fusing.fuse(topics, lanes)
                criteria = attrs.evolve(self.criteria)  # equal, and it has not joined these before
                with watch("measure"):
                    criteria.measure(fused, topics, metrics)
                empty.append(not len(fused.codes))
                step(len(empty))
        return empty

    def _asked(
        self, condition: PlannedCondition, gone: tuple[str, ...]
    ) -> list[tuple[Topics, dict[str, Rankings]]]:
        """Each topic, with what the lanes of a condition returned for it."""
        return [
            (
                topics,
                {
                    lane: Rankings.of(topics, [[]]) if lane in gone else self._lane(instance)[at]
                    for lane, instance in condition.instances.items()
                },
            )
            for at, topics in enumerate(self.passes.topics.in_blocks(1))
        ]

    def _lane(self, instance: str) -> list[Rankings]:
        """What a lane returned for each topic, in the unit of this experiment."""
        if instance not in self._lanes:
            is_document = self.plan.experiment.settings.unit == "document"
            self._lanes[instance] = [
                collapse(raw, self.corpus) if is_document else raw
                for raw in self.answered[instance]
            ]
        return self._lanes[instance]

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """What rerankers read: title and text of what is ranked."""
        return readable_texts(self.corpus, self.plan.experiment.settings.unit)

    def _why(self, condition: PlannedCondition, needed: tuple[str, ...]) -> tuple[str, str]:
        """What became of a condition that needs lanes which are stopped, and the reason."""
        stops = [(lane, self.stopped.stopped[condition.instances[lane]][1]) for lane in needed]
        failed = [lane for lane, stop in stops if isinstance(stop, LaneFailed)]
        state = "failed" if failed else "skipped"
        lanes = ", ".join(failed or needed)
        return state, f"it needs lane {lanes}, which {'broke' if failed else 'was skipped'}"

    def _not_timed(self, condition: PlannedCondition, state: str, reason: str) -> ConditionProfile:
        """A condition that is no sample."""
        count, runs = len(self.passes.topics), self.passes.runs
        return ConditionProfile(
            condition=condition.name,
            state=state,
            reason=reason,
            without=(),
            stages=tuple(
                timing
                for stage in _stages_of(condition)
                for timing in timings(stage, (), (), count, runs, state)
            ),
        )


def _stages_of(condition: PlannedCondition) -> tuple[str, ...]:
    """What a condition does, in its order."""
    return ("fuse", "measure") if condition.rerank is None else ("fuse", "rerank", "measure")
