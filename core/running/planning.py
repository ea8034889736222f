"""From an experiment to a plan: names become plugins, lanes become instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs

from ..errors import BadExperiment
from ..measuring.documents import WORDS
from ..measuring.metric_names import find_metric
from ..measuring.scoring import (
    ready_metric,
    refuse_without_axes,
    refuse_without_documents,
    refuse_without_evidence,
    refuse_without_judgments,
)
from ..plugging.contracts import PluginFault, answering
from ..plugging.parameter_values import resolved_text
from ..plugging.pins import made_by
from ..plugging.plugin_faults import place_of
from ..plugging.registry import Registered, Registry
from ..scopes import Scope
from .binding import bind_parameters, in_table, refusal
from .exclusions import Exclusions
from .gate_planning import plan_gates
from .lane_planning import PartOf, plan_lane
from .plan import (
    Plan,
    PlannedCondition,
    PlannedLane,
    PlannedMetric,
    PlannedReranker,
    resolve,
)
from .specification import ConditionSpec, Experiment

HOLES = "benchbook:Judged"
KNOWN = "benchbook:MetaKnown"


@attrs.frozen(kw_only=True)
class Known:
    """What is known of questions and documents, for metrics that ask for it.

    Attributes:
        has_evidence: whether the gold set has reference titles or evidence phrases.
        has_axes: whether its questions have axes.
        has_documents: whether more than ids of documents is known.
        is_judged: whether anybody says what is relevant.
    """

    has_evidence: bool = False
    has_axes: bool = False
    has_documents: bool = True
    is_judged: bool = True


def plan_run(
    experiment: Experiment,
    registry: Registry,
    part_of: PartOf,
    topics: str,
    *,
    known: Known = Known(),
    exclusions: Exclusions | None = None,
) -> Plan:
    """Resolve an experiment, or say what it asks for that does not exist.

    Args:
        part_of: the digest of what lanes are built on, by scope.
        topics: the digest of what they are asked.
        known: what metrics can ask for.
        exclusions: documents that it leaves out of rankings.

    Raises:
        UsageError: an unknown plugin, a parameter that it does not take, a metric cut deeper than
            the conditions are, or one that asks for evidence or axes where there are none.
    """
    lanes: dict[str, PlannedLane] = {}
    conditions = []
    for name, spec in experiment.conditions.items():
        instances = {}
        for lane in spec.lanes:
            planned = plan_lane(experiment, registry, lane, spec, part_of, topics, exclusions)
            instances[lane] = lanes.setdefault(planned.instance, planned).instance
        idle = _idle(spec, part_of)
        conditions.append(_plan_condition(experiment, registry, name, spec, instances, idle))
    _refuse_unused(experiment, conditions)
    metrics = _plan_metrics(experiment, registry, is_judged=known.is_judged)
    with in_table(experiment, "experiment.metrics"):
        ready, source = (
            [metric.ready for metric in metrics],
            f"gold set {experiment.settings.gold!r}",
        )
        if not known.has_evidence:
            refuse_without_evidence(ready, source)
        if not known.has_axes:
            refuse_without_axes(ready, source)
        if not known.has_documents:
            refuse_without_documents(ready, "a corpus that is only declared")
        if not known.is_judged:
            refuse_without_judgments(ready)
    gates = plan_gates(experiment, registry)
    return Plan(
        experiment=experiment,
        lanes=tuple(lanes.values()),
        conditions=tuple(conditions),
        metrics=metrics,
        gates=gates,
        resolved=resolve(experiment, tuple(lanes.values()), conditions, metrics, gates),
    )


def _idle(spec: ConditionSpec, part_of: PartOf) -> str:
    """The scope of a condition where it leaves nothing out of this corpus; else empty."""
    is_idle = spec.scope is not None and part_of(spec.scope) == part_of(Scope())
    return str(spec.scope) if is_idle else ""


def _plan_condition(
    experiment: Experiment,
    registry: Registry,
    name: str,
    spec: ConditionSpec,
    instances: Mapping[str, str],
    idle_scope: str,
) -> PlannedCondition:
    """A condition with its fuser."""
    with in_table(experiment, f"conditions.{name}"):
        registered = registry.find("fuser", spec.fuser)
    at = ("conditions", name)
    arguments, texts = bind_parameters(experiment, at, registered, spec.parameters)
    weights = None if spec.weights is None else {k: float(v) for k, v in spec.weights.items()}
    if weights is not None:
        if not _takes_weights(registered):
            raise refusal(experiment, (*at, "weights"), f"fuser {spec.fuser!r} takes no weights")
        arguments = {**arguments, "weights": weights}
        texts = {**texts, "weights": resolved_text(weights)}
    planned = PlannedCondition(
        name=name,
        instances=instances,
        weights=weights,
        registered=registered,
        made_by=made_by(registered, texts),
        arguments=arguments,
        optional=frozenset(spec.optional),
        rerank=None if spec.rerank is None else _plan_reranker(experiment, registry, name, spec),
        idle_scope=idle_scope,
    )
    _try_build(experiment, planned)
    return planned


def _plan_reranker(
    experiment: Experiment, registry: Registry, name: str, spec: ConditionSpec
) -> PlannedReranker:
    """What orders a condition's best units anew, built once before any work."""
    rerank, at = spec.rerank, ("conditions", name, "rerank")
    assert rerank is not None  # noqa: S101 - asked for conditions that have one
    with in_table(experiment, ".".join(at)):
        registered = registry.find("reranker", rerank.plugin)
    arguments, texts = bind_parameters(experiment, at, registered, rerank.parameters)
    with in_table(experiment, ".".join(at)), _asking(registered, "builds", at):
        registered.record.build(**arguments)
    return PlannedReranker(
        registered=registered,
        made_by=made_by(registered, {**texts, "pool": str(rerank.pool)}),
        arguments=arguments,
        pool=rerank.pool,
    )


def _try_build(experiment: Experiment, condition: PlannedCondition) -> None:
    """Build the fuser once before any work, so that a value it refuses stops nothing half-way."""
    registered, at = condition.registered, ("conditions", condition.name, "fuser")
    with in_table(experiment, ".".join(at)):
        with _asking(registered, "builds", at):
            fuser = registered.record.build(**condition.arguments)
        check = getattr(fuser, "check_lanes", None)
        if check is not None:
            with _asking(registered, "checks its lanes", at):
                check(tuple(condition.instances))


@contextmanager
def _asking(registered: Registered, rule: str, at: tuple[str, ...]) -> Iterator[None]:
    """Let a plugin answer before any work; a fault says for which key, and where it was raised.

    Raises:
        PluginFault: it raised. What it refuses in our words passes through.
    """
    try:
        with answering(registered.qualified, rule):
            yield
    except PluginFault as fault:
        place = "" if fault.__cause__ is None else place_of(fault.__cause__)
        found = f"{fault.found}{f' ({place})' if place else ''}, asked for {'.'.join(at)}"
        raise PluginFault(fault.plugin, rule, found, fault.expected) from fault.__cause__


def _plan_metrics(
    experiment: Experiment, registry: Registry, *, is_judged: bool
) -> tuple[PlannedMetric, ...]:
    """The metrics asked for, then what share of documents each of them knows.

    A value over a ranking of which little is judged says little; so `Judged@k` always stands beside
    it, and `MetaKnown@k` beside what is said of a field of metadata.
    """
    settings = experiment.settings
    planned: dict[str, PlannedMetric] = {}
    for text in settings.metrics:
        metric = _plan_metric(experiment, registry, text)
        if metric.name in planned:
            raise BadExperiment(
                experiment.file, None, f"metric {metric.name} twice, as {text}", "each metric once"
            )
        planned[metric.name] = metric
    cutoffs = {one.ready.name.cutoff or settings.depth for one in planned.values()}
    for cutoff in sorted(cutoffs) if is_judged else ():
        metric = _plan_metric(experiment, registry, f"{HOLES}@{cutoff}")
        planned.setdefault(metric.name, metric)
    for text in _known_beside(list(planned.values())):
        metric = _plan_metric(experiment, registry, text)
        planned.setdefault(metric.name, metric)
    return tuple(planned.values())


def _known_beside(planned: Sequence[PlannedMetric]) -> Iterator[str]:
    """How many documents have each field that a metric looks at, by name; all have `words`."""
    for one in planned:
        name, field = one.ready.name, dict(one.ready.name.params).get("field", WORDS)
        if one.ready.needs_documents and field != WORDS:
            cutoff = "" if name.cutoff is None else f"@{name.cutoff}"
            yield f"{KNOWN}(field={field!r}){cutoff}"


def _plan_metric(experiment: Experiment, registry: Registry, text: str) -> PlannedMetric:
    """A metric, built; it may not look deeper than the conditions return."""
    with in_table(experiment, "experiment.metrics"):
        name, registered = find_metric(text, registry)
    depth = experiment.settings.depth
    if name.cutoff is not None and name.cutoff > depth:
        raise BadExperiment(
            experiment.file,
            None,
            f"metric {name.canonical}, cut at {name.cutoff}",
            f"a cut-off of at most the depth, {depth}",
            "Raise experiment.depth, or measure less deeply",
        )
    texts = {key: resolved_text(value) for key, value in name.stated}
    if name.cutoff is not None:
        texts["cutoff"] = str(name.cutoff)
    return PlannedMetric(
        ready=ready_metric(name, registered),
        made_by=made_by(registered, texts),
    )


def _takes_weights(registered: Registered) -> bool:
    """Whether a fuser's `build` has a parameter `weights`."""
    import inspect  # noqa: PLC0415 - only a weighted condition pays for it

    return "weights" in inspect.signature(registered.record.build).parameters


def _refuse_unused(experiment: Experiment, conditions: list[PlannedCondition]) -> None:
    """A lane that no condition uses would be configured and never run."""
    used = {lane for condition in conditions for lane in condition.instances}
    for name in experiment.lanes:
        if name not in used:
            raise BadExperiment(
                experiment.file,
                None,
                f"lane {name!r} in no condition",
                "each lane used",
                "Name it in the lanes of a condition, or take its table out",
            )
