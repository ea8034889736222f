"""Types in the words of somebody who writes TOML or reads JSON."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

_WORDS = {str: "text", int: "whole number", bool: "true or false", Decimal: "decimal"}


def in_words(annotation: Any) -> str:  # noqa: ANN401 - a type form has no static type
    """A type as a person reads it: `list of text`, `whole number or null`."""
    if annotation in _WORDS:
        return _WORDS[annotation]
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in {typing.Union, types.UnionType}:
        return " or ".join("null" if one is type(None) else in_words(one) for one in inner)
    if origin is tuple:
        return f"list of {in_words(inner[0])}"
    if origin is Mapping:
        return f"table of {in_words(inner[1])}"
    return f"`{annotation.__name__}`"
