"""Credit the lanes of a condition of a completed run, and record it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..comparing.rules import Rules
from ..crediting.credit import Crediting, Reckoned, credit_of
from ..crediting.credited import Credited
from ..errors import ContentDiffers, UsageError
from ..event_store import EventStore, NewEvent, digest
from ..events import CreditComputed
from ..matching.relevance import RULE, UNKNOWN
from ..measuring.judged import Values
from ..measuring.scoring import ReadyMetric, ready_metrics
from ..objects.comparisons import unpack_comparisons
from ..objects.credits import CREDIT, WHOLE, pack_credit, unpack_credit
from ..objects.frames import SCORES, pack_scores, unpack_scores
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.log import LOG_VIEW
from ..projections.projection import view_at
from ..ranking.rankings import Rankings
from ..running.book import RunBook, load_scores
from ..running.breaking import ConditionBroke
from ..running.fusing import Fusing
from ..running.plan import PlannedCondition
from ..running.recorded import RecordedRun
from ..running.sheets import rules_of_record
from ..running.start import seal
from ..topics import Topics
from .find import find_run

HOLES = "benchbook:Judged"


@attrs.frozen(kw_only=True)
class CreditOptions:
    """Whose credit is asked for.

    Attributes:
        run: a completed run: an id or `latest`.
        condition: the run's baseline when empty.
        metric: the run's primary one when empty.
    """

    run: str
    condition: str = ""
    metric: str = ""


def credit(
    store: EventStore, registry: Registry, options: CreditOptions, progress: Progress
) -> Credited:
    """Fuse every set of a condition's lanes from what they returned, and record what each is worth.

    What is recorded already, of the same code, is given again.

    Raises:
        UsageError: there is no such run, or it has no such condition or metric, or it cannot be
            fused as it was.
        ContentDiffers: the same lanes, fused again, have other values than the run recorded.
    """
    found = find_run(store, options.run)
    recorded = RecordedRun.load(store, found.id)
    condition = recorded.condition(options.condition or recorded.settings["baseline"], registry)
    metric = _metric(recorded, options.metric or recorded.settings["primary"], registry)
    crediting = _crediting(recorded, condition, metric, registry)
    fuse = _Fuse(condition, crediting.topics, crediting.depth, progress, 2 ** len(crediting.lanes))
    with quiet():
        made = credit_of(crediting, fuse, _rules(recorded))
    _refuse_another(recorded, condition, metric, made, is_reranked=crediting.is_reranked)
    return _record(recorded, condition, metric, made)


def _metric(recorded: RecordedRun, text: str, registry: Registry) -> ReadyMetric:
    """A metric of the run.

    Raises:
        UsageError: the run does not measure it, or it says how much is judged.
    """
    (metric,) = ready_metrics([text], registry)
    measured, run = recorded.settings["metrics"], recorded.started.run
    if metric.name.canonical not in measured:
        message = f"run {run} does not measure {text!r}; it measures {', '.join(measured)}"
        raise UsageError(message)
    if metric.plugin.qualified == HOLES:
        message = f"{metric.name} says how much is judged, which is no credit; take another metric"
        raise UsageError(message)
    return metric


def _crediting(
    recorded: RecordedRun, condition: PlannedCondition, metric: ReadyMetric, registry: Registry
) -> Crediting:
    """What the run holds of the condition."""
    _, gone = recorded.view.lacks(condition.instances, condition.optional)
    depth = int(recorded.settings["depth"])
    beside = None
    if recorded.relevance.rule != UNKNOWN:
        (beside,) = ready_metrics([f"{HOLES}@{metric.name.cutoff or depth}"], registry)
    return Crediting(
        condition=condition.name,
        metric=metric,
        beside=beside,
        lanes={
            lane: recorded.lane(instance)
            for lane, instance in condition.instances.items()
            if lane not in gone
        },
        left_out=gone,
        is_reranked=recorded.view.fused[condition.name][1].reranked_by is not None,
        topics=recorded.topics,
        criteria=recorded.relevance.criteria,
        depth=depth,
    )


def _rules(recorded: RecordedRun) -> Rules:
    """How the run tests its differences."""
    assert recorded.view.compared is not None  # noqa: S101 - comparisons come before the end
    at, event = recorded.view.compared
    where = f"comparisons at position {at}"
    compared = unpack_comparisons(recorded.store.get(event.comparisons), where)
    rules = rules_of_record(recorded.settings, compared)
    decided = recorded.relevance.criteria.decided
    return attrs.evolve(rules, judged_by_rule=RULE in decided)


def _refuse_another(
    recorded: RecordedRun,
    condition: PlannedCondition,
    metric: ReadyMetric,
    made: Reckoned,
    *,
    is_reranked: bool,
) -> None:
    """Refuse a credit of other rankings than the run's.

    Where the condition reranks, its own values are of other rankings, and nothing is compared.

    Raises:
        ContentDiffers: all lanes, fused again, have other values.
    """
    if is_reranked or WHOLE not in made.values:
        return
    name = metric.name.canonical
    _, then = load_scores(recorded.store, recorded.view, condition.name)[name]
    now = made.values[WHOLE]
    if not _is_same(then, now):
        message = (
            f"run {recorded.started.run} recorded other values of {condition.name} by {name} than "
            "its lanes have when they are fused again: other code made it; take the version that "
            "did, or run the experiment again"
        )
        raise ContentDiffers(message)


def _is_same(one: Values, other: Values) -> bool:
    """Whether two columns of values are the same, to the last bit."""
    kept = [(both.defined, both.values[both.defined]) for both in (one, other)]
    return len({b"".join(part.tobytes() for part in parts) for parts in kept}) == 1


def _record(
    recorded: RecordedRun, condition: PlannedCondition, metric: ReadyMetric, made: Reckoned
) -> Credited:
    """Append a credit unless it stands there, and read it back."""
    store, run = recorded.store, recorded.started.run
    name = metric.name.canonical
    pin, _ = load_scores(store, recorded.view, condition.name)[name]
    content = pack_credit(made.credit)
    values = pack_scores({key: (pin, one) for key, one in made.values.items()})
    event = CreditComputed(
        run=run,
        condition=condition.name,
        metric=name,
        credit=digest(content),
        values=digest(values),
        made_by=condition.made_by,
    )
    known = recorded.view.credited.get((condition.name, name))
    if known is None or known[1] != event:
        env, _ = seal(store, view_at(LOG_VIEW, store))
        store.put_all([(content, CREDIT), (values, SCORES)])
        book = RunBook.open(store, run, env)
        key = (condition.name, name, event.credit, event.values)
        book.append([NewEvent(event=event, key=key, objects=(event.credit, event.values))])
        known = book.view.credited[condition.name, name]
    at, fact = known
    where = f"credit at position {at}"
    return Credited(
        run=run,
        position=at,
        credit=unpack_credit(store.get(fact.credit), where),
        topics=recorded.topics.ids,
        values={key: one for key, (_, one) in unpack_scores(store.get(fact.values), where).items()},
    )


@attrs.define(eq=False)
class _Fuse:
    """Fuses some lanes as a condition does, without its reranker."""

    condition: PlannedCondition
    topics: Topics
    depth: int
    progress: Progress
    sets: int
    done: int = 0

    def __call__(self, lanes: Mapping[str, Rankings]) -> Rankings | str:
        """The rankings of a set of lanes, or why the fuser cannot do with these."""
        self.done += 1
        self.progress("sets of lanes", self.done, self.sets - 1)
        part = _only(self.condition, tuple(lanes))
        try:
            return Fusing.of(part, self.depth, {}).fuse(self.topics, lanes)
        except ConditionBroke as broke:
            return broke.reason


def _only(condition: PlannedCondition, lanes: tuple[str, ...]) -> PlannedCondition:
    """A condition with some of its lanes, and the weights of these."""
    arguments = dict(condition.arguments)
    weights = condition.weights
    if weights is not None:
        weights = {lane: weight for lane, weight in weights.items() if lane in lanes}
        arguments["weights"] = weights
    instances = {lane: one for lane, one in condition.instances.items() if lane in lanes}
    return attrs.evolve(condition, instances=instances, weights=weights, arguments=arguments)
