"""Profile an experiment: how long its lanes and conditions take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..event_store import EventStore, NewEvent, digest, read_json
from ..events import ProfileRecorded
from ..objects.times import TIMES, Times, pack_times
from ..plain import to_plain
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.log import LOG_VIEW
from ..projections.projection import view_at
from ..projections.run import Run
from ..running.asking import Failed, Skipped
from ..running.condition_profiling import ConditionProfile, ConditionProfiling
from ..running.condition_times import times_of, with_total
from ..running.declared import put_together
from ..running.preparing import Prepared, prepare
from ..running.profiling import Answered, LaneProfile, Passes, Step, profile_lane
from ..running.retrieving import stopped
from ..running.specification import Experiment
from ..running.start import environment_now, seal
from ..running.stopwatch import Clock
from ..running.timings import FEWEST_FOR_P95, PERCENTILES
from ..running.work import work_of_plan
from ..streams import profile_stream


@attrs.frozen(kw_only=True)
class Profile:
    """How long the parts of an experiment take.

    Attributes:
        experiment, corpus, gold: their names.
        times: of the conditions, as gates about time read them.
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
    times: Times

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
            "times": to_plain(self.times),
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

    Nothing is recorded here, and the store may be open for reading only: see `record_profile`.

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
    profiling = _conditions(prepared, passes, answers)
    lanes = {lane.instance: one for lane, (one, _) in zip(plan.lanes, timed, strict=True)}
    conditions = tuple(
        with_total(one, profiling.profile(one, _step(progress, one.name, passes)), lanes)
        for one in plan.conditions
    )
    settings = plan.experiment.settings
    return Profile(
        experiment=settings.name,
        corpus=settings.corpus,
        gold=settings.gold,
        documents=len(inputs.corpus.documents),
        units=len(inputs.corpus),
        topics=len(inputs.topics),
        runs=runs,
        lanes=tuple(lanes.values()),
        conditions=conditions,
        times=_times(prepared, passes, conditions, lanes),
    )


def record_profile(store: EventStore, profile: Profile) -> str:
    """Append a profile, so that gates about time can be held against it; gives its id."""
    content = pack_times(profile.times)
    times = store.put(content, TIMES)
    env, _ = seal(store, view_at(LOG_VIEW, store))
    event = ProfileRecorded(
        profile=times[:12],
        experiment=profile.experiment,
        corpus=profile.corpus,
        manifest=profile.times.manifest,
        gold=profile.gold,
        questions=profile.times.questions,
        times=times,
        conditions=len(profile.conditions),
    )
    new = NewEvent(event=event, key=(times,), objects=(times,), env=env)
    store.append(profile_stream(event.profile), [new], expected_version=None)
    return event.profile


def _times(
    prepared: Prepared,
    passes: Passes,
    profiles: Sequence[ConditionProfile],
    lanes: Mapping[str, LaneProfile],
) -> Times:
    """The times with what they are of."""
    inputs, plan = prepared.inputs, prepared.plan
    settings = plan.experiment.settings
    sealed = environment_now(lambda data, _: digest(data))
    works = work_of_plan(plan, read_json(plan.resolved), sealed)
    return Times(
        experiment=settings.name,
        corpus=settings.corpus,
        manifest=inputs.corpus.digest,
        gold=settings.gold,
        questions=inputs.questions,
        topics=len(inputs.topics),
        runs=passes.runs,
        code=sealed.code,
        platform=sealed.platform,
        conditions=tuple(
            times_of(condition, profile, lanes, works[condition.name])
            for condition, profile in zip(plan.conditions, profiles, strict=True)
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
