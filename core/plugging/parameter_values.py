"""Values of parameters: fitted to a type without coercion, and spelt as text for the record."""

from __future__ import annotations

import json
import math
import types
import typing
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, Union


class Misfit(Exception):
    """A value does not fit a type; its argument says what was expected."""


def resolved_text(value: object) -> str:
    """A parameter's value as text: equal values give equal text, different ones different text.

    Strings are quoted as in JSON, floats are the shortest text that reads back equal, lists stand
    in brackets, tables in braces with sorted keys, and None is `none`.
    """
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | Path):
        return json.dumps(str(value), ensure_ascii=False, allow_nan=False)
    if isinstance(value, Mapping):
        pairs = sorted((resolved_text(key), resolved_text(inner)) for key, inner in value.items())
        return f"{{{', '.join(f'{key} = {inner}' for key, inner in pairs)}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(resolved_text, value))}]"
    return str(value)


def value_of_text(text: str) -> object:
    """What `resolved_text` made a text of, tables and files excepted: to be fitted to its type.

    Raises:
        Misfit: the text is of no such value.
    """
    if text == "none":
        return None
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError as exc:
        raise Misfit("a value as it is recorded") from exc


def is_known(annotation: Any) -> bool:  # noqa: ANN401 - a type form has no static type
    """Whether a value for this type can stand in an experiment."""
    origin = typing.get_origin(annotation)
    inner = typing.get_args(annotation)
    if origin is Literal:
        return all(isinstance(choice, bool | int | str) for choice in inner)
    if origin in {Union, types.UnionType}:
        return all(one is type(None) or is_known(one) for one in inner)
    if origin in {tuple, list} or origin is Sequence:
        return bool(inner) and all(one is Ellipsis or is_known(one) for one in inner)
    return annotation in {bool, int, float, Decimal, str, Path}


def fit(annotation: Any, value: object) -> object:  # noqa: ANN401 - a type form has no static type
    """Fit a value to a type, without coercion but int to Decimal to float."""
    origin = typing.get_origin(annotation)
    inner = typing.get_args(annotation)
    if origin is Literal:
        return _choice(inner, value)
    if origin in {Union, types.UnionType}:
        return _any_of(annotation, inner, value)
    if origin in {tuple, list} or origin is Sequence:
        return _many(annotation, inner, value)
    return _scalar(annotation, value)


def _choice(choices: tuple[object, ...], value: object) -> object:
    """One of the choices, of the same type: True is not 1."""
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise Misfit(f"one of {', '.join(map(resolved_text, choices))}")


def _any_of(annotation: object, members: tuple[Any, ...], value: object) -> object:
    """The value as the first member of a union that takes it."""
    for member in members:
        try:
            return None if member is type(None) and value is None else fit(member, value)
        except Misfit:
            continue
    raise Misfit(spelt(annotation))


def _many(annotation: object, inner: tuple[Any, ...], value: object) -> object:
    """A list as a tuple, each member fitted."""
    if not isinstance(value, list | tuple):
        raise Misfit(spelt(annotation))
    if typing.get_origin(annotation) is tuple and Ellipsis not in inner:
        if len(inner) != len(value):
            raise Misfit(f"{spelt(annotation)}, {len(inner)} values")
        return tuple(fit(one, each) for one, each in zip(inner, value, strict=True))
    return tuple(fit(inner[0], each) for each in value)


def _scalar(annotation: Any, value: object) -> object:  # noqa: ANN401 - a type form has no static type
    """One scalar; bool is not int, and nothing is read out of text but a path."""
    if annotation is float and isinstance(value, int | Decimal | float):
        return _as_float(value)
    if annotation is Decimal and isinstance(value, int | Decimal):
        return _as_decimal(value)
    if annotation is Path and isinstance(value, str | Path):
        return Path(value)
    if annotation is str and isinstance(value, str):
        return _as_text(value)
    if annotation in {bool, int} and type(value) is annotation:
        return value
    raise Misfit(spelt(annotation))


def _as_float(value: float | Decimal) -> float:
    """A finite double; a number that a double can only hold as 0 or infinity is refused."""
    if isinstance(value, bool):
        raise Misfit("float")
    try:
        number = float(value)
    except (OverflowError, ValueError) as exc:
        raise Misfit("a finite number that a double can hold") from exc
    if not math.isfinite(number) or (number == 0 and value != 0):
        raise Misfit("a finite number that a double can hold")
    return number


def _as_decimal(value: int | Decimal) -> Decimal:
    """A finite decimal."""
    number = Decimal(value)
    if isinstance(value, bool) or not number.is_finite():
        raise Misfit("a finite decimal")
    return number


def _as_text(value: str) -> str:
    """Text in NFC, the only form that the ledger keeps."""
    if not unicodedata.is_normalized("NFC", value):
        raise Misfit("text in Unicode's composed form (NFC)")
    return value


def spelt(annotation: Any) -> str:  # noqa: ANN401 - a type form has no static type
    """A type as a person reads it."""
    origin = typing.get_origin(annotation)
    inner = typing.get_args(annotation)
    if origin is Literal:
        return " or ".join(map(resolved_text, inner))
    if origin in {Union, types.UnionType}:
        return " or ".join("none" if one is type(None) else spelt(one) for one in inner)
    if origin in {tuple, list} or origin is Sequence:
        return f"a list of {spelt(inner[0])}"
    return getattr(annotation, "__name__", str(annotation))
