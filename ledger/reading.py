"""Reading events by pages, each checked against its leaf, with no cursor left open in between.

A cursor left open would hold a lock that stops the writer, or in write-ahead mode keep the log
growing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .entries import Entry
from .errors import CorruptLedger
from .header import missing_bytes
from .schema import schema_differences
from .tree import leaf_hash

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

PAGE_ROWS = 1_000
_MOST_PARAMETERS = 500


def check_file(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a file that was cut, or whose tables and guards are not word for word those they were.

    Raises:
        CorruptLedger: naming the first table, trigger or index that differs.
    """
    missing = missing_bytes(connection, path)
    if missing:
        raise CorruptLedger("the end of the file", f"{missing} bytes less", "the last page")
    for name, found, expected in schema_differences(connection):
        raise CorruptLedger(f"schema, {name}", found, expected)


def read_size(connection: sqlite3.Connection) -> int:
    """The number of events."""
    size: int = connection.execute("SELECT coalesce(max(seq), -1) + 1 FROM main.event").fetchone()[
        0
    ]
    return size


def read_version(connection: sqlite3.Connection, stream: str) -> int:
    """The version that the next event of a stream gets; 0 for an unknown stream."""
    sql = "SELECT coalesce(max(stream_ver), -1) + 1 FROM main.event WHERE stream = ?"
    version: int = connection.execute(sql, (stream,)).fetchone()[0]
    return version


def checked(seq: int, leaf: bytes, body: bytes) -> bytes:
    """The leaf hash of a body, computed, and equal to the one that stands beside it.

    Raises:
        CorruptLedger: it differs.
    """
    computed = leaf_hash(body)
    if computed != leaf:
        raise CorruptLedger(f"event {seq}", f"a body with leaf {computed.hex()}", leaf.hex())
    return computed


def read_leaves(connection: sqlite3.Connection, start: int, stop: int) -> list[bytes]:
    """The leaf hashes of some positions, computed from the bodies.

    Raises:
        CorruptLedger: a body was changed.
    """
    sql = "SELECT seq, leaf, body FROM main.event WHERE seq >= ? AND seq < ? ORDER BY seq"
    return [checked(*row) for row in connection.execute(sql, (start, stop))]


def read_by_ids(connection: sqlite3.Connection, ids: Sequence[str]) -> Iterator[tuple[str, Entry]]:
    """Yield each of these ids that is in the log, with its event.

    Raises:
        CorruptLedger: a body was changed.
    """
    for at in range(0, len(ids), _MOST_PARAMETERS):
        some = ids[at : at + _MOST_PARAMETERS]
        marks = ",".join("?" * len(some))
        sql = f"SELECT id, seq, leaf, body FROM main.event WHERE id IN ({marks})"  # noqa: S608 - marks only
        for id_, seq, leaf, body in connection.execute(sql, [bytes.fromhex(id_) for id_ in some]):
            yield id_.hex(), Entry(seq, checked(seq, leaf, body).hex(), body)


def read_pages(
    connection: Callable[[], sqlite3.Connection],
    start: int,
    stop: int,
    *,
    stream: str | None,
    types: Sequence[str] | None,
) -> Iterator[Entry]:
    """Yield the events from one position up to another, in order.

    Args:
        connection: gives the connection; asked anew for each page, since an error may have renewed
            it.
        start: the first position.
        stop: the position after the last.
        stream: only those of this stream, or None.
        types: only those of these types, or None.

    Raises:
        CorruptLedger: a body was changed.
    """
    # A stream's versions ascend with its positions and are what the index is over.
    key = "seq" if stream is None else "stream_ver"
    named = [] if stream is None else [stream]
    wanted = [] if types is None else list(types)
    where = ("" if stream is None else "stream = ? AND ") + (
        "" if types is None else f"type IN ({','.join('?' * len(wanted))}) AND "
    )
    sql = (
        f"SELECT {key}, seq, leaf, body FROM main.event "  # noqa: S608 - our own words and marks only
        f"WHERE {where}seq >= ? AND seq < ? AND {key} >= ? ORDER BY {key} LIMIT {PAGE_ROWS}"
    )
    after = 0
    while True:
        rows = connection().execute(sql, (*named, *wanted, start, stop, after)).fetchall()
        for _key, seq, leaf, body in rows:
            yield Entry(seq, checked(seq, leaf, body).hex(), body)
        if len(rows) < PAGE_ROWS:
            return
        after = rows[-1][0] + 1
