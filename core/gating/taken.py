"""Numbers that are no metric: how long a condition took, and what models took for it."""

from __future__ import annotations

from decimal import Decimal

import attrs
import numpy as np

from ..comparing.means import bounds_of
from ..comparing.scored import MetricScale
from ..counting import counted
from ..decimals import decimal_text
from ..measuring.judged import Values
from ..objects.comparisons import Mean
from ..objects.times import StageTimes
from ..statistics.means import interval_of_mean
from .beside import Charged, Timed
from .gate import Gate
from .relative import Column, difference_of
from .scoresheet import Scoresheet

P50 = "p50"


def time_of(gate: Gate, timed: Timed, sheet: Scoresheet) -> tuple[Mean | None, str]:
    """The percentile that a gate asks for; or None, and why there is none."""
    times = timed.times
    if times.questions != sheet.instrument.questions:
        return None, f"{timed.source} asked the questions of another gold set"
    found = times.by_condition.get(gate.condition)
    if found is None:
        return None, f"{timed.source} has no condition {gate.condition}"
    if timed.work is not None and found.work != timed.work:
        return None, f"{timed.source} is of other lanes, parameters or code than {sheet.name}"
    if found.state != "timed":
        return None, f"{gate.condition} was not timed: {found.reason}"
    stage = found.of(gate.stage)
    if stage is None:
        there = ", ".join(found.warm_stages)
        return None, f"{gate.condition} has no stage {gate.stage!r}; there is {there}"
    return _percentile(gate, stage)


def _percentile(gate: Gate, stage: StageTimes) -> tuple[Mean | None, str]:
    """One figure of a stage."""
    value = stage.p50 if gate.metric == P50 else stage.p95
    if value is None:
        samples = counted(stage.n, "warm sample")
        return None, f"{samples}, too few for a {gate.metric}; profile with more --runs"
    return _mean(gate, value, stage.n), ""


def cost_of(
    gate: Gate, bucket: str, charged: Charged, sheet: Scoresheet
) -> tuple[Mean | None, str]:
    """The mean cost per topic, or the difference to that of another condition.

    A topic without a cost is not free: where one is missing, nothing is measured.
    """
    whole = _column(gate, gate.condition, charged, sheet)
    if isinstance(whole, str):
        return None, whole
    flags = sheet.counted(bucket)
    if gate.is_relative:
        other = _column(gate, gate.relative_to, charged, sheet)
        if isinstance(other, str):
            return None, other
        high = float(max(whole.values.values.max(), other.values.values.max(), 1.0))
        return difference_of(whole, other, _scale(gate, high), sheet.rules, flags)
    values = whole.values.values[flags]
    interval = interval_of_mean(
        values,
        low=0.0,
        high=float(max(values.max(), 1.0)),
        is_proportion=False,
        alpha=float(sheet.rules.alpha),
    )
    mean = sum(map(Decimal, values.tolist()), Decimal(0)) / len(values)
    number = _mean(gate, decimal_text(float(mean)), len(values))
    return attrs.evolve(number, bounds=bounds_of(interval)), ""


def _column(gate: Gate, condition: str, charged: Charged, sheet: Scoresheet) -> Column | str:
    """What a condition took for each topic; or why that is not known."""
    costs = charged.costs.of(condition, gate.metric)
    if not costs:
        return f"the file of costs has no {gate.metric} of condition {condition}"
    missing = [topic for topic in sheet.topics if topic not in costs]
    if missing:
        of = f"{len(missing)} of {counted(len(sheet.topics), 'topic')}"
        return f"{gate.metric} of {condition} is missing for {of}, as {missing[0]}"
    values = np.asarray([float(costs[topic]) for topic in sheet.topics])
    return Column(topics=sheet.topics, values=Values.everywhere(values), judged=None, tied=None)


def _scale(gate: Gate, high: float) -> MetricScale:
    """The range of a cost."""
    return MetricScale(
        name=gate.metric, low=0.0, high=high, is_binary=False, cutoff=None, is_holes=False
    )


def _mean(gate: Gate, value: str, n: int) -> Mean:
    """A number as a gate is held against it."""
    return Mean(
        condition=gate.condition,
        metric=gate.metric,
        bucket="",
        value=value,
        n=n,
        of=n,
        bounds=None,
        tied=None,
    )
