"""The times of a profile as gates read them, with what a person waits for in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..objects.times import TOTAL, ConditionTimes, StageTimes
from .condition_profiling import ConditionProfile
from .plan import PlannedCondition
from .profiling import LaneProfile
from .timings import Timing, decimal_milliseconds, timings

_WAITED_FOR = ("fuse", "rerank")
"""Stages that an answer waits for; measuring is no part of it."""


def with_total(
    condition: PlannedCondition, profile: ConditionProfile, lanes: Mapping[str, LaneProfile]
) -> ConditionProfile:
    """A profile with the stage `total`: all lanes one after another, fusing and reranking.

    Each sample is the sum over one topic in one pass, so that its percentiles are those of waiting
    and not sums of percentiles.

    Args:
        lanes: by instance.
    """
    if profile.state != "timed":
        return profile
    own = [one for one in profile.stages if one.stage in _WAITED_FOR]
    used = [
        stage
        for lane, instance in condition.instances.items()
        if lane not in profile.without
        for stage in lanes[instance].stages
    ]
    cold, warm = (_summed([*own, *used], passes) for passes in ("cold", "warm"))
    total = timings(TOTAL, [*cold, *warm], (), len(cold), 1 + len(warm) // max(len(cold), 1))
    return attrs.evolve(profile, stages=(*profile.stages, *total))


def _summed(stages: Sequence[Timing], passes: str) -> list[int]:
    """The samples of several stages added up, topic by topic."""
    columns = [one.samples for one in stages if one.passes == passes]
    return [sum(row) for row in zip(*columns, strict=True)]


def times_of(
    condition: PlannedCondition,
    profile: ConditionProfile,
    lanes: Mapping[str, LaneProfile],
    work: str,
) -> ConditionTimes:
    """The times of one condition and of its lanes."""
    return ConditionTimes(
        condition=condition.name,
        work=work,
        state=profile.state,
        reason=profile.reason,
        stages=tuple(_stages(condition, profile, lanes)),
    )


def _stages(
    condition: PlannedCondition, profile: ConditionProfile, lanes: Mapping[str, LaneProfile]
) -> Iterator[StageTimes]:
    """Every stage that was timed."""
    for one in profile.stages:
        yield from _stage(one, one.stage)
    for lane, instance in condition.instances.items():
        for one in lanes[instance].stages:
            yield from _stage(one, f"lane {lane}")


def _stage(timing: Timing, stage: str) -> Iterator[StageTimes]:
    """One stage in one kind of pass; nothing where there is no sample."""
    if timing.samples:
        yield StageTimes(
            stage=stage,
            passes=timing.passes,
            p50=decimal_milliseconds(timing.p50),
            p95=decimal_milliseconds(timing.p95),
            n=len(timing.samples),
        )
