"""A ledger read without a line of Benchbook: SQLite, zstandard, JSON and `struct`, and no more.

What is recomputed from here shares nothing with what computed it.
"""

from __future__ import annotations

import json
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import zstandard

Ranking = list[tuple[str, float]]
"""Units with their scores, best first."""


class PlainLedger:
    """Events and objects of a ledger file."""

    def __init__(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            bodies = connection.execute("SELECT body FROM event ORDER BY seq").fetchall()
            objects = connection.execute("SELECT digest, data FROM object").fetchall()
        self._events = [json.loads(body) for (body,) in bodies]
        self._objects = {digest.hex(): data for digest, data in objects}

    def events(self, kind: str, **fields: object) -> list[dict[str, Any]]:
        """What events of a kind say, in the order of the ledger."""
        return [
            event["data"]
            for event in self._events
            if event["type"] == kind
            and all(event["data"][name] == value for name, value in fields.items())
        ]

    def event(self, kind: str, **fields: object) -> dict[str, Any]:
        """What the only one of them says."""
        (only,) = self.events(kind, **fields)
        return only

    def object(self, digest: str) -> bytes:
        """The bytes of an object."""
        return zstandard.ZstdDecompressor().decompress(self._objects[digest])

    def json(self, digest: str) -> Any:  # noqa: ANN401 - whatever the object holds
        """An object of JSON."""
        return json.loads(self.object(digest))

    def frame(self, digest: str) -> dict[str, Ranking]:
        """The rankings of a frame, by topic."""
        meta, columns = _columns(self.object(digest))
        offsets, units = columns["offsets"], meta["units"]
        rows = [
            (units[code], score)
            for code, score in zip(columns["codes"], columns["scores"], strict=True)
        ]
        found = {}
        for at, topic in enumerate(meta["topics"]):
            start, end = int(offsets[at]), int(offsets[at + 1])
            assert list(range(1, end - start + 1)) == columns["ranks"][start:end]
            found[topic] = rows[start:end]
        return found


def _columns(data: bytes) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """The header's meta data and the columns of a container, its bytes put in order again."""
    assert data[:4] == b"BBC1"
    (length,) = struct.unpack("<I", data[4:8])
    header, at = json.loads(data[8 : 8 + length]), 8 + length
    columns = {}
    for name, kind, count in header["columns"]:
        size = {"<i4": 4, "<f8": 8, "|u1": 1}[kind]
        shuffled = data[at : at + size * count]
        plain = bytes(
            shuffled[place * count + row] for row in range(count) for place in range(size)
        )
        letter = {"<i4": "i", "<f8": "d", "|u1": "B"}[kind]
        columns[name] = list(struct.unpack(f"<{count}{letter}", plain))
        at += size * count
    assert at == len(data)
    return header["meta"], columns
