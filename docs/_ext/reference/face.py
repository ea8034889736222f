"""The public names of the package, with their signatures and docstrings."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from functools import cached_property

import benchbook
from benchbook.core import hookspec

from .docstrings import Docstring, parse
from .markdown import blocks, literal, prose, table
from .signatures import signature_of, spelt


def page() -> str:
    """Classes, functions and types, each in alphabetical order."""
    names = {name: getattr(benchbook, name) for name in sorted(benchbook.__all__)}
    classes = [_class(name, one) for name, one in names.items() if _is_class(one)]
    functions = [_function(name, one) for name, one in names.items() if inspect.isfunction(one)]
    types = [_type(name, one) for name, one in names.items() if typing.get_origin(one)]
    return blocks(
        "## Classes",
        _directive("py:currentmodule", "benchbook", ""),
        *classes,
        "## Functions",
        *functions,
        "## Types",
        *types,
    )


def is_elsewhere(name: str) -> bool:
    """Whether a name is of the page about kinds of plugins, or the version."""
    value = getattr(benchbook, name)
    return (
        name in {"__version__", "hookimpl"} or getattr(value, "__module__", "") == hookspec.__name__
    )


def _is_class(value: object) -> bool:
    """Whether it is a class of this page."""
    return inspect.isclass(value) and value.__module__ != hookspec.__name__


def _class(name: str, value: type) -> str:
    """A class, its attributes, and its public methods."""
    said = parse(value.__doc__, _names(value))
    members = [(one, member) for one, member in vars(value).items() if not one.startswith("_")]
    content = blocks(_said(said), *(_method(one, member) for one, member in members))
    return _directive("py:class", f"{name}{_call(value)}", content)


def _call(value: type) -> str:
    """How a class is called; empty for an error that takes what any exception takes."""
    try:
        return signature_of(value).removesuffix(" -> None")
    except ValueError:
        return ""


def _names(value: type) -> list[str]:
    """The names that the docstring of a class may explain."""
    arguments = inspect.signature(value).parameters if _call(value) else {}
    return [*vars(value).get("__annotations__", {}), *arguments]


def _method(name: str, member: object) -> str:
    """A method or a property of a class; nothing for any other member."""
    if isinstance(member, property | cached_property):
        getter = member.fget if isinstance(member, property) else member.func
        return _directive("py:property", name, _said(parse(getter.__doc__)))
    if isinstance(member, classmethod | staticmethod):
        call, option = member.__func__, f":{type(member).__name__}:\n\n"
        bound = isinstance(member, classmethod)
    elif inspect.isfunction(member):
        call, option, bound = member, "", True
    else:
        return ""
    body = option + _described(call)
    return _directive("py:method", f"{name}{signature_of(call, bound=bound)}", body)


def _function(name: str, value: Callable[..., object]) -> str:
    """A function."""
    return _directive("py:function", f"{name}{signature_of(value)}", _described(value))


def _type(name: str, value: object) -> str:
    """A name for a type."""
    return _directive("py:type", name, f":canonical: {spelt(value)}")


def _described(call: Callable[..., object]) -> str:
    """What the docstring of a function says."""
    return _said(parse(call.__doc__, inspect.signature(call).parameters))


def _said(said: Docstring) -> str:
    """A docstring as Markdown."""
    return blocks(prose(said.prose), *_sections(said))


def _sections(said: Docstring) -> Iterator[str]:
    """Its sections, as tables."""
    for title, names in said.sections.items():
        yield table([title.lower(), ""], ((literal(name), text) for name, text in names.items()))


def _directive(name: str, argument: str, content: str) -> str:
    """A directive around Markdown, whose fence is longer than any inside."""
    inside = max(map(len, re.findall("^`+", content, re.MULTILINE)), default=2)
    fence = "`" * (inside + 1)
    return f"{fence}{{{name}}} {argument}\n{content}\n{fence}"
