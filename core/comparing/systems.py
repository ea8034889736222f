"""Everything that can be said of the numbers of several systems over the same topics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..decimals import PLACES, decimal_text
from ..hookspec import MetricPlugin
from ..measuring.criteria import Criteria
from ..measuring.scoring import Measured, ReadyMetric
from ..objects.comparisons import (
    Comparisons,
    HoleBounds,
    Instrument,
    LaneCounts,
    TieBounds,
)
from ..ranking.rankings import Rankings
from ..topics import Topics
from .differences import differences_of
from .holes import Holes, holes
from .means import means_of
from .paired_tests import definition, is_drawn
from .rules import Rules
from .scored import HOLES, MetricScale, Places, Scored
from .tie_range import TieRange, tie_ranges


@attrs.frozen(kw_only=True, eq=False)
class System:
    """What was measured: the rankings of a condition or of a TREC run.

    Attributes:
        measured: by each metric, in the order of the metrics.
        depth: where the rankings were cut.
    """

    rankings: Rankings
    measured: tuple[Measured, ...]
    depth: int


@attrs.frozen(kw_only=True, eq=False)
class Field:
    """Systems that are compared, and what they were measured on.

    Attributes:
        systems: by name, in the order in which they are told of.
        buckets: the places of each bucket's topics, by name; empty where there is none.
    """

    systems: Mapping[str, System]
    metrics: Sequence[ReadyMetric]
    criteria: Criteria
    topics: Topics
    buckets: Mapping[str, Places]


def compare_systems(field: Field, rules: Rules, shares: tuple[LaneCounts, ...] = ()) -> Comparisons:
    """Means with intervals, differences to the baseline, ranges over ties, and holes.

    Args:
        shares: what lanes brought, where the systems have lanes.
    """
    scored = scored_of(field)
    differences = differences_of(scored, rules)
    family = sum(one.declared and one.p is not None for one in differences)
    return Comparisons(
        instrument=instrument_of(rules, family, len(field.topics)),
        means=tuple(means_of(scored, rules)),
        differences=differences,
        shares=shares,
        holes=tuple(_holes(field)),
    )


def scored_of(field: Field) -> Scored:
    """The values of systems, with what other orders of equal scores could make of their means."""
    return Scored(
        metrics=tuple(map(scale_of, field.metrics)),
        topics=len(field.topics),
        buckets=field.buckets,
        values={
            name: {one.name: one.values for one in system.measured}
            for name, system in field.systems.items()
        },
        tied={name: _tied(field, system) for name, system in field.systems.items()},
    )


def scale_of(metric: ReadyMetric) -> MetricScale:
    """What is known of a metric beside its values."""
    record = metric.plugin.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - ready_metrics finds metrics alone
    return MetricScale(
        name=metric.name.canonical,
        low=record.low,
        high=record.high,
        is_binary=record.is_binary,
        cutoff=metric.name.cutoff,
        is_holes=metric.plugin.qualified == HOLES and not metric.name.judged_only,
        is_description=metric.needs_documents,
    )


def _tied(field: Field, system: System) -> dict[str, TieBounds | None]:
    """What another order of equal scores could make of each mean of a system."""
    ranges = tie_ranges(
        field.criteria,
        system.rankings,
        field.topics,
        field.metrics,
        measured=system.measured,
        depth=system.depth,
    )
    names = [metric.name.canonical for metric in field.metrics]
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
        expected=None if found.expected is None else decimal_text(found.expected),
    )


def _holes(field: Field) -> Iterator[HoleBounds]:
    """What unjudged documents can do to each mean that has holes."""
    for name, system in field.systems.items():
        for metric in field.metrics:
            found = holes(field.criteria, system.rankings, field.topics, metric)
            if found is not None and not found.decided:
                yield _row(name, metric.name.canonical, found)


def _row(system: str, metric: str, found: Holes) -> HoleBounds:
    """Holes as they are recorded."""
    return HoleBounds(
        condition=system,
        metric=metric,
        judged=decimal_text(found.judged),
        condensed=decimal_text(found.condensed),
        at_most=decimal_text(found.at_most),
    )


def instrument_of(rules: Rules, family: int, topics: int) -> Instrument:
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
