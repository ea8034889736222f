"""The tables of an experiment file: lanes, conditions, and what stands inside them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import attrs

from ..files.toml_source import Table, TomlSource, found, shown
from ..plugging.admission import CONDITION_KEYS, EMBEDDER_KEYS, LANE_KEYS, RERANK_KEYS
from ..scopes import Scope
from .specification import ConditionSpec, LaneSpec, PluginSpec, RerankSpec

NO_RERANK = "none"
_LINKS = ("extends", "with", "without")
YEARS = 10_000
"""No document is of a year beyond."""

POOL = 20
"""Units that a reranker orders anew, where nothing else is said."""


def read_lane(source: TomlSource, name: str, lanes: Table, retrieve: int, scope: Scope) -> LaneSpec:
    """One lane; keys that are not reserved go to its plugin.

    Args:
        retrieve, scope: of the experiment, where the lane has none of its own.
    """
    at = ("lanes", name)
    table = source.table(("lanes",), lanes, name)
    source.refuse_later(at, table, LANE_KEYS)
    return LaneSpec(
        plugin=source.text_of(at, table, "plugin"),
        retrieve=source.count_of(at, table, "retrieve", retrieve),
        scope=read_scope(source, at, table) or scope,
        embedder=_plugin(source, at, table, "embedder") if "embedder" in table else None,
        expansions=source.text_of(at, table, "expansions") if "expansions" in table else None,
        parameters=_without(table, LANE_KEYS),
    )


def read_scope(source: TomlSource, at: tuple[str, ...], table: Table) -> Scope | None:
    """The key `scope` of a table; None where there is none, and an empty one lifts any other."""
    if "scope" not in table:
        return None
    given = table["scope"]
    if not isinstance(given, dict):
        source.fail(at, "scope", found(table, "scope"), "a table, as { exclude_retracted = true }")
    inside = (*at, "scope")
    source.known(inside, given, [field.name for field in attrs.fields(Scope)])
    if type(given.get("exclude_retracted", False)) is not bool:
        source.fail(inside, "exclude_retracted", found(given, "exclude_retracted"), "true or false")
    for key in ("year_from", "year_to"):
        if type(given.get(key, 0)) is not int or abs(given.get(key, 0)) >= YEARS:
            source.fail(inside, key, found(given, key), "a year")
    if "year_to" in given and given["year_to"] < given.get("year_from", given["year_to"]):
        source.fail(inside, "year_to", found(given, "year_to"), "a year not before year_from")
    lists = {
        key: source.texts_of(inside, given, key) for key in ("source", "licence") if key in given
    }
    return Scope(**{**given, **lists})


def read_condition(
    source: TomlSource, name: str, conditions: Table, lanes: tuple[str, ...]
) -> ConditionSpec:
    """One condition, with what it extends merged in.

    Args:
        lanes: the names of all lanes.
    """
    at = ("conditions", name)
    merged, without = _merged(source, name, conditions, lanes)
    source.refuse_later(at, merged, CONDITION_KEYS)
    asked = _lanes(source, at, merged, "lanes", lanes) if "lanes" in merged else lanes
    chosen = tuple(lane for lane in asked if lane not in without)
    if not chosen:
        source.fail(at, "lanes", "(none is left)", "at least one lane")
    optional = _lanes(source, at, merged, "optional", lanes) if "optional" in merged else ()
    override = merged.get("override", {})
    if not isinstance(override, dict) or not all(isinstance(o, dict) for o in override.values()):
        source.fail(at, "override", found(merged, "override"), "a table per lane")
    for lane in override:
        source.one_of(at, "override", lane, lanes)
    return ConditionSpec(
        fuser=source.text_of(at, merged, "fuser"),
        lanes=chosen,
        optional=tuple(lane for lane in optional if lane in chosen),
        weights=_weights(source, at, merged, chosen, lanes),
        retrieve=source.count_of(at, merged, "retrieve", 1) if "retrieve" in merged else None,
        scope=read_scope(source, at, merged),
        override={lane: override[lane] for lane in override if lane in chosen},
        rerank=_rerank(source, at, merged),
        needs_merge=_truth(source, at, merged, "needs_merge"),
        parameters=_without(merged, CONDITION_KEYS),
    )


def _truth(source: TomlSource, at: tuple[str, ...], table: Table, key: str) -> bool:
    """A key that is true or false; false where it is missing."""
    given = table.get(key, False)
    if type(given) is not bool:
        source.fail(at, key, found(table, key), "true or false")
    return given


def _without(table: Table, reserved: frozenset[str]) -> Mapping[str, object]:
    """The keys of a table that go to its plugin."""
    return {key: value for key, value in table.items() if key not in reserved}


def _plugin(source: TomlSource, at: tuple[str, ...], table: Table, key: str) -> PluginSpec:
    """A plugin by name, or a table of its name and its parameters."""
    given = table[key]
    if isinstance(given, str) and given:
        return PluginSpec(plugin=given, parameters={})
    if not isinstance(given, dict):
        source.fail(at, key, found(table, key), "a name, or a table with plugin = a name")
    plugin = source.text_of((*at, key), given, "plugin")
    return PluginSpec(plugin=plugin, parameters=_without(given, EMBEDDER_KEYS))


def _rerank(source: TomlSource, at: tuple[str, ...], table: Table) -> RerankSpec | None:
    """What orders a condition's best units anew; `none` cancels an inherited one."""
    if table.get("rerank", NO_RERANK) == NO_RERANK:
        return None
    spec = _plugin(source, at, table, "rerank")
    pool: object = spec.parameters.get("pool", POOL)
    pool = source.count_of((*at, "rerank"), {"pool": pool}, "pool", POOL)
    return RerankSpec(
        plugin=spec.plugin, pool=pool, parameters=_without(spec.parameters, RERANK_KEYS)
    )


def _lanes(
    source: TomlSource, at: tuple[str, ...], table: Table, key: str, lanes: tuple[str, ...]
) -> tuple[str, ...]:
    """A list of lanes that are there."""
    return tuple(source.one_of(at, key, lane, lanes) for lane in source.texts_of(at, table, key))


def _merged(
    source: TomlSource, name: str, conditions: Table, lanes: tuple[str, ...]
) -> tuple[dict[str, Any], set[str]]:
    """A condition's own keys over those of what it extends, and every lane that was taken out."""
    merged: dict[str, Any] = {}
    without: set[str] = set()
    for link in reversed(_chain(source, name, conditions)):
        table = conditions[link]
        at = ("conditions", link)
        added = _lanes(source, at, table, "with", lanes) if "with" in table else ()
        removed = _lanes(source, at, table, "without", lanes) if "without" in table else ()
        without = without.difference(added).union(removed)
        merged |= {key: value for key, value in table.items() if key not in _LINKS}
        if added:
            if not isinstance(merged.get("lanes"), list):
                source.fail(at, "with", found(table, "with"), "lanes to add them to, in 'lanes'")
            merged["lanes"] = list(dict.fromkeys([*merged["lanes"], *added]))
    return merged, without


def _chain(source: TomlSource, name: str, conditions: Table) -> list[str]:
    """A condition, what it extends, what that extends."""
    chain: list[str] = []
    current: str | None = name
    while current is not None:
        if current in chain:
            source.fail(("conditions", name), "extends", f"{current!r} again", "no circle")
        chain.append(current)
        table = source.table(("conditions",), conditions, current)
        at = ("conditions", current)
        current = source.text_of(at, table, "extends") if "extends" in table else None
        if current is not None:
            source.one_of(at, "extends", current, conditions)
    return chain


def _weights(
    source: TomlSource,
    at: tuple[str, ...],
    table: Table,
    chosen: tuple[str, ...],
    lanes: tuple[str, ...],
) -> Mapping[str, Decimal] | None:
    """The weights of the chosen lanes: none may be missing, none may be of an unknown lane."""
    if "weights" not in table:
        return None
    given = table["weights"]
    if not isinstance(given, dict):
        source.fail(at, "weights", found(table, "weights"), "a table of lane = weight")
    for lane, weight in given.items():
        source.one_of(at, "weights", lane, lanes)
        number = type(weight) is int or isinstance(weight, Decimal)
        if not number or not Decimal(weight).is_finite() or weight < 0:
            source.fail(at, "weights", f"{lane} = {shown(weight)}", "a finite number, 0 or more")
    missing = [lane for lane in chosen if lane not in given]
    if missing:
        source.fail(
            at, "weights", f"with none for {', '.join(missing)}", "a weight for each lane fused"
        )
    return {lane: Decimal(given[lane]) for lane in chosen}
