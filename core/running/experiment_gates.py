"""The tables `[[gates]]` and `[decision]` of an experiment file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ..files.toml_source import Table, TomlSource, found
from ..gating.decision import DecisionRule
from ..gating.gate import BOUNDS, COST, FLOORS, LATENCY, METRIC, STATISTICS, Gate
from ..names import NAME
from .timed_gates import read_timed

FAILS = ("fail_below", "fail_above")
KEYS = (
    "name",
    "condition",
    "metric",
    "latency",
    "cost",
    *BOUNDS,
    *FAILS,
    "statistic",
    "bucket",
    "per_bucket",
    "relative_to",
    "against",
    "lane",
    "stage",
    "costs",
    "min_topics",
    "min_signed",
)
"""What a table `[[gates]]` may hold."""

_AT = ("gates",)
MOST = 100
"""Gates of one experiment: a run names each of their declarations."""

BASELINE = re.compile(r"(run:|report:)[0-9a-f]{4,12}|file:[^\x00-\x1f\x7f]{1,200}")


def read_gates(
    source: TomlSource, tables: Table, conditions: tuple[str, ...], metrics: tuple[str, ...]
) -> tuple[Gate, ...]:
    """The gates of an experiment, each name once; none where it declares none.

    Args:
        conditions, metrics: of the experiment, as written; empty where the file has no experiment,
            so that any are taken.
    """
    given = tables.get("gates", [])
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        source.fail((), "gates", found(tables, "gates"), "tables, each under [[gates]]")
    if len(given) > MOST:
        source.fail((), "gates", f"({len(given)} of them)", f"at most {MOST}")
    gates = tuple(_read(source, table, conditions, metrics) for table in given)
    names = [gate.name for gate in gates]
    for name in names:
        if names.count(name) > 1:
            source.fail(_AT, "name", f"= {name!r} twice", "each gate under a name of its own")
    return gates


def read_decision(source: TomlSource, tables: Table, gates: Sequence[Gate]) -> DecisionRule | None:
    """The rule that a decision follows; None where there is none."""
    if "decision" not in tables:
        return None
    at = ("decision",)
    table = tables["decision"]
    if not isinstance(table, dict):
        source.fail((), "decision", found(tables, "decision"), "a table")
    source.known(at, table, ("name", "gates"))
    names = tuple(gate.name for gate in gates)
    if not names:
        source.fail((), "decision", "without a gate", "at least one table [[gates]]")
    wanted = source.texts_of(at, table, "gates") if "gates" in table else names
    if not wanted:
        source.fail(at, "gates", "= []", "at least one gate")
    for name in wanted:
        source.one_of(at, "gates", name, names)
    name = source.text_of(at, table, "name", "decision")
    if not NAME.fullmatch(name):
        source.fail(at, "name", f"= {name!r}", "letters, digits and . _ + - (64 at most)")
    return DecisionRule(name=name, gates=wanted)


def _read(
    source: TomlSource, table: Table, conditions: tuple[str, ...], metrics: tuple[str, ...]
) -> Gate:
    """One gate."""
    source.known(_AT, table, KEYS)
    name = source.text_of(_AT, table, "name")
    if not NAME.fullmatch(name):
        source.fail(_AT, "name", f"= {name!r}", "letters, digits and . _ + - (64 at most)")
    kind = _kind(source, table)
    bound = _bound(source, table)
    condition = source.text_of(_AT, table, "condition")
    if conditions:
        source.one_of(_AT, "condition", condition, conditions)
    metric, stage, costs = (
        (_metric(source, table, metrics), "", "")
        if kind == METRIC
        else read_timed(source, table, kind)
    )
    relative_to, against = _baseline(source, table, condition, conditions)
    return Gate(
        name=name,
        kind=kind,
        condition=condition,
        metric=metric,
        stage=stage,
        costs=costs,
        bound=bound,
        threshold=number_of(source, table, bound),
        fails=_fails(source, table, bound),
        statistic=source.one_of(
            _AT, "statistic", source.text_of(_AT, table, "statistic", STATISTICS[0]), STATISTICS
        ),
        bucket=_bucket(source, table),
        per_bucket=_flag(source, table, "per_bucket"),
        relative_to=relative_to,
        against=against,
        min_topics=source.count_of(_AT, table, "min_topics", 1),
        min_signed=source.count_of(_AT, table, "min_signed", 1) if "min_signed" in table else 0,
    )


def _kind(source: TomlSource, table: Table) -> str:
    """What a gate is about: the one of metric, latency and cost that it names."""
    kinds = [kind for kind in (METRIC, LATENCY, COST) if kind in table]
    if len(kinds) != 1:
        stated = f"and {kinds[1]}, both" if kinds else "(nothing to measure)"
        source.fail(_AT, kinds[0] if kinds else METRIC, stated, "one of metric, latency and cost")
    return kinds[0]


def _bound(source: TomlSource, table: Table) -> str:
    """Which side a gate bounds."""
    bounds = [bound for bound in BOUNDS if bound in table]
    if len(bounds) == 1:
        return bounds[0]
    if not bounds and "relative_to" in table and table.get("statistic") == "interval":
        hint = "Absence of evidence is no evidence of absence: say how much worse is still fine"
        source.fail(_AT, "relative_to", "without a margin", "one, as at_least = -0.02", hint)
    both = f"and {bounds[1]}, both" if bounds else "(no threshold)"
    return source.fail(
        _AT,
        bounds[0] if bounds else "at_least",
        both,
        f"one of {', '.join(BOUNDS)}, as at_least = 0.65",
    )


def number_of(source: TomlSource, table: Table, key: str) -> Decimal:
    """A decimal, as it was written."""
    value = table[key]
    if type(value) is int:
        value = Decimal(value)
    if not isinstance(value, Decimal) or not value.is_finite():
        source.fail(_AT, key, found(table, key), "a number, as 0.65")
    return value


def _fails(source: TomlSource, table: Table, bound: str) -> Decimal | None:
    """The other end of a band, on the wrong side of the threshold."""
    key, other = FAILS if bound in FLOORS else FAILS[::-1]
    if other in table:
        source.fail(_AT, other, f"beside {bound}", f"{key}, on the other side of the band")
    if key not in table:
        return None
    end, threshold = number_of(source, table, key), number_of(source, table, bound)
    if end >= threshold if bound in FLOORS else end <= threshold:
        side = "below" if bound in FLOORS else "above"
        source.fail(_AT, key, found(table, key), f"a number {side} {bound} {threshold}")
    return end


def _bucket(source: TomlSource, table: Table) -> str:
    """The bucket of a gate; empty for all topics."""
    if "bucket" not in table:
        return ""
    if "per_bucket" in table:
        source.fail(_AT, "bucket", "and per_bucket, both", "one bucket, or each by itself")
    return source.text_of(_AT, table, "bucket")


def _flag(source: TomlSource, table: Table, key: str) -> bool:
    """True or false; false where it is not given."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        source.fail(_AT, key, found(table, key), "true or false")
    return value


def _baseline(
    source: TomlSource, table: Table, condition: str, conditions: tuple[str, ...]
) -> tuple[str, str]:
    """What a gate is relative to, and the condition of that; both empty where it is absolute."""
    if "relative_to" not in table:
        if "against" in table:
            source.fail(
                _AT, "against", "without relative_to", "relative_to = a run, report or file"
            )
        return "", ""
    relative = source.text_of(_AT, table, "relative_to")
    if ":" not in relative:
        if "against" in table:
            expected = "it with relative_to = a run, report or file alone"
            source.fail(_AT, "against", "beside a condition of the same run", expected)
        if conditions:
            source.one_of(_AT, "relative_to", relative, conditions)
        if relative == condition:
            source.fail(_AT, "relative_to", f"= {relative!r}", "another condition than its own")
        return relative, relative
    if not BASELINE.fullmatch(relative):
        hint = "A baseline is pinned when it is declared, so `latest` is none"
        expected = "a condition, run:ID, report:ID (4 to 12 hex digits) or file:PATH"
        source.fail(_AT, "relative_to", found(table, "relative_to"), expected, hint)
    return relative, source.text_of(_AT, table, "against", condition)


def _metric(source: TomlSource, table: Table, metrics: tuple[str, ...]) -> str:
    """The metric of a gate, one of those that the experiment measures."""
    metric = source.text_of(_AT, table, "metric")
    if metrics and metric not in metrics:
        hint = "Add it to experiment.metrics, or take one of these"
        source.fail(_AT, "metric", f"= {metric!r}", f"one of {', '.join(metrics)}", hint)
    return metric
