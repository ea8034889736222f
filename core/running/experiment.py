"""The experiment file: TOML in, a checked and merged specification out.

Numbers are read as decimals, unknown keys are refused naming the nearest one, and nothing is
coerced. What stands here knows no plugin; `planning` resolves names against the registry and the
ledger.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path

import attrs

from ..comparing.rules import CORRECTIONS, INTERVALS, TESTS
from ..errors import BadExperiment, UsageError
from ..files.toml_source import Table, TomlSource, found
from ..scopes import Scope
from ..scrub import scrub
from ..sweeping.rule import read_sweep
from ..sweeping.strategies import expand_strategies
from .experiment_gates import read_decision, read_gates
from .experiment_tables import read_condition, read_lane, read_scope
from .specification import Experiment, Settings

UNITS = ("document", "passage")
RELEVANCE = ("", "document", "evidence", "either", "both", "none")
MATCHES = ("", "fold", "substring")
LEAST_ALPHA = Decimal("0.000001")
"""No interval is known beyond that: its quantiles are as exact as that."""

TABLES = ("experiment", "lanes", "conditions", "strategies", "sweep", "gates", "decision")


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
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, ArithmeticError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadExperiment(
            file, int(line[1]) if line else None, f"no TOML ({error})", "TOML"
        ) from error
    source.keepable(tables)
    source.known((), tables, TABLES)
    lanes_table = source.table((), tables, "lanes")
    grids, hybrids = expand_strategies(source, tables, tuple(lanes_table))
    conditions_table = {**source.table((), tables, "conditions"), **grids}
    settings_table = source.table((), tables, "experiment")
    settings = _settings(source, settings_table, tuple(conditions_table))
    scope = read_scope(source, ("experiment",), settings_table) or Scope()
    lanes = {
        name: read_lane(source, name, lanes_table, settings.retrieve, scope) for name in lanes_table
    }
    conditions = {
        name: read_condition(source, name, conditions_table, tuple(lanes))
        for name in conditions_table
    }
    gates = read_gates(source, tables, tuple(conditions), settings.metrics)
    return Experiment(
        file=file,
        folder=folder,
        settings=settings,
        lanes=lanes,
        conditions=conditions,
        gates=gates,
        decision=read_decision(source, tables, gates),
        sweep=read_sweep(source, tables, settings.baseline, tuple(conditions), hybrids),
    )


def _settings(source: TomlSource, table: Table, conditions: tuple[str, ...]) -> Settings:
    """The table `[experiment]`, defaults filled in."""
    at = ("experiment",)
    source.known(at, table, [*(field.name for field in attrs.fields(Settings)), "scope"])
    metrics = source.texts_of(at, table, "metrics")
    if not metrics:
        source.fail(at, "metrics", "= []", "at least one metric, as nDCG@10")
    alpha = table.get("alpha", Decimal("0.05"))
    if not isinstance(alpha, Decimal) or not alpha.is_finite() or not LEAST_ALPHA <= alpha < 1:
        source.fail(
            at, "alpha", found(table, "alpha"), f"a decimal from {LEAST_ALPHA:f} to below 1"
        )
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
        correction=source.one_of(
            at, "correction", source.text_of(at, table, "correction", CORRECTIONS[0]), CORRECTIONS
        ),
        interval=source.one_of(
            at, "interval", source.text_of(at, table, "interval", INTERVALS[0]), INTERVALS
        ),
        alpha=alpha,
        relevance=source.one_of(
            at, "relevance", source.text_of(at, table, "relevance", ""), RELEVANCE
        ),
        match=source.one_of(at, "match", source.text_of(at, table, "match", ""), MATCHES),
        disclaimer=disclaimer,
    )
