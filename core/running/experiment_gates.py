"""The tables `[[gates]]` of an experiment file."""

from __future__ import annotations

from decimal import Decimal

from ..files.toml_source import Table, TomlSource, found
from ..gating.gate import BOUNDS, STATISTICS, Gate
from ..names import NAME

_KEYS = ("name", "condition", "metric", *BOUNDS, "statistic", "min_topics")
_AT = ("gates",)


def read_gates(
    source: TomlSource, tables: Table, conditions: tuple[str, ...], metrics: tuple[str, ...]
) -> tuple[Gate, ...]:
    """The gates of an experiment, each name once; none where it declares none.

    Args:
        conditions, metrics: of the experiment, as written.
    """
    given = tables.get("gates", [])
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        source.fail((), "gates", found(tables, "gates"), "tables, each under [[gates]]")
    gates = tuple(_read(source, table, conditions, metrics) for table in given)
    names = [gate.name for gate in gates]
    for name in names:
        if names.count(name) > 1:
            source.fail(_AT, "name", f"= {name!r} twice", "each gate under a name of its own")
    return gates


def _read(
    source: TomlSource, table: Table, conditions: tuple[str, ...], metrics: tuple[str, ...]
) -> Gate:
    """One gate."""
    source.known(_AT, table, _KEYS)
    name = source.text_of(_AT, table, "name")
    if not NAME.fullmatch(name):
        source.fail(_AT, "name", f"= {name!r}", "letters, digits and . _ + - (64 at most)")
    bounds = [bound for bound in BOUNDS if bound in table]
    if len(bounds) != 1:
        both = "and at_most, both" if bounds else "(no threshold)"
        source.fail(_AT, "at_least", both, "one of at_least and at_most, as at_least = 0.65")
    threshold = table[bounds[0]]
    if type(threshold) is int:
        threshold = Decimal(threshold)
    if not isinstance(threshold, Decimal) or not threshold.is_finite():
        source.fail(_AT, bounds[0], found(table, bounds[0]), "a number, as 0.65")
    min_topics = source.count_of(_AT, table, "min_topics", 1)
    return Gate(
        name=name,
        condition=source.one_of(
            _AT, "condition", source.text_of(_AT, table, "condition"), conditions
        ),
        metric=_metric(source, table, metrics),
        bound=bounds[0],
        threshold=threshold,
        statistic=source.one_of(
            _AT, "statistic", source.text_of(_AT, table, "statistic", STATISTICS[0]), STATISTICS
        ),
        min_topics=min_topics,
    )


def _metric(source: TomlSource, table: Table, metrics: tuple[str, ...]) -> str:
    """The metric of a gate, one of those that the experiment measures."""
    metric = source.text_of(_AT, table, "metric")
    if metric not in metrics:
        hint = "Add it to experiment.metrics, or take one of these"
        source.fail(_AT, "metric", f"= {metric!r}", f"one of {', '.join(metrics)}", hint)
    return metric
