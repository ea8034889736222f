"""What can be said of a run's numbers, computed and recorded once all conditions are measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..comparing.buckets import buckets_of
from ..comparing.contributions import contributions
from ..comparing.differences import differences_of
from ..comparing.holes import Holes, holes
from ..comparing.means import means_of
from ..comparing.paired_tests import definition, is_drawn
from ..comparing.rules import Rules
from ..comparing.scored import MetricScale, Scored
from ..comparing.tie_range import TieRange, tie_ranges
from ..decimals import PLACES, decimal_text
from ..event_store import NewEvent, digest
from ..events import ComparisonsComputed
from ..hookspec import MetricPlugin
from ..matching.relevance import RULE
from ..measuring.criteria import Criteria
from ..objects.comparisons import (
    COMPARISONS,
    Comparisons,
    HoleBounds,
    Instrument,
    TieBounds,
    pack_comparisons,
)
from ..statistics.draws import seed_of
from .book import RunBook
from .conditions import Conditions, Settled
from .plan import Plan, PlannedMetric
from .planning import HOLES
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
    rules = rules_of(plan, inputs, criteria)
    depth = plan.experiment.settings.depth
    scored = Scored(
        metrics=tuple(map(_scale, plan.metrics)),
        topics=len(inputs.topics),
        buckets=buckets_of(inputs.gold),
        values={
            name: {measured.name: measured.values for measured in one.measured}
            for name, one in settled.items()
        },
        tied={name: _tied(plan, inputs, criteria, one) for name, one in settled.items()},
    )
    differences = differences_of(scored, rules)
    family = sum(one.declared and one.p is not None for one in differences)
    return Comparisons(
        instrument=_instrument(rules, family, len(inputs.topics)),
        means=tuple(means_of(scored, rules)),
        differences=differences,
        shares=tuple(
            share
            for name, one in settled.items()
            for share in contributions(name, one.fused, one.lanes, criteria.qrels, depth)
        ),
        holes=tuple(_holes(plan, inputs, criteria, settled)),
    )


def _scale(metric: PlannedMetric) -> MetricScale:
    """What is known of a metric beside its values."""
    record = metric.ready.plugin.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - the plan finds metrics alone
    return MetricScale(
        name=metric.name,
        low=record.low,
        high=record.high,
        is_binary=record.is_binary,
        cutoff=metric.ready.name.cutoff,
        is_holes=metric.ready.plugin.qualified == HOLES and not metric.ready.name.judged_only,
    )


def _tied(
    plan: Plan, inputs: Inputs, criteria: Criteria, settled: Settled
) -> dict[str, TieBounds | None]:
    """What another order of equal scores could make of each mean of a condition."""
    ranges = tie_ranges(
        criteria,
        settled.fused,
        inputs.topics,
        [metric.ready for metric in plan.metrics],
        measured=settled.measured,
        depth=plan.experiment.settings.depth,
    )
    names = [metric.name for metric in plan.metrics]
    return {
        name: None if one is None else _bounds(one) for name, one in zip(names, ranges, strict=True)
    }


def _bounds(found: TieRange) -> TieBounds:
    """A range as it is recorded."""
    return TieBounds(
        low=decimal_text(found.low),
        high=decimal_text(found.high),
        topics=found.topics,
        open=found.open,
    )


def _holes(
    plan: Plan, inputs: Inputs, criteria: Criteria, settled: Measures
) -> Iterator[HoleBounds]:
    """What unjudged documents can do to each mean that has holes."""
    for name, one in settled.items():
        for metric in plan.metrics:
            found = holes(criteria, one.fused, inputs.topics, metric.ready)
            if found is not None and not found.decided:
                yield _row(name, metric.name, found)


def _row(condition: str, metric: str, found: Holes) -> HoleBounds:
    """Holes as they are recorded."""
    return HoleBounds(
        condition=condition,
        metric=metric,
        judged=decimal_text(found.judged),
        condensed=decimal_text(found.condensed),
        at_most=decimal_text(found.at_most),
    )


def _instrument(rules: Rules, family: int, topics: int) -> Instrument:
    """How differences were tested, as it is recorded."""
    return Instrument(
        test=rules.test,
        details=definition(rules, topics),
        correction=rules.correction,
        family=family,
        interval=rules.interval,
        alpha=format(rules.alpha, "f"),
        seed=rules.seed.hex() if is_drawn(rules, topics) else "",
        places=PLACES,
    )
