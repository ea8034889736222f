"""Frozen values as plain data."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import cast

import attrs

_SCALARS = frozenset((str, int, bool, type(None)))
_LISTS = (tuple, list)


def to_plain(value: object) -> object:
    """Turn frozen values into what canonical JSON knows."""
    # In the order of how often they come: a report has a scalar for each topic and metric.
    kind = type(value)
    if kind in _SCALARS:
        return value
    if isinstance(value, _LISTS):
        return [inner if type(inner) in _SCALARS else to_plain(inner) for inner in value]
    if attrs.has(kind):
        return {name: to_plain(getattr(value, name)) for name in field_names(kind)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(inner) for key, inner in value.items()}
    return value


def field_names(kind: type) -> tuple[str, ...]:
    """The names of an attrs class's fields, in order."""
    return _field_names(cast("Hashable", kind))


@cache
def _field_names(kind: Hashable) -> tuple[str, ...]:
    """The same, looked up once: a report has thousands of values of few classes."""
    return tuple(field.name for field in attrs.fields(cast("type[attrs.AttrsInstance]", kind)))
