"""A container of named columns as bytes: what rankings and scores are stored in.

Layout: `BBC1`, the header's length (uint32), the header (JSON, keys sorted, ASCII), then each
column's bytes.
Everything is little-endian. A column of several bytes per value is stored byte-shuffled, all first
bytes, then all second bytes and so on, which makes the compression of the ledger nearly twice as
good.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..counting import counted
from ..errors import BadData

MAGIC = b"BBC1"
TYPES = ("<i4", "<f8", "|u1")
Column = npt.NDArray[Any]


def pack(meta: Mapping[str, object], columns: Mapping[str, Column]) -> bytes:
    """Put columns into bytes; equal columns give equal bytes.

    Args:
        meta: what belongs to the columns, as canonical JSON values.
        columns: one-dimensional arrays of int32, float64 or uint8, by name.
    """
    little = {name: column.astype(_type_of(column)) for name, column in columns.items()}
    header = json.dumps(
        {
            "columns": [[name, column.dtype.str, len(column)] for name, column in little.items()],
            "meta": dict(meta),
        },
        sort_keys=True,
        separators=(",", ":"),
        allow_nan=False,
    ).encode()
    return b"".join(
        [MAGIC, len(header).to_bytes(4, "little"), header, *map(_shuffled, little.values())]
    )


def unpack(data: bytes, where: str) -> tuple[dict[str, Any], dict[str, Column]]:
    """Take the meta data and the columns out of bytes, read-only.

    Raises:
        BadData: the bytes are not such a container, or too short or too long for their header.
    """
    start = 8 + int.from_bytes(data[4:8], "little")
    if data[:4] != MAGIC or len(data) < start:
        raise BadData(where, None, "other bytes", "a container of columns (BBC1)")
    header = json.loads(data[8:start])
    columns: dict[str, Column] = {}
    for name, kind, length in header["columns"]:
        if kind not in TYPES:
            raise BadData(where, None, f"a column of type {kind!r}", f"one of {', '.join(TYPES)}")
        size = np.dtype(kind).itemsize * length
        columns[name] = _unshuffled(data[start : start + size], np.dtype(kind), length, where)
        start += size
    if start != len(data):
        raise BadData(
            where, None, f"{counted(len(data) - start, 'byte')} too many", "the columns alone"
        )
    return header["meta"], columns


def _type_of(column: Column) -> str:
    """The stored type of a column."""
    return {"i": "<i4", "f": "<f8", "u": "|u1", "b": "|u1"}[column.dtype.kind]


def _shuffled(column: Column) -> bytes:
    """All first bytes of the values, then all second bytes, and so on."""
    parts = np.ascontiguousarray(column).view(np.uint8).reshape(len(column), column.dtype.itemsize)
    return parts.T.tobytes()


def _unshuffled(data: bytes, kind: np.dtype[Any], length: int, where: str) -> Column:
    """The values again."""
    if len(data) != kind.itemsize * length:
        raise BadData(
            where, None, counted(len(data), "byte"), counted(kind.itemsize * length, "byte")
        )
    parts = np.frombuffer(data, np.uint8).reshape(kind.itemsize, length)
    column: Column = np.ascontiguousarray(parts.T).view(kind).reshape(length)
    column.flags.writeable = False
    return column
