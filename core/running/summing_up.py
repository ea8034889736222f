"""What can be said of a run's numbers, computed and recorded once all conditions are measured."""

from __future__ import annotations

from collections.abc import Mapping

from ..comparing.buckets import buckets_of
from ..comparing.contributions import contributions
from ..comparing.rules import Rules
from ..comparing.systems import Field, System, compare_systems
from ..event_store import NewEvent, digest
from ..events import ComparisonsComputed
from ..matching.relevance import RULE, UNKNOWN
from ..measuring.criteria import Criteria
from ..objects.comparisons import COMPARISONS, Comparisons, pack_comparisons
from ..statistics.draws import seed_of
from .book import RunBook
from .conditions import Conditions, Settled
from .plan import Plan
from .start import Inputs

Measures = Mapping[str, Settled]


def sum_up(book: RunBook, plan: Plan, inputs: Inputs, conditions: Conditions) -> Comparisons | None:
    """Record intervals, tests, ranges over ties, holes and lanes' shares, and give them.

    Returns:
        None where an earlier sitting recorded them.
    """
    if book.view.compared is not None:
        return None
    settled = {
        condition.name: one
        for condition in plan.conditions
        if (one := conditions.settled(condition)) is not None
    }
    comparisons = _compare(plan, inputs, conditions.criteria, settled)
    content = pack_comparisons(comparisons)
    book.store.put_all([(content, COMPARISONS)])
    event = ComparisonsComputed(
        run=book.id,
        comparisons=digest(content),
        differences=len(comparisons.differences),
        declared=comparisons.instrument.family,
    )
    book.append([NewEvent(event=event, key=(book.id,), objects=(event.comparisons,))])
    return comparisons


def rules_of(plan: Plan, inputs: Inputs, criteria: Criteria) -> Rules:
    """How the differences of a run are tested.

    Everything that is drawn comes from the topics that are measured: the same topics give the same
    draws, whatever was retrieved for them.
    """
    settings = plan.experiment.settings
    return Rules(
        baseline=settings.baseline,
        primary=plan.primary,
        test=settings.test,
        correction=settings.correction,
        interval=settings.interval,
        alpha=settings.alpha,
        seed=seed_of("comparisons/1", inputs.topics_digest),
        judged_by_rule=RULE in criteria.decided,
    )


def _compare(plan: Plan, inputs: Inputs, criteria: Criteria, settled: Measures) -> Comparisons:
    """Everything that can be said of what was measured."""
    depth = plan.experiment.settings.depth
    field = Field(
        systems={
            name: System(rankings=one.fused, measured=one.measured, depth=depth)
            for name, one in settled.items()
        },
        metrics=[metric.ready for metric in plan.metrics],
        criteria=criteria,
        topics=inputs.topics,
        buckets=buckets_of(inputs.gold),
    )
    shares = tuple(
        share
        for name, one in settled.items()
        for share in contributions(name, one.fused, one.lanes, criteria.qrels, depth)
        if inputs.relevance.rule != UNKNOWN
    )
    return compare_systems(field, rules_of(plan, inputs, criteria), shares)
