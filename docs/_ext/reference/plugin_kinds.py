"""The kinds of plugins, from their records and protocols, and what is built in of each."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from typing import Any

import attrs

from benchbook import Plugin, testing
from benchbook.core.hookspec import KINDS

from .docstrings import parse
from .markdown import blocks, code, literal, prose, table
from .plugins import built_in, parameters, said_of
from .signatures import signature_of


def page() -> str:
    """What all records have, then a section for each kind."""
    common = blocks("## What every record has", _fields(Plugin, ()))
    return blocks(common, *map(_kind, KINDS))


def _kind(record: type[Plugin]) -> str:
    """A kind: its record, what `build` gives, its contract, and the built-in ones."""
    common = [field.name for field in attrs.fields(Plugin)]
    contract = f"{record.kind.capitalize()}Contract"
    assert contract in testing.__all__, f"there is no {contract}"  # noqa: S101 - the build stops
    return blocks(
        f"## {record.kind.capitalize()}s",
        f"Registered by `benchbook.{record.__name__}`, tested by `benchbook.testing.{contract}`.",
        _fields(record, common),
        _protocol(record),
        table(["built in", ""], (_line(one) for one in built_in(record.kind))),
        *(_built_in(one) for one in built_in(record.kind)),
    )


def _line(record: Plugin) -> tuple[str, str]:
    """A plugin in the overview of its kind."""
    anchor = f"{record.kind}-{record.name}".lower()
    return f"[{record.name}](#{anchor})", record.summary


def _fields(record: type[Plugin], known: typing.Collection[str]) -> str:
    """The fields of a record that are not known already."""
    fields = {field.name: field for field in attrs.fields(record) if field.name not in known}
    said = meanings(record)
    rows = ((literal(name), _default(one), said.get(name, "")) for name, one in fields.items())
    return table(["field", "default", ""], rows)


def meanings(record: type[Plugin]) -> Mapping[str, str]:
    """What the docstring of a record says of its own fields."""
    return parse(record.__doc__, [field.name for field in attrs.fields(record)]).section(
        "Attributes"
    )


def _default(field: Any) -> str:  # noqa: ANN401 - attrs types its fields by what they hold
    """What a field is where the author is silent."""
    return "required" if field.default is attrs.NOTHING else literal(repr(field.default))


def _protocol(record: type[Plugin]) -> str:
    """What `build` must give: the methods with their docstrings."""
    built = typing.get_type_hints(record)["build"]
    protocol = typing.get_args(built)[1]
    methods = [one for name, one in vars(protocol).items() if _is_method(name, one)]
    said = parse(protocol.__doc__, typing.get_type_hints(protocol))
    attributes = [f"- `{name}`: {text}" for name, text in said.section("Attributes").items()]
    return blocks(prose(said.prose), "\n".join(attributes), *map(_method, methods))


def _is_method(name: str, value: object) -> bool:
    """Whether it is one that an author writes."""
    return inspect.isfunction(value) and not name.startswith("_")


def _method(method: Any) -> str:  # noqa: ANN401 - a function of any signature
    """One method of a protocol."""
    said = parse(method.__doc__, inspect.signature(method).parameters)
    arguments = [f"- `{name}`: {text}" for name, text in said.section("Args").items()]
    head = code(f"{method.__name__}{signature_of(method, bound=True)}", "python")
    return blocks(head, prose(said.prose), "\n".join(arguments))


def _built_in(record: Plugin) -> str:
    """A plugin that is there."""
    needs = ", ".join(map(literal, record.needs))
    return blocks(
        f"### {record.kind} {record.name}",
        prose(said_of(record).prose),
        parameters(record),
        f"Needs {needs}." if needs else "",
    )
