"""The tables `[strategies.NAME]` of an experiment: each stands for a grid of conditions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import attrs

from ..files.toml_source import Table, TomlSource, found

GRID, REST = "grid", "rest"
MOST = 500
"""Conditions that a grid may have: each is fused, measured and recorded."""


@attrs.frozen(kw_only=True)
class Grid:
    """What a table `[strategies.NAME]` has beside the keys of a condition.

    Attributes:
        grid: the values of each key; one condition for each combination of them. A key that names a
            lane is its weight.
        rest: the lane whose weight is what the weights of the grid leave of 1; empty for none.
    """

    grid: Mapping[str, list[Any]]
    rest: str = ""


def expand_strategies(
    source: TomlSource, tables: Table, lanes: tuple[str, ...]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The conditions of all strategies as tables, and their names, in the order of the file.

    A strategy is a condition with a grid: `grid = { k = [10, 60] }` gives one for each value, and
    several keys one for each combination. A key that names a lane is its weight, and the lane that
    `rest` names has what is left of 1. The name of a condition is that of the strategy with each
    key and value behind it, as `naive_rrf_k10`.
    """
    conditions = tables.get("conditions", {})
    made: dict[str, Any] = {}
    strategies = tables.get("strategies", {})
    if not isinstance(strategies, dict):
        source.fail((), "strategies", found(tables, "strategies"), "tables, as [strategies.rrf]")
    for strategy in strategies:
        at = ("strategies", strategy)
        table = source.table(("strategies",), strategies, strategy)
        for name, condition in _conditions(source, at, table, lanes):
            if name in made or name in conditions:
                source.fail(at, GRID, f"two conditions called {name!r}", "each under its own name")
            made[name] = condition
    if len(made) > MOST:
        source.fail((), "strategies", f"{len(made)} conditions", f"at most {MOST}")
    return made, tuple(made)


def _conditions(
    source: TomlSource, at: tuple[str, ...], table: Table, lanes: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each condition of a strategy with its name."""
    fixed = {key: value for key, value in table.items() if key not in {GRID, REST}}
    given = Grid(
        grid=_grid(source, at, table),
        rest=source.one_of(at, REST, source.text_of(at, table, REST), lanes)
        if REST in table
        else "",
    )
    for values in itertools.product(*given.grid.values()):
        chosen = dict(zip(given.grid, values, strict=True))
        name = "_".join([at[-1], *(f"{key}{_shown(value)}" for key, value in chosen.items())])
        weights = {key: value for key, value in chosen.items() if key in lanes}
        if given.rest:
            weights[given.rest] = _left(source, at, weights)
        parameters = {key: value for key, value in chosen.items() if key not in lanes}
        condition = {**fixed, **parameters}
        if weights:
            condition["weights"] = {**fixed.get("weights", {}), **weights}
        yield name, condition


def _grid(source: TomlSource, at: tuple[str, ...], table: Table) -> Mapping[str, list[Any]]:
    """The values of each key, checked: at least one key, at least one value, none twice."""
    given = table.get(GRID)
    if not isinstance(given, dict) or not given:
        source.fail(at, GRID, found(table, GRID), "a table of lists, as { k = [10, 60] }")
    for key, values in given.items():
        inside = (*at, GRID)
        if not isinstance(values, list) or not values:
            source.fail(inside, key, found(given, key), "a list of values, as [10, 60]")
        shown = [_shown(value) for value in values]
        for one in shown:
            if shown.count(one) > 1:
                source.fail(inside, key, f"{one} twice", "each value once")
    return given


def _left(source: TomlSource, at: tuple[str, ...], weights: Mapping[str, Any]) -> Decimal:
    """What the weights leave of 1."""
    numbers = [value for value in weights.values() if isinstance(value, int | Decimal)]
    left = 1 - sum(map(Decimal, numbers), Decimal(0))
    if len(numbers) != len(weights) or not weights or left < 0:
        source.fail(at, REST, "weights that leave nothing of 1", "a grid of weights from 0 to 1")
    return left


def _shown(value: object) -> str:
    """A value as it stands in a name."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)
