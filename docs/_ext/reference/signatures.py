"""Signatures as a person writes them: no quotes, and what an alias stands for in its place."""

from __future__ import annotations

import inspect
import re
import sys
import typing
from collections.abc import Callable, Mapping

import numpy as np

import benchbook

_TYPE_NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


class _Bare(str):
    """Text that is printed as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def signature_of(call: Callable[..., object], *, bound: bool = False) -> str:
    """The signature of a function, class or method.

    Args:
        call: what is called.
        bound: whether its first argument is passed by Python.
    """
    home = vars(sys.modules[call.__module__])
    signature = inspect.signature(call)
    parameters = list(signature.parameters.values())[bound:]
    return str(
        signature.replace(
            parameters=[
                one.replace(
                    annotation=_annotation(one.annotation, home), default=_default(one.default)
                )
                for one in parameters
            ],
            return_annotation=_annotation(signature.return_annotation, home),
        )
    )


def _annotation(annotation: object, home: Mapping[str, object]) -> object:
    """An annotation without quotes, with the names that only its module knows spelt out."""
    if not isinstance(annotation, str):
        return annotation
    return _Bare(_TYPE_NAME.sub(lambda found: _known(found[0], home), annotation))


def _known(name: str, home: Mapping[str, object]) -> str:
    """A name, or what it stands for where it is an alias that is not on the face."""
    value = home.get(name)
    if name in benchbook.__all__ or typing.get_origin(value) is None:
        return name
    return spelt(value)


def spelt(alias: object) -> str:
    """A type alias as one writes it."""
    if typing.get_origin(alias) is np.ndarray:
        return f"NDArray[{typing.get_args(typing.get_args(alias)[1])[0].__name__}]"
    return re.sub(r"\b(?:typing|collections\.abc|numpy|benchbook\.[\w.]+)\.", "", str(alias))


def _default(value: object) -> object:
    """A default; an empty mapping as one writes it."""
    return _Bare("{}") if isinstance(value, Mapping) and not value else value
