"""The gates of a plan: with canonical names of metrics, and thresholds that these can reach."""

from __future__ import annotations

from decimal import Decimal
from typing import NoReturn

import attrs

from ..comparing.rules import WILCOXON
from ..errors import BadExperiment
from ..gating.gate import ABOVE, AT_LEAST, AT_MOST, BELOW, INTERVAL, METRIC, Gate
from ..hookspec import MetricPlugin
from ..measuring.metric_names import find_metric
from ..names import NAME
from ..plugging.registry import Registry
from .specification import Experiment


def plan_gates(experiment: Experiment, registry: Registry) -> tuple[Gate, ...]:
    """The gates of an experiment, ready to be declared.

    Raises:
        BadExperiment: a threshold lies where its number cannot, so that it says nothing, or the
            experiment has no name that gates can be kept under.
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
    test = experiment.settings.test
    return tuple(plan_gate(gate, registry, experiment.file, test) for gate in experiment.gates)


def plan_gate(gate: Gate, registry: Registry, file: str, test: str) -> Gate:
    """One gate.

    Args:
        file: where it stands; test: of differences, which a relative gate by interval needs.

    Raises:
        BadExperiment: as `plan_gates` does.
    """
    if gate.kind != METRIC:
        if gate.threshold < 0 and not gate.is_relative:
            _refuse(file, gate, gate.threshold, "a threshold of 0 or more: less there never is")
        return gate
    name, registered = find_metric(gate.metric, registry)
    record = registered.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - find_metric gives metrics alone
    low, high = Decimal(record.low), Decimal(record.high)
    of = name.canonical
    if gate.is_relative:
        low, high, of = low - high, high - low, f"a difference of {of}"
        _check_margin(gate, file, test)
    _check_range(gate, file, (low, high), of)
    return attrs.evolve(gate, metric=name.canonical)


def _check_range(gate: Gate, file: str, span: tuple[Decimal, Decimal], of: str) -> None:
    """Refuse a threshold outside the range of its number, or at an end that nothing can pass.

    Raises:
        BadExperiment: it is.
    """
    low, high = span
    for threshold in (gate.threshold, *([] if gate.fails is None else [gate.fails])):
        if not low <= threshold <= high:
            expected = f"a threshold from {low:g} to {high:g}, the range of {of}"
            _refuse(file, gate, threshold, expected)
    at_end = gate.threshold == (high if gate.is_floor else low)
    if at_end and gate.statistic == INTERVAL:
        expected = f"one that an interval can lie beyond: none is wholly at {gate.threshold:g}"
        _refuse(file, gate, gate.threshold, expected)
    if at_end and gate.bound in (ABOVE, BELOW):
        expected = f"one that can be passed: {of} ends at {gate.threshold:g}"
        _refuse(file, gate, gate.threshold, expected)


def _check_margin(gate: Gate, file: str, test: str) -> None:
    """Refuse a relative gate by interval that has no margin, or no interval.

    Raises:
        BadExperiment: it is one.
    """
    if gate.statistic != INTERVAL:
        return
    if gate.threshold == 0 and gate.bound in (AT_LEAST, AT_MOST):
        strict = ABOVE if gate.bound == AT_LEAST else BELOW
        expected = f"a margin, as at_least = -0.02; or {strict} = 0, which asks for a difference"
        hint = "Absence of evidence is no evidence of absence: say how much worse is still fine"
        _refuse(file, gate, gate.threshold, expected, hint)
    if test == WILCOXON:
        found = f'gate {gate.name!r}: statistic = "interval" with test = "{test}"'
        raise BadExperiment(
            file, None, found, "another test: that one is about ranks and has no interval"
        )


def _refuse(file: str, gate: Gate, threshold: Decimal, expected: str, hint: str = "") -> NoReturn:
    """Refuse a threshold.

    Raises:
        BadExperiment: always.
    """
    stated = f"{gate.bound.replace('_', ' ')} {format(threshold, 'f')}"
    if threshold == gate.fails:
        stated = f"fails {'below' if gate.is_floor else 'above'} {format(threshold, 'f')}"
    raise BadExperiment(file, None, f"gate {gate.name!r}: {stated}", expected, hint)
