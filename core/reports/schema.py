"""The JSON Schema of a report, made from the classes that the JSON is made from.

`python -m benchbook.core.reports.schema` prints it as it stands in specs/report.schema.json.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import attrs

from ..comparing import verdicts
from ..gating import decide
from ..plain import field_names
from .report import Report
from .retrieval_v1 import KIND

Schema = dict[str, Any]

_SCALARS: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
}
_DECIMAL = {
    "description": "A decimal in plain notation, as text: JSON's numbers would round it.",
    "type": "string",
    "pattern": "^-?[0-9]+(\\.[0-9]+)?$",
}
# Text that is a decimal wherever a field is called so.
_DECIMALS = {
    *("value", "values", "low", "high", "difference", "p", "corrected", "smallest", "detectable"),
    *("judged", "condensed", "at_most", "alpha", "expected"),
}
_ONE_OF: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Report", "kind"): (KIND,),
    ("ConditionRow", "state"): ("measured", "not measured"),
    ("LaneRow", "state"): ("ranked", "skipped", "failed"),
    ("Comparison", "verdict"): verdicts.VERDICTS,
    ("GateRow", "verdict"): decide.VERDICTS,
}
_ATTRIBUTES = re.compile(r"\n *Attributes:\n(.*)", re.DOTALL)
_NONE = re.compile(r"\bNone\b")
_FIELD = re.compile(r"(?:^|(?<=[;.]) ) *(\w+(?:, \w+)*): ", re.MULTILINE)


def report_schema() -> Schema:
    """The schema of a whole report, draft 2020-12: every field required, and no other allowed."""
    parts: dict[str, Schema] = {}
    _class_schema(Report, parts)
    whole = parts.pop(Report.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:benchbook:report:{KIND}",
        "title": f"A report of the kind {KIND}",
        **whole,
        "$defs": {"Decimal": _DECIMAL, **dict(sorted(parts.items()))},
    }


def schema_text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(report_schema(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _class_schema(kind: type, parts: dict[str, Schema]) -> Schema:
    """A reference to a class, whose own schema joins the parts."""
    if kind.__name__ not in parts:
        parts[kind.__name__] = {}  # it is being made: a class may hold itself
        said = _said_of_fields(kind)
        properties = {
            name: said.get(name, {}) | _field_schema(kind, name, annotation, parts)
            for name, annotation in _fields(kind)
        }
        parts[kind.__name__] = {
            "description": (inspect.getdoc(kind) or "").split("\n")[0],
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _fields(kind: type) -> Iterator[tuple[str, object]]:
    """The fields of a class in their order, with their types."""
    annotations = get_type_hints(kind)
    for name in field_names(kind):
        yield name, annotations[name]


def _field_schema(kind: type, name: str, annotation: object, parts: dict[str, Schema]) -> Schema:
    """What a field may hold."""
    chosen = _ONE_OF.get((kind.__name__, name))
    return (
        {"enum": list(chosen)} if chosen else _of(annotation, parts, is_decimal=name in _DECIMALS)
    )


def _of(
    annotation: Any,  # noqa: ANN401 - a class, a union, a generic: Python has no type for all
    parts: dict[str, Schema],
    *,
    is_decimal: bool,
) -> Schema:
    """What a value of a type may be."""
    if annotation is str and is_decimal:
        return {"$ref": "#/$defs/Decimal"}
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    if attrs.has(annotation):
        return _class_schema(annotation, parts)
    inner = [_of(one, parts, is_decimal=is_decimal) for one in get_args(annotation) if _counts(one)]
    return _of_several(get_origin(annotation), inner, is_endless=Ellipsis in get_args(annotation))


def _of_several(origin: object, inner: list[Schema], *, is_endless: bool) -> Schema:
    """What a value made of others may be: one or null, a list, a list of a length, a mapping."""
    if origin is UnionType:
        return {"anyOf": [*inner, {"type": "null"}]}
    if origin is not tuple:
        return {"type": "object", "additionalProperties": inner[-1]}
    if is_endless:
        return {"type": "array", "items": inner[0]}
    return {"type": "array", "prefixItems": inner, "items": False, "minItems": len(inner)}


def _counts(argument: object) -> bool:
    """Whether an argument of a type is a type of its own."""
    return argument not in (NoneType, Ellipsis)


def _said_of_fields(kind: type) -> dict[str, Schema]:
    """What the docstrings of a class and of those that it extends say of its fields."""
    said: dict[str, Schema] = {}
    for one in reversed(kind.__mro__):
        found = _ATTRIBUTES.search(one.__doc__ or "")
        for name, text in _entries(found[1] if found else ""):
            said[name] = {"description": text}
    return said


def _entries(listed: str) -> Iterator[tuple[str, str]]:
    """Each field that a docstring names, and what it says of it, in one line."""
    _, *pieces = _FIELD.split(listed)
    for names, text in zip(pieces[::2], pieces[1::2], strict=True):
        for name in names.split(", "):
            yield name, _NONE.sub("null", " ".join(text.split()).rstrip(";."))


if __name__ == "__main__":
    sys.stdout.write(schema_text())
