"""Try a sweep without workspace, corpus or model: every configuration on lanes made by hand."""

from __future__ import annotations

import attrs

from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..ranking.rankings import Rankings
from ..running.fusing import Fusing
from ..running.plan import PlannedCondition
from ..running.planning import Known, plan_run
from ..running.specification import Experiment
from ..sweeping.dry import DrySweep
from ..topics import Topics

_TOPIC = Topics.of_ids(["topic"])
_TOYS = (
    (("A", 0.9), ("B", 0.5), ("C", 0.1)),
    (("C", 3.0), ("D", 2.0), ("A", 1.0)),
)
"""What lanes return, in turn: the dry run of SciX's fusion sweep."""


def dry_sweep(experiment: Experiment, registry: Registry) -> DrySweep:
    """Check an experiment as far as it can be without a corpus, and fuse what is made by hand.

    Raises:
        UsageError: an unknown plugin or parameter.
        RunFailed: a fuser broke.
    """
    known = Known(has_evidence=True, has_axes=True)
    plan = plan_run(experiment, registry, lambda _: "", "", known=known)
    toys = {name: _TOYS[at % len(_TOYS)] for at, name in enumerate(experiment.lanes)}
    lanes = {name: Rankings.of(_TOPIC, [rows]) for name, rows in toys.items()}
    depth = experiment.settings.depth
    with quiet():
        orders = {one.name: _order(one, lanes, depth) for one in plan.conditions}
    return DrySweep(
        experiment=experiment.settings.name,
        metrics=tuple(metric.name for metric in plan.metrics),
        lanes=toys,
        orders=orders,
    )


def _order(condition: PlannedCondition, lanes: dict[str, Rankings], depth: int) -> tuple[str, ...]:
    """What a condition makes of its lanes, without its reranker, which needs texts."""
    bare = attrs.evolve(condition, rerank=None)
    fused = Fusing.of(bare, depth, {}).fuse(_TOPIC, {name: lanes[name] for name in bare.instances})
    return fused.units("topic")
