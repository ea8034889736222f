"""A plan: everything that a run will do, resolved, and the bytes of it that are frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ..comparing.scored import MetricScale
from ..comparing.systems import scale_of
from ..event_store import canonical_json
from ..events import MadeBy
from ..gating.gate import Gate
from ..measuring.scoring import ReadyMetric
from ..plain import to_plain
from ..plugging.registry import Registered
from ..scopes import Scope
from .exclusions import Exclusions
from .specification import Experiment


@attrs.frozen(kw_only=True)
class PlannedEmbedder:
    """What turns the texts of lanes into vectors; lanes with the same instance share it.

    Attributes:
        instance: digest of plugin, version, parameters, and of the corpus where it is fitted.
        is_fitted: whether it is built on the corpus.
    """

    instance: str
    registered: Registered
    made_by: MadeBy
    arguments: Mapping[str, Any]
    is_fitted: bool

    @property
    def label(self) -> str:
        """The embedder with its parameters and its code, as the record of a lane keeps it."""
        made = self.made_by
        inside = "".join(f", {key} = {value}" for key, value in made.parameters.items())
        return f"{made.qualified} {made.version}{inside}, sha256:{made.digest}"


@attrs.frozen(kw_only=True)
class PlannedReranker:
    """What orders the best units of a condition anew.

    Attributes:
        pool: how many of each topic.
    """

    registered: Registered
    made_by: MadeBy
    arguments: Mapping[str, Any]
    pool: int


@attrs.frozen(kw_only=True)
class PlannedLane:
    """One lane instance: what is built and retrieved once per run.

    Attributes:
        name: the lane's name, with what a condition overrides behind it.
        instance: digest of plugin, version, parameters, corpus, topics, exclusions and depth.
        arguments: keyword arguments of the plugin's `build`.
        retrieve: units asked for each topic.
        scope: the part of the corpus that it is built on.
        exclusions: documents that are left out of what it returns; None where there are none.
    """

    name: str
    instance: str
    registered: Registered
    made_by: MadeBy
    arguments: Mapping[str, Any]
    retrieve: int
    scope: Scope
    embedder: PlannedEmbedder | None
    exclusions: Exclusions | None


@attrs.frozen(kw_only=True)
class PlannedCondition:
    """One condition: which instance feeds each of its lanes, and what fuses them.

    Attributes:
        instances: by lane name, in the experiment's order.
        weights: by lane name, or None where the condition gives none.
        optional: the lanes that it does without where the corpus cannot feed them.
        idle_scope: its scope, where that leaves nothing out of the corpus; else empty.
    """

    name: str
    instances: Mapping[str, str]
    weights: Mapping[str, float] | None
    registered: Registered
    made_by: MadeBy
    arguments: Mapping[str, Any]
    optional: frozenset[str]
    rerank: PlannedReranker | None
    idle_scope: str


@attrs.frozen(kw_only=True)
class PlannedMetric:
    """One metric, built, with its pin."""

    ready: ReadyMetric
    made_by: MadeBy

    @property
    def name(self) -> str:
        """The canonical name."""
        return self.ready.name.canonical


@attrs.frozen(kw_only=True)
class Plan:
    """Everything that a run will do.

    Attributes:
        lanes: the distinct instances, in the order of first use.
        gates: with the canonical names of their metrics.
        resolved: the experiment with all defaults filled in, as canonical JSON: what is frozen.
    """

    experiment: Experiment
    lanes: tuple[PlannedLane, ...]
    conditions: tuple[PlannedCondition, ...]
    metrics: tuple[PlannedMetric, ...]
    gates: tuple[Gate, ...]
    resolved: bytes

    @property
    def exclusions(self) -> Exclusions | None:
        """The documents that every lane leaves out; None where there are none."""
        return self.lanes[0].exclusions

    @property
    def scales(self) -> Mapping[str, MetricScale]:
        """What is known of each metric beside its values, by canonical name."""
        return {metric.name: scale_of(metric.ready) for metric in self.metrics}

    @property
    def primary(self) -> str:
        """The canonical name of the primary metric."""
        settings = self.experiment.settings
        return self.metrics[settings.metrics.index(settings.primary)].name


def resolve(
    experiment: Experiment,
    lanes: Sequence[PlannedLane],
    conditions: Sequence[PlannedCondition],
    metrics: Sequence[PlannedMetric],
    gates: Sequence[Gate],
) -> bytes:
    """The experiment with every default filled in, as canonical JSON.

    The file's folder is no part of it; its name is, where the experiment has no name of its own.
    """
    settings = experiment.settings
    asked: dict[str, object] = attrs.asdict(settings)
    asked["alpha"] = str(settings.alpha)
    asked["metrics"] = [metric.name for metric in metrics]
    asked["primary"] = metrics[settings.metrics.index(settings.primary)].name
    return canonical_json(
        {
            "experiment": asked,
            "lanes": [
                {
                    "name": lane.name,
                    "instance": lane.instance,
                    "plugin": lane.made_by.qualified,
                    "version": lane.made_by.version,
                    "retrieve": lane.retrieve,
                    "parameters": dict(lane.made_by.parameters),
                }
                for lane in lanes
            ],
            "conditions": [_condition(experiment, condition) for condition in conditions],
            "gates": [{"name": gate.name, "rule": to_plain(gate.as_rule())} for gate in gates],
            "decision": to_plain(experiment.decision),
            "sweep": None if experiment.sweep is None else experiment.sweep.as_plain(),
        }
    )


def _condition(experiment: Experiment, condition: PlannedCondition) -> dict[str, object]:
    """A condition as the frozen experiment keeps it."""
    weights, rerank = condition.weights, condition.rerank
    return {
        "name": condition.name,
        "fuser": condition.made_by.qualified,
        "version": condition.made_by.version,
        "lanes": [[lane, instance] for lane, instance in condition.instances.items()],
        "weights": None
        if weights is None
        else [[lane, repr(weight)] for lane, weight in weights.items()],
        "parameters": dict(condition.made_by.parameters),
        "optional": sorted(condition.optional),
        "idle_scope": condition.idle_scope,
        "rerank": None if rerank is None else _reranker(rerank),
        **({"needs_merge": True} if condition.name in experiment.merged else {}),
    }


def _reranker(rerank: PlannedReranker) -> dict[str, object]:
    """A reranker as the frozen experiment keeps it."""
    return {
        "plugin": rerank.made_by.qualified,
        "version": rerank.made_by.version,
        "parameters": dict(rerank.made_by.parameters),
    }
