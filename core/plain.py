"""Frozen values as plain data."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


def to_plain(value: object) -> object:
    """Turn frozen values into what canonical JSON knows."""
    if attrs.has(type(value)):
        return {
            field.name: to_plain(getattr(value, field.name)) for field in attrs.fields(type(value))
        }
    if isinstance(value, Mapping):
        return {str(key): to_plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(inner) for inner in value]
    return value
