"""Fields of metadata that Benchbook gives a meaning: scopes and lanes read them, so types count."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..errors import BadData
from ..places import Place
from .json_lines import JsonRecord, shown

CITES = "cites"
"""The field that lists the ids of the documents that a document cites."""

FIELDS: Mapping[str, tuple[type, str]] = {
    "retracted": (bool, "true or false"),
    "year": (int, "a whole number, as 2024"),
    "doi": (str, "text"),
    "source": (str, "text"),
    "licence": (str, "text"),
    CITES: (list, "a list of document ids"),
}
"""Each field with its type, and that in words."""


def known_metadata(record: JsonRecord, read: Collection[str]) -> Mapping[str, object]:
    """The metadata of a line, sorted by name, with the fields that have a meaning checked.

    An id under `cites` that is an integer is taken by its text, as every id is.

    Args:
        record: the line.
        read: the fields that are read elsewhere.

    Raises:
        BadData: a field of `FIELDS` has another type, or as `JsonRecord.metadata` does.
    """
    metadata = dict(record.metadata(read))
    given = metadata.get(CITES)
    if isinstance(given, list):
        metadata[CITES] = [str(one) if type(one) is int else one for one in given]
    check_known_fields(record.place, metadata)
    return metadata


def check_known_fields(place: Place, metadata: Mapping[str, object]) -> None:
    """Refuse metadata in which a field that has a meaning has another type.

    Args:
        place: where it stands, for the message.

    Raises:
        BadData: a field of `FIELDS` has another type, or `cites` holds anything but ids.
    """
    for name, (kind, expected) in FIELDS.items():
        if name in metadata and type(metadata[name]) is not kind:
            found = f"{name} = {shown(metadata[name])}"
            raise BadData(place.file, place.line, found, f"{name!r} as {expected}")
    for one in metadata.get(CITES, ()):  # type: ignore[attr-defined]  # a list, as FIELDS has it
        if type(one) is not str or not one:
            found, expected = f"{shown(one)} in {CITES!r}", "ids: text that is not empty"
            raise BadData(place.file, place.line, found, expected, "Write ids as strings")
