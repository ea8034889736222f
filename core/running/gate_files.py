"""A file of gates: an experiment, or a file that names the one that its gates are of."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs

from ..errors import BadExperiment, UsageError
from ..files.toml_source import TomlSource, found
from ..gating.relaxed import Gates
from ..names import NAME
from ..scrub import scrub
from .experiment_gates import read_decision, read_gates

DEFAULT_ALPHA = Decimal("0.05")
_KEYS = ("experiment", "gold", "gates", "decision")


@attrs.frozen(kw_only=True)
class GateFile:
    """A file of gates.

    Attributes:
        file: its name as given; folder: where relative paths start.
        test: of differences, where it says so; else the default.
    """

    file: str
    folder: Path
    test: str
    gates: Gates


def read_gate_file(path: Path) -> GateFile:
    """Read the gates of an experiment file, or of a file with gates alone.

    Raises:
        UsageError: it cannot be read.
        BadExperiment: it is no TOML, or its gates are none.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        message = f"cannot read gates {str(path)!r}: {error.strerror}"
        raise UsageError(message) from error
    except UnicodeDecodeError as error:
        raise BadExperiment(str(path), None, "bytes that are no UTF-8", "TOML") from error
    return parse_gate_file(text, str(path), path.parent)


def parse_gate_file(text: str, file: str, folder: Path) -> GateFile:
    """The same of a text: of an experiment only what concerns its gates is looked at.

    Raises:
        BadExperiment: it is no TOML, or its gates are none.
    """
    source = TomlSource(file=file, text=text)
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, ArithmeticError) as error:
        line = re.search(r"line (\d+)", str(error))
        at = int(line[1]) if line else None
        raise BadExperiment(file, at, f"no TOML ({error})", "TOML") from error
    source.keepable(tables)
    settings, conditions, metrics = _settings(source, tables)
    name = settings.get("name", scrub(Path(file).stem, ()))
    if not isinstance(name, str) or not NAME.fullmatch(name):
        expected = "the name of an experiment: letters, digits and . _ + - (64 at most)"
        source.fail((), "experiment", f"called {name!r}", expected)
    gates = read_gates(source, tables, conditions, metrics)
    alpha = settings.get("alpha", DEFAULT_ALPHA if conditions else None)
    return GateFile(
        file=file,
        folder=folder,
        test=str(settings.get("test", "")),
        gates=Gates(
            experiment=name,
            gold=str(settings.get("gold", "")),
            gates=gates,
            decision=read_decision(source, tables, gates),
            alpha=alpha if isinstance(alpha, Decimal) else None,
        ),
    )


def _settings(
    source: TomlSource, tables: dict[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]:
    """The settings, conditions and metrics of an experiment; the last two empty for gates alone."""
    settings = tables.get("experiment")
    if isinstance(settings, dict):
        conditions = tables.get("conditions")
        names = tuple(conditions) if isinstance(conditions, dict) else ()
        metrics = settings.get("metrics")
        return settings, names, tuple(metrics) if isinstance(metrics, list) else ()
    source.known((), tables, _KEYS)
    if not isinstance(settings, str):
        expected = 'the name of an experiment, as experiment = "release"'
        source.fail((), "experiment", found(tables, "experiment"), expected)
    gold = source.text_of((), tables, "gold", "")
    return {"name": settings, "gold": gold}, (), ()
