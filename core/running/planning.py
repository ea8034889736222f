"""From an experiment to a plan: names become plugins, lanes become instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import BadData, BadExperiment, UsageError
from ..event_store import canonical_json, digest
from ..files.text_files import refuse_stream
from ..measuring.metric_names import find_metric
from ..measuring.scoring import ready_metric
from ..plugging.contracts import answering
from ..plugging.parameter_values import resolved_text
from ..plugging.parameters import BadParameter, bind, passed_by_core
from ..plugging.pins import made_by
from ..plugging.registry import Registered, Registry
from .experiment import ConditionSpec, Experiment, LaneSpec
from .plan import Plan, PlannedCondition, PlannedLane, PlannedMetric, resolve

FILE_NEED = "file:"
HOLES = "benchbook:Judged"


def plan_run(experiment: Experiment, registry: Registry, corpus: str, topics: str) -> Plan:
    """Resolve an experiment, or say what it asks for that does not exist.

    Args:
        corpus, topics: the digests of what lanes are built on and asked.

    Raises:
        UsageError: an unknown plugin, a parameter that it does not take, a metric cut deeper than
            the conditions are.
    """
    lanes: dict[str, PlannedLane] = {}
    conditions = []
    for name, spec in experiment.conditions.items():
        instances = {}
        for lane in spec.lanes:
            planned = _plan_lane(experiment, registry, lane, spec, (corpus, topics))
            instances[lane] = lanes.setdefault(planned.instance, planned).instance
        conditions.append(_plan_condition(experiment, registry, name, spec, instances))
    _refuse_unused(experiment, conditions)
    metrics = _plan_metrics(experiment, registry)
    return Plan(
        experiment=experiment,
        lanes=tuple(lanes.values()),
        conditions=tuple(conditions),
        metrics=metrics,
        resolved=resolve(experiment, tuple(lanes.values()), conditions, metrics),
    )


def _plan_lane(
    experiment: Experiment,
    registry: Registry,
    name: str,
    condition: ConditionSpec,
    digests: tuple[str, str],
) -> PlannedLane:
    """The instance of a lane in a condition."""
    spec = experiment.lanes[name]
    override = condition.override.get(name, {})
    with _in_table(experiment, f"lanes.{name}"):
        registered = registry.find("lane", spec.plugin)
    given = {**spec.parameters, **override}
    arguments, texts = _bind(experiment, ("lanes", name), registered, given)
    retrieve = condition.retrieve or spec.retrieve
    identity = [registered.qualified, registered.record.version, texts, retrieve, *digests]
    return PlannedLane(
        name=_label(name, override, spec, condition),
        instance=digest(canonical_json(identity)),
        registered=registered,
        made_by=made_by(registered, texts),
        arguments=arguments,
        retrieve=retrieve,
    )


def _label(
    name: str, override: Mapping[str, object], spec: LaneSpec, condition: ConditionSpec
) -> str:
    """A lane's name, with what a condition changes in it."""
    changes = [f"{key}={resolved_text(value)}" for key, value in sorted(override.items())]
    if condition.retrieve not in (None, spec.retrieve):
        changes.append(f"retrieve={condition.retrieve}")
    return f"{name}[{', '.join(changes)}]" if changes else name


def _plan_condition(
    experiment: Experiment,
    registry: Registry,
    name: str,
    spec: ConditionSpec,
    instances: Mapping[str, str],
) -> PlannedCondition:
    """A condition with its fuser."""
    with _in_table(experiment, f"conditions.{name}"):
        registered = registry.find("fuser", spec.fuser)
    at = ("conditions", name)
    arguments, texts = _bind(experiment, at, registered, spec.parameters)
    weights = None if spec.weights is None else {k: float(v) for k, v in spec.weights.items()}
    if weights is not None:
        if not _takes_weights(registered):
            raise _refusal(experiment, at, "weights", f"fuser {spec.fuser!r} takes no weights")
        arguments = {**arguments, "weights": weights}
        texts = {**texts, "weights": resolved_text(weights)}
    planned = PlannedCondition(
        name=name,
        instances=instances,
        weights=weights,
        registered=registered,
        made_by=made_by(registered, texts),
        arguments=arguments,
    )
    _try_build(experiment, planned)
    return planned


def _try_build(experiment: Experiment, condition: PlannedCondition) -> None:
    """Build the fuser once before any work, so that a value it refuses stops nothing half-way."""
    try:
        with answering(condition.registered.qualified, "builds"):
            fuser = condition.registered.record.build(**condition.arguments)
            check = getattr(fuser, "check_lanes", None)
            if check is not None:
                check(tuple(condition.instances))
    except UsageError as error:
        at = ("conditions", condition.name)
        raise _refusal(experiment, at, "fuser", str(error)) from error


def _plan_metrics(experiment: Experiment, registry: Registry) -> tuple[PlannedMetric, ...]:
    """The metrics asked for, then the share of judged documents at each of their cut-offs.

    A value over a ranking of which little is judged says little; so `Judged@k` always stands beside
    it.
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
    for cutoff in sorted(cutoffs):
        metric = _plan_metric(experiment, registry, f"{HOLES}@{cutoff}")
        planned.setdefault(metric.name, metric)
    return tuple(planned.values())


def _plan_metric(experiment: Experiment, registry: Registry, text: str) -> PlannedMetric:
    """A metric, built; it may not look deeper than the conditions return."""
    with _in_table(experiment, "experiment.metrics"):
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
    texts = {key: resolved_text(value) for key, value in name.params}
    if name.cutoff is not None:
        texts["cutoff"] = str(name.cutoff)
    return PlannedMetric(
        ready=ready_metric(name, registered),
        made_by=made_by(registered, texts),
    )


def _bind(
    experiment: Experiment,
    at: tuple[str, str],
    registered: Registered,
    given: Mapping[str, object],
) -> tuple[dict[str, Any], dict[str, str]]:
    """The arguments of a plugin's `build`, and their texts for the record.

    A parameter that the plugin declares as `file:NAME` is read here, relative to the experiment's
    folder: `build` gets its path, the record its base name and SHA-256.
    """
    record = registered.record
    try:
        bound = bind(record.build, given, extra=passed_by_core(record))
    except BadParameter as error:
        found = f"{'.'.join((*at, error.parameter))} = {error.found}"
        raise BadExperiment(experiment.file, None, found, error.expected) from error
    texts = {key: resolved_text(value) for key, value in bound.items()}
    for need in record.needs:
        if need.startswith(FILE_NEED):
            key = need.removeprefix(FILE_NEED)
            path = experiment.folder / str(bound[key])
            texts[key] = f"{resolved_text(path.name)} sha256:{_digest_of_file(path)}"
            bound[key] = path
    return bound, texts


def _digest_of_file(path: Path) -> str:
    """SHA-256 (hex) of a file that a lane reads.

    Raises:
        BadData: it cannot be read.
    """
    refuse_stream(path)
    try:
        return sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        found = getattr(error, "strerror", None) or "an unreadable file"
        raise BadData(str(path), None, found, "a file that can be read") from error


def _takes_weights(registered: Registered) -> bool:
    """Whether a fuser's `build` has a parameter `weights`."""
    import inspect  # noqa: PLC0415 - only a weighted condition pays for it

    return "weights" in inspect.signature(registered.record.build).parameters


@contextmanager
def _in_table(experiment: Experiment, table: str) -> Iterator[None]:
    """Say in which table of the experiment a name stands that nobody has.

    Raises:
        UsageError: what the block raised, with the file and the table before it.
    """
    try:
        yield
    except UsageError as error:
        message = f"{experiment.file}, {table}: {error}"
        raise UsageError(message) from error


def _refusal(experiment: Experiment, at: tuple[str, str], key: str, found: str) -> BadExperiment:
    """A refusal that names the table of the experiment."""
    name = ".".join(part for part in (*at, key) if part)
    return BadExperiment(experiment.file, None, f"{name}: {found}", "what the plugin takes")


def _refuse_unused(experiment: Experiment, conditions: list[PlannedCondition]) -> None:
    """A lane that no condition uses would be configured and never run."""
    used = {lane for condition in conditions for lane in condition.instances}
    for name in experiment.lanes:
        if name not in used:
            raise BadExperiment(
                experiment.file, None, f"lane {name!r} in no condition", "each lane used", ""
            )
