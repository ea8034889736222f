"""Fields of metadata that Benchbook gives a meaning: scopes and lanes read them, so types count."""

from __future__ import annotations

from collections.abc import Collection, Mapping

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
    for name, (kind, expected) in FIELDS.items():
        if name in metadata and type(metadata[name]) is not kind:
            raise record.fault(f"{name} = {shown(metadata[name])}", f"{name!r} as {expected}")
    if CITES in metadata:
        metadata[CITES] = _ids(record, metadata[CITES])
    return metadata


def _ids(record: JsonRecord, given: object) -> list[str]:
    """The ids of a list."""
    ids = [str(one) if type(one) is int else one for one in given]  # type: ignore[attr-defined]  # a list
    for one in ids:
        if type(one) is not str or not one:
            raise record.fault(
                f"{shown(one)} in {CITES!r}", "ids: text that is not empty", "Write ids as strings"
            )
    return ids
