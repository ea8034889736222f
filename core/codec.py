"""Between events and plain data: the wire names, and nothing that guesses.

Decoding is strict: an unknown type, an unknown schema, a missing or an extra field, or a value of
another type stops. No value is coerced, and an event class has no defaults, so nothing is upcast in
silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args, get_origin

from . import events
from .errors import BadData
from .plain import field_names, to_plain

if TYPE_CHECKING:
    from cattrs import Converter

Event: TypeAlias = (
    events.ComparisonsComputed
    | events.ConditionFailed
    | events.ConditionFused
    | events.CorpusDeclared
    | events.CorpusIngested
    | events.CorpusSnapshotted
    | events.DecisionReached
    | events.SweepConcluded
    | events.CreditComputed
    | events.DecisionRecorded
    | events.EnvironmentSealed
    | events.EvidenceSought
    | events.GateDecided
    | events.GateDeclared
    | events.GateSuperseded
    | events.GoldSetImported
    | events.LaneFailed
    | events.LaneRanked
    | events.LaneSkipped
    | events.LedgerOpened
    | events.MergeApplied
    | events.PluginRegistered
    | events.ProfileRecorded
    | events.ReportBuilt
    | events.ReportRendered
    | events.RunCompleted
    | events.RunStarted
    | events.ScoresComputed
)

Made = TypeVar("Made")

EVENT_TYPES: Mapping[tuple[str, int], type[Event]] = MappingProxyType(
    {(kind.TYPE, kind.SCHEMA): kind for kind in get_args(Event)}
)
"""Wire name and schema -> class. A class may move or be renamed; these names never change."""


def encode(event: Event) -> dict[str, object]:
    """The event's data as dictionaries, lists, strings, integers, booleans and None."""
    return {name: to_plain(getattr(event, name)) for name in field_names(type(event))}


def decode(kind: str, schema: int, data: object, where: str) -> Event:
    """Make an event of its data.

    Args:
        kind: the wire name, as `lane-ranked`.
        schema: its version.
        data: what `encode` gave.
        where: the place, for a message, as `position 12`.

    Raises:
        BadData: the type or schema is unknown, or the data do not fit it.
    """
    made = EVENT_TYPES.get((kind, schema))
    if made is None:
        raise BadData(
            where,
            None,
            f"an event of type {kind!r}, schema {schema}",
            "a type that this version of Benchbook knows",
            "Install the version that wrote it",
        )
    return structure(made, data, f"{where}: {kind}, schema {schema}")


def structure(kind: type[Made], data: object, where: str) -> Made:
    """Make a frozen value of plain data, field by field, coercing nothing.

    Raises:
        BadData: a field is missing, unknown, or of another type.
    """
    from cattrs import BaseValidationError, transform_error  # noqa: PLC0415 - heavy at start-up
    from cattrs.errors import ForbiddenExtraKeysError  # noqa: PLC0415 - heavy at start-up

    # The code that names each fault takes three times as long to compile: made for data at fault.
    with suppress(TypeError, ValueError, LookupError, AttributeError, ForbiddenExtraKeysError):
        return _converter(detailed=False).structure(data, kind)
    try:
        return _converter(detailed=True).structure(data, kind)
    except BaseValidationError as error:
        faults = "; ".join(transform_error(error)[:3])
        raise BadData(where, None, faults, f"the fields of {kind.__name__}") from error


@cache
def _converter(*, detailed: bool) -> Converter:
    """A converter that coerces nothing, and that says of data at fault what is wrong, or only that.

    Args:
        detailed: whether it raises cattrs's errors with their paths, or the first error as it is.
    """
    from cattrs import Converter  # noqa: PLC0415 - heavy at start-up

    converter = Converter(forbid_extra_keys=True, detailed_validation=detailed)
    for scalar in (str, int, bool):
        converter.register_structure_hook(scalar, _strict(scalar))
    converter.register_structure_hook_func(
        _is_mapping,
        lambda value, kind: _mapping(converter, value, kind),
    )
    return converter


def _is_mapping(kind: Any) -> bool:  # noqa: ANN401 - a typing form has no type
    """Whether an annotation is `Mapping[str, …]`."""
    origin: object = get_origin(kind)
    return origin is Mapping


def _strict(scalar: type) -> Any:  # noqa: ANN401 - cattrs takes any callable
    """A hook that takes exactly one scalar type; a bool is no integer."""

    def structure(value: object, _: object) -> object:
        if type(value) is not scalar:
            message = f"expected {scalar.__name__}, found {type(value).__name__}"
            raise TypeError(message)
        return value

    return structure


def _mapping(converter: Converter, value: object, kind: Any) -> Mapping[str, object]:  # noqa: ANN401 - a typing form has no type
    """A read-only mapping with text keys."""
    if not isinstance(value, dict):
        message = f"expected an object, found {type(value).__name__}"
        raise TypeError(message)
    inner = get_args(kind)[1]
    return MappingProxyType(
        {
            converter.structure(key, str): converter.structure(one, inner)
            for key, one in value.items()
        }
    )
