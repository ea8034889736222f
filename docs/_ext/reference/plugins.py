"""Built-in plugins as they are found, and how each is written down."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.parameter_values import resolved_text, spelt
from benchbook.core.plugging.parameters import Parameter, parameters_of, passed_by_core

from .docstrings import Docstring, parse
from .markdown import kind_and_default, literal, table

REGISTRY = load_registry(external=False)

SHARED: Mapping[str, str] = MappingProxyType(
    {
        "dcg": "the gain of grade g: g itself, or 2**g - 1",
        "max_rel": "the grade that gains 1, as every higher one does",
        "min_rel": "the grade that gains 0, as every lower one and what nobody judged do",
        "p": "how likely the reader goes on to the next rank, between 0 and 1",
        "rel": "the lowest grade that is relevant, 1 or more",
        "T": "the gain that the reader wants in all, where a document gains at most 1",
    }
)
"""Parameters that mean the same in every metric, so that no class need say it again."""


def built_in(kind: str) -> list[Any]:
    """The records of one kind that Benchbook ships, sorted by name."""
    return [one.record for one in REGISTRY.all(kind)]


def said_of(record: Plugin) -> Docstring:
    """The docstring of what a plugin builds."""
    return parse(record.build.__doc__, inspect.signature(record.build).parameters)


def parameters(record: Plugin) -> str:
    """The table of what an experiment may set; empty where that is nothing."""
    said = meanings(record)
    return table(
        ["parameter", "type, default", ""],
        ((literal(one.name), _value(one), said.get(one.name, "")) for one in taken(record)),
    )


def meanings(record: Plugin) -> dict[str, str]:
    """What each argument of a plugin's `build` is."""
    return {**SHARED, **said_of(record).section("Args")}


def taken(record: Plugin) -> Iterable[Parameter]:
    """The parameters that an experiment may set."""
    return parameters_of(record.build, passed_by_core(record)).values()


def _value(parameter: Parameter) -> str:
    """Type and default as they are written in an experiment."""
    default = "" if parameter.default is None else literal(resolved_text(parameter.default))
    return kind_and_default(
        spelt(parameter.annotation), "required" if parameter.is_required else default
    )
