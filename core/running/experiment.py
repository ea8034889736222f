"""The experiment file: TOML in, a checked and merged specification out.

Numbers are read as decimals, unknown keys are refused naming the nearest one, and nothing is
coerced. What stands here knows no plugin; `planning` resolves names against the registry and the
ledger.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs

from ..errors import BadExperiment, UsageError
from ..files.toml_source import Table, TomlSource, found, shown
from ..plugging.admission import CONDITION_KEYS, LANE_KEYS
from ..scrub import scrub

UNITS = ("document", "passage")
TESTS = ("sign-flip",)
RELEVANCE = ("", "document", "evidence", "either", "both")
MATCHES = ("", "fold", "substring")
TABLES = ("experiment", "lanes", "conditions")


@attrs.frozen(kw_only=True)
class Settings:
    """The table `[experiment]`.

    Attributes:
        corpus, gold: names; empty means the only one that the workspace has.
        unit: what is measured, `document` or `passage`.
        retrieve: units asked of each lane, before fusion.
        depth: units that a condition returns.
        baseline: the condition that others are compared with; the first one where none is named.
        metrics: names as written; `primary`: the one that the declared family is about.
        relevance: what makes a unit relevant, `document`, `evidence`, `either` or `both`; empty:
            by evidence too where the gold set has some.
        match: how titles and phrases are compared, `fold` or `substring`; empty means `fold`.
        disclaimer: text of the report's head, or None for the standard one.
    """

    name: str
    corpus: str
    gold: str
    unit: str
    retrieve: int
    depth: int
    baseline: str
    metrics: tuple[str, ...]
    primary: str
    test: str
    alpha: Decimal
    relevance: str
    match: str
    disclaimer: str | None


@attrs.frozen(kw_only=True)
class LaneSpec:
    """A table `[lanes.NAME]`; `parameters` go to the plugin's `build`."""

    plugin: str
    retrieve: int
    parameters: Mapping[str, object]


@attrs.frozen(kw_only=True)
class ConditionSpec:
    """A table `[conditions.NAME]`, with what it extends merged in.

    Attributes:
        lanes: names, in the order of the file.
        weights: by lane, or None where the condition gives none.
        retrieve: overrides the lanes' own, or None.
        override: lane -> parameters that differ in this condition.
        parameters: what goes to the fuser's `build`.
    """

    fuser: str
    lanes: tuple[str, ...]
    weights: Mapping[str, Decimal] | None
    retrieve: int | None
    override: Mapping[str, Mapping[str, object]]
    parameters: Mapping[str, object]


@attrs.frozen(kw_only=True)
class Experiment:
    """A checked experiment file.

    Attributes:
        file: its name as given; `folder`: where relative paths of its parameters start.
    """

    file: str
    folder: Path
    settings: Settings
    lanes: Mapping[str, LaneSpec]
    conditions: Mapping[str, ConditionSpec]


def read_experiment(path: Path) -> Experiment:
    """Read an experiment file.

    Raises:
        UsageError: it cannot be read.
        BadExperiment: it is no TOML, has an unknown key, a value of another type, or contradicts
            itself.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        message = f"there is no experiment file {str(path)!r}; `benchbook init` writes one"
        raise UsageError(message) from error
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: cannot be read as UTF-8 text ({error})"
        raise UsageError(message) from error
    return parse_experiment(text, str(path), path.parent)


def parse_experiment(text: str, file: str, folder: Path) -> Experiment:
    """Check the text of an experiment file.

    Raises:
        BadExperiment: as `read_experiment` does.
    """
    source = TomlSource(file, text)
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadExperiment(
            file, int(line[1]) if line else None, f"no TOML ({error})", "TOML"
        ) from error
    source.keepable(tables)
    source.known((), tables, TABLES)
    lanes_table = source.table((), tables, "lanes")
    conditions_table = source.table((), tables, "conditions")
    settings = _settings(source, source.table((), tables, "experiment"), tuple(conditions_table))
    lanes = {name: _lane(source, name, lanes_table, settings.retrieve) for name in lanes_table}
    conditions = {
        name: _condition(source, name, conditions_table, tuple(lanes)) for name in conditions_table
    }
    return Experiment(
        file=file, folder=folder, settings=settings, lanes=lanes, conditions=conditions
    )


def _settings(source: TomlSource, table: Table, conditions: tuple[str, ...]) -> Settings:
    """The table `[experiment]`, defaults filled in."""
    at = ("experiment",)
    source.known(at, table, [field.name for field in attrs.fields(Settings)])
    metrics = source.texts_of(at, table, "metrics")
    if not metrics:
        source.fail(at, "metrics", "= []", "at least one metric, as nDCG@10")
    alpha = table.get("alpha", Decimal("0.05"))
    if not isinstance(alpha, Decimal) or not alpha.is_finite() or not 0 < alpha < 1:
        source.fail(at, "alpha", found(table, "alpha"), "a decimal between 0 and 1")
    disclaimer = source.text_of(at, table, "disclaimer") if "disclaimer" in table else None
    return Settings(
        name=source.text_of(at, table, "name", scrub(Path(source.file).stem, ())),
        corpus=source.text_of(at, table, "corpus", ""),
        gold=source.text_of(at, table, "gold", ""),
        unit=source.one_of(at, "unit", source.text_of(at, table, "unit", "document"), UNITS),
        retrieve=source.count_of(at, table, "retrieve", 100),
        depth=source.count_of(at, table, "depth", 10),
        baseline=source.one_of(
            at, "baseline", source.text_of(at, table, "baseline", conditions[0]), conditions
        ),
        metrics=metrics,
        primary=source.one_of(
            at, "primary", source.text_of(at, table, "primary", metrics[0]), metrics
        ),
        test=source.one_of(at, "test", source.text_of(at, table, "test", TESTS[0]), TESTS),
        alpha=alpha,
        relevance=source.one_of(
            at, "relevance", source.text_of(at, table, "relevance", ""), RELEVANCE
        ),
        match=source.one_of(at, "match", source.text_of(at, table, "match", ""), MATCHES),
        disclaimer=disclaimer,
    )


def _lane(source: TomlSource, name: str, lanes: Table, retrieve: int) -> LaneSpec:
    """One lane; keys that are not reserved go to its plugin."""
    at = ("lanes", name)
    table = source.table(("lanes",), lanes, name)
    source.refuse_later(at, table, LANE_KEYS)
    return LaneSpec(
        plugin=source.text_of(at, table, "plugin"),
        retrieve=source.count_of(at, table, "retrieve", retrieve),
        parameters={key: value for key, value in table.items() if key not in LANE_KEYS},
    )


def _condition(
    source: TomlSource, name: str, conditions: Table, lanes: tuple[str, ...]
) -> ConditionSpec:
    """One condition, with what it extends merged in."""
    at = ("conditions", name)
    merged, without = _merged(source, name, conditions, lanes)
    source.refuse_later(at, merged, CONDITION_KEYS)
    asked = source.texts_of(at, merged, "lanes") if "lanes" in merged else lanes
    for lane in asked:
        source.one_of(at, "lanes", lane, lanes)
    chosen = tuple(lane for lane in asked if lane not in without)
    if not chosen:
        source.fail(at, "lanes", "(none is left)", "at least one lane")
    override = merged.get("override", {})
    if not isinstance(override, dict) or not all(isinstance(o, dict) for o in override.values()):
        source.fail(at, "override", found(merged, "override"), "a table per lane")
    for lane in override:
        source.one_of(at, "override", lane, lanes)
    return ConditionSpec(
        fuser=source.text_of(at, merged, "fuser"),
        lanes=chosen,
        weights=_weights(source, at, merged, chosen, lanes),
        retrieve=source.count_of(at, merged, "retrieve", 1) if "retrieve" in merged else None,
        override={lane: override[lane] for lane in override if lane in chosen},
        parameters={key: value for key, value in merged.items() if key not in CONDITION_KEYS},
    )


def _merged(
    source: TomlSource, name: str, conditions: Table, lanes: tuple[str, ...]
) -> tuple[dict[str, Any], set[str]]:
    """A condition's own keys over those of what it extends, and every lane that was taken out."""
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
    merged: dict[str, Any] = {}
    without: set[str] = set()
    for link in reversed(chain):
        table = conditions[link]
        at = ("conditions", link)
        removed = source.texts_of(at, table, "without") if "without" in table else ()
        without |= {source.one_of(at, "without", lane, lanes) for lane in removed}
        merged |= {key: value for key, value in table.items() if key not in ("extends", "without")}
    return merged, without


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
            at, "weights", f"nothing for {', '.join(missing)}", "a weight for each lane fused"
        )
    return {lane: Decimal(given[lane]) for lane in chosen}
