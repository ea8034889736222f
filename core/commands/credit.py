"""Credit the lanes of a condition of a completed run, and record it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import attrs

from ..comparing.systems import scale_of
from ..crediting.credit import Crediting, credit_of
from ..crediting.credited import Credited
from ..errors import UsageError
from ..event_store import EventStore, NewEvent, digest
from ..events import CreditComputed
from ..measuring.criteria import Criteria
from ..measuring.judged import Values
from ..objects.credits import CREDIT, Credit, pack_credit, unpack_credit
from ..plugging.registry import Registry
from ..progress import Progress
from ..ranking.rankings import Rankings
from ..running.book import RunBook
from ..running.breaking import ConditionBroke
from ..running.conditions import Conditions
from ..running.fusing import Fusing
from ..running.plan import Plan, PlannedCondition, PlannedMetric
from ..running.preparing import prepare
from ..running.specification import Experiment
from ..running.start import Inputs, seal
from ..running.summing_up import rules_of
from ..running.taking import takeable
from ..topics import Topics
from .find import find_run


@attrs.frozen(kw_only=True)
class CreditOptions:
    """Whose credit is asked for.

    Attributes:
        run: whose rankings are taken: an id or `latest`.
        condition: the experiment's baseline when empty.
        metric: the experiment's primary one when empty.
        snapshot: the named state of the corpus that the run stands on.
    """

    run: str
    condition: str = ""
    metric: str = ""
    snapshot: str | None = None


def credit(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    options: CreditOptions,
    progress: Progress,
) -> Credited:
    """Fuse every set of a condition's lanes from what they returned, and record what each is worth.

    What is recorded already is given again.

    Raises:
        UsageError: the run is not of this experiment's lanes, or has no such condition or metric.
    """
    prepared = prepare(store, experiment, registry, options.snapshot)
    plan, inputs = prepared.plan, prepared.inputs
    run = find_run(store, options.run)
    condition = _condition(plan, options.condition or plan.experiment.settings.baseline)
    metric = _metric(plan, options.metric or plan.primary)
    wanted = [lane for lane in plan.lanes if lane.instance in condition.instances.values()]
    takeable(store, run.id, wanted, len(inputs.topics.blocks))
    if inputs.relevance.awaits_texts or inputs.corpus.is_declared:
        message = "lanes are credited on an ingested corpus alone: of this one no unit is known"
        raise UsageError(message)
    env, _ = seal(store, prepared.views.log)
    book = RunBook.open(store, run.id, env)
    made = _compute(book, plan, inputs, condition, metric, progress)
    content = pack_credit(made)
    store.put_all([(content, CREDIT)])
    event = CreditComputed(
        run=run.id,
        condition=condition.name,
        metric=metric.name,
        credit=digest(content),
        made_by=condition.made_by,
    )
    key = (condition.name, metric.name, event.credit)
    known = book.view.credited.get((condition.name, metric.name))
    if known is None or known[1] != event:
        book.append([NewEvent(event=event, key=key, objects=(event.credit,))])
        known = book.view.credited[condition.name, metric.name]
    found = unpack_credit(store.get(known[1].credit), f"credit at position {known[0]}")
    return Credited(run=run.id, position=known[0], credit=found)


def _condition(plan: Plan, name: str) -> PlannedCondition:
    """A condition of the plan.

    Raises:
        UsageError: there is none of the name.
    """
    for one in plan.conditions:
        if one.name == name:
            return one
    there = ", ".join(one.name for one in plan.conditions)
    message = f"{plan.experiment.file} has no condition {name!r}; it has {there}"
    raise UsageError(message)


def _metric(plan: Plan, text: str) -> PlannedMetric:
    """A metric of the plan.

    Raises:
        UsageError: the experiment does not measure it.
    """
    for one in plan.metrics:
        if one.name == text:
            return one
    there = ", ".join(one.name for one in plan.metrics)
    message = f"{plan.experiment.file} does not measure {text!r}; it measures {there}"
    raise UsageError(message)


def _compute(
    book: RunBook,
    plan: Plan,
    inputs: Inputs,
    condition: PlannedCondition,
    metric: PlannedMetric,
    progress: Progress,
) -> Credit:
    """The credit, from what stands in the run."""
    criteria = inputs.relevance.criteria
    conditions = Conditions(
        book=book,
        plan=plan,
        corpus=inputs.corpus,
        topics=inputs.topics,
        criteria=criteria,
        retrieved={},
    )
    settled = conditions.settled(condition)
    if settled is None:
        message = f"run {book.id} did not measure condition {condition.name!r}"
        raise UsageError(message)
    bare = attrs.evolve(condition, rerank=None)
    depth = plan.experiment.settings.depth
    crediting = Crediting(
        condition=condition.name,
        scale=scale_of(metric.ready),
        lanes=settled.lanes,
        left_out=tuple(lane for lane in condition.instances if lane not in settled.lanes),
        fused=settled.fused,
        qrels=criteria.qrels,
        depth=depth,
    )
    measure = _Measure(bare, metric, criteria, inputs.topics, depth, 2 ** len(settled.lanes) - 1)
    return credit_of(
        crediting, partial(measure, progress=progress), rules_of(plan, inputs, criteria)
    )


@attrs.define(eq=False)
class _Measure:
    """Fuses some lanes as a condition does, without its reranker, and measures what comes of it."""

    condition: PlannedCondition
    metric: PlannedMetric
    criteria: Criteria
    topics: Topics
    depth: int
    sets: int
    done: int = 0

    def __call__(self, lanes: Mapping[str, Rankings], progress: Progress) -> Values | str:
        """The values of a set of lanes, or why its fuser cannot do with these."""
        self.done += 1
        progress("sets of lanes", self.done, self.sets)
        try:
            fused = Fusing.of(_only(self.condition, tuple(lanes)), self.depth, {}).fuse(
                self.topics, lanes
            )
        except ConditionBroke as broke:
            return broke.reason
        (measured,) = self.criteria.measure(fused, self.topics, [self.metric.ready])
        return measured.values


def _only(condition: PlannedCondition, lanes: tuple[str, ...]) -> PlannedCondition:
    """A condition with some of its lanes, and the weights of these."""
    arguments = dict(condition.arguments)
    weights = condition.weights
    if weights is not None:
        weights = {lane: weight for lane, weight in weights.items() if lane in lanes}
        arguments["weights"] = weights
    instances = {lane: one for lane, one in condition.instances.items() if lane in lanes}
    return attrs.evolve(condition, instances=instances, weights=weights, arguments=arguments)
