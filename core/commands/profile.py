"""Profile an experiment: how long its lanes and conditions take, with nothing recorded."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..event_store import EventStore
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.run import Run
from ..running.asking import Failed, Skipped
from ..running.condition_profiling import ConditionProfile, ConditionProfiling
from ..running.declared import put_together
from ..running.preparing import Prepared, prepare
from ..running.profiling import Answered, LaneProfile, Passes, Step, profile_lane
from ..running.retrieving import stopped
from ..running.specification import Experiment
from ..running.stopwatch import Clock
from ..running.timings import FEWEST_FOR_P95, PERCENTILES


@attrs.frozen(kw_only=True)
class Profile:
    """How long the parts of an experiment take.

    Attributes:
        experiment, corpus, gold: their names.
        documents, units: of the corpus; both 0 where it is only declared.
        topics: how many were asked, each once in every pass.
        runs: passes; the first one is the cold one.
        lanes: by instance, in the order of first use.
    """

    experiment: str
    corpus: str
    gold: str
    documents: int
    units: int
    topics: int
    runs: int
    lanes: tuple[LaneProfile, ...]
    conditions: tuple[ConditionProfile, ...]

    @property
    def is_failed(self) -> bool:
        """Whether a lane or the plugins of a condition broke."""
        states = [lane.state for lane in self.lanes]
        return "failed" in [*states, *(condition.state for condition in self.conditions)]

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it; keys of the sci-rag kit's profiler where they fit."""
        return {
            "questions": self.topics,
            "runs_per_question": self.runs,
            "query_cache": "none",
            "asked": "one topic at a time",
            "percentiles": PERCENTILES,
            "fewest_for_p95": FEWEST_FOR_P95,
            "experiment": self.experiment,
            "corpus": self.corpus,
            "documents": self.documents,
            "units": self.units,
            "gold": self.gold,
            "lanes": [lane.as_plain() for lane in self.lanes],
            "conditions": [condition.as_plain() for condition in self.conditions],
        }


def profile_experiment(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    *,
    runs: int,
    clock: Clock,
    progress: Progress,
    snapshot: str | None = None,
) -> Profile:
    """Ask every lane and condition each topic alone, several times, and take the time.

    Nothing is recorded: a profile is no evaluation, and the store may be open for reading only.

    Args:
        runs: passes over the topics, 1 or more.
        clock: nanoseconds.
        snapshot: the named state of the corpus; its newest when None.

    Raises:
        UsageError: as a run raises it before any work.
    """
    prepared = prepare(store, experiment, registry, snapshot)
    inputs, plan = prepared.inputs, prepared.plan
    passes = Passes(corpus=inputs.corpus, topics=inputs.topics, runs=runs, clock=clock)
    timed = [profile_lane(lane, passes, _step(progress, lane.name, passes)) for lane in plan.lanes]
    answers = {lane.instance: one for lane, (_, one) in zip(plan.lanes, timed, strict=True)}
    conditions = _conditions(prepared, passes, answers)
    settings = plan.experiment.settings
    return Profile(
        experiment=settings.name,
        corpus=settings.corpus,
        gold=settings.gold,
        documents=len(inputs.corpus.documents),
        units=len(inputs.corpus),
        topics=len(inputs.topics),
        runs=runs,
        lanes=tuple(profile for profile, _ in timed),
        conditions=tuple(
            conditions.profile(one, _step(progress, one.name, passes)) for one in plan.conditions
        ),
    )


def _step(progress: Progress, label: str, passes: Passes) -> Step:
    """Progress of one stretch of the work."""
    return lambda done: progress(label, done, passes.steps)


def _conditions(
    prepared: Prepared, passes: Passes, answers: Mapping[str, Answered | Skipped | Failed]
) -> ConditionProfiling:
    """The conditions, ready to be asked what the lanes answered."""
    inputs, plan = prepared.inputs, prepared.plan
    answered = {key: one for key, one in answers.items() if isinstance(one, Answered)}
    stops = {
        lane.instance: (0, stopped("", lane, answer))
        for lane in plan.lanes
        if not isinstance(answer := answers[lane.instance], Answered)
    }
    corpus, criteria = inputs.corpus, inputs.relevance.criteria
    if corpus.is_declared:
        ranked = (rankings for one in answered.values() for rankings in one.rankings)
        told = (unit for one in answered.values() for unit in one.told)
        corpus = put_together(corpus, ranked, told).corpus
        if inputs.relevance.awaits_texts:
            criteria = inputs.judging.judge_returned(inputs.gold, corpus).criteria
    return ConditionProfiling(
        plan=plan,
        passes=passes,
        corpus=corpus,
        criteria=criteria,
        answered={key: one.rankings for key, one in answered.items()},
        stopped=Run(stopped=stops),
    )
