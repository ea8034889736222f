"""Entity resolutions as objects: what a merge was told, and the names that come of all merges.

What it was told is one line of JSON for each row, sorted, so that the order of a file does not
matter. The names are a long table of a corpus's manifest: `["entity",["alias",…]]` in the order of
the entities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import attrs

from ..errors import UsageError
from ..plain import to_plain
from .chunks import (
    Get,
    Put,
    chunks_as_plain,
    chunks_from_plain,
    json_line,
    read_chunks,
    write_chunks,
)

RESOLUTIONS = "application/vnd.benchbook.resolutions+jsonl"
ENTITIES = "application/vnd.benchbook.entities+jsonl"

LARGEST = 16 << 20
"""Bytes of an object, at most."""


@attrs.frozen(kw_only=True)
class Resolution:
    """Names that stand for one entity, and how that was found out.

    Attributes:
        entity: its own name.
        aliases: other names of it, at least one.
        method: a short name, as `exact` or `model`.
        why: one line, or None.
    """

    entity: str
    aliases: tuple[str, ...]
    method: str
    why: str | None


def store_resolutions(rows: Iterable[Resolution], put: Put) -> str:
    """Store what a merge was told; gives the digest.

    Raises:
        UsageError: it takes more than 16 MiB.
    """
    lines = sorted(json_line(to_plain(row)) for row in rows)
    data = b"".join(lines)
    if len(data) > LARGEST:
        message = (
            f"{len(lines):,} resolutions take {len(data):,} bytes; expected at most 16 MiB: "
            "merge them in parts"
        )
        raise UsageError(message)
    return put(data, RESOLUTIONS)


def store_entities(names: Mapping[str, Sequence[str]], put: Put) -> list[list[str | int]]:
    """Store the names of each entity; gives the chunks as a manifest lists them."""
    lines = ((entity, json_line([entity, list(names[entity])])) for entity in sorted(names))
    return chunks_as_plain(write_chunks(lines, put, ENTITIES))


def load_entities(
    manifest: Mapping[str, Any], get: Get, where: str
) -> Mapping[str, tuple[str, ...]]:
    """The other names of each entity of a corpus, by its own; none where nothing was merged.

    Args:
        manifest: of the corpus.
        where: what is read, for a message.

    Raises:
        BadData: a chunk does not fit the manifest.
    """
    rows = read_chunks(chunks_from_plain(manifest.get("entities", [])), get, where)
    return MappingProxyType({entity: tuple(aliases) for entity, aliases in rows})
