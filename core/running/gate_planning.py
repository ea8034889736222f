"""The gates of a plan: with canonical names of metrics, and thresholds that these can reach."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..errors import BadExperiment
from ..gating.gate import Gate
from ..hookspec import MetricPlugin
from ..measuring.metric_names import find_metric
from ..names import NAME
from ..plugging.registry import Registry
from .specification import Experiment


def plan_gates(experiment: Experiment, registry: Registry) -> tuple[Gate, ...]:
    """The gates of an experiment, ready to be declared.

    Raises:
        BadExperiment: a threshold lies outside the range of its metric, so that it says nothing,
            or the experiment has no name that gates can be kept under.
    """
    name = experiment.settings.name
    if experiment.gates and not NAME.fullmatch(name):
        raise BadExperiment(
            experiment.file,
            None,
            f"gates in an experiment called {name!r}",
            "a name of letters, digits and . _ + - (64 at most), under which they are kept",
            'Say name = "…" under [experiment]',
        )
    return tuple(_plan(experiment, registry, gate) for gate in experiment.gates)


def _plan(experiment: Experiment, registry: Registry, gate: Gate) -> Gate:
    """One gate."""
    name, registered = find_metric(gate.metric, registry)
    record = registered.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - find_metric gives metrics alone
    if not Decimal(record.low) <= gate.threshold <= Decimal(record.high):
        raise BadExperiment(
            experiment.file,
            None,
            f"gate {gate.name!r}: {gate.rule}",
            f"a threshold from {record.low:g} to {record.high:g}, the range of {name.canonical}",
        )
    return attrs.evolve(gate, metric=name.canonical)
