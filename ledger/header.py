"""The first hundred bytes of the file, read before SQLite is let near it.

A file that is no ledger must not be changed by looking at it: SQLite would create tables in an
empty one and could turn the journal mode of a foreign one. Offsets: sqlite.org/fileformat2.html,
section 1.3.
"""

from __future__ import annotations

import os
import sqlite3

import attrs

from .errors import NewerLedger, NotALedger
from .schema import APPLICATION_ID, FORMAT

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100


@attrs.frozen(kw_only=True)
class Header:
    """What the file says about itself.

    Args:
        is_wal: whether it asks for write-ahead logging.
        length: how many bytes the file must have, or None where the file does not know.
    """

    is_wal: bool
    length: int | None


def read_header(path: str) -> Header:
    """Read and check the header of a ledger file.

    Raises:
        NotALedger: the file is empty, no SQLite database, or one of another application.
        NewerLedger: its format is later than this software's.
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:  # noqa: PTH123 - a path is a text throughout this package
        head = file.read(_HEADER_BYTES)
    if not head:
        raise NotALedger(path, "an empty file")
    if len(head) < _HEADER_BYTES or not head.startswith(_MAGIC):
        raise NotALedger(path, f"no SQLite database (it begins with {head[:16]!r})")
    application = int.from_bytes(head[68:72], "big")
    if application != APPLICATION_ID:
        raise NotALedger(path, f"a database of another application (id {application})")
    found = int.from_bytes(head[60:64], "big")
    if found > FORMAT:
        raise NewerLedger(path, found, FORMAT)
    if found < FORMAT:
        raise NotALedger(path, f"a database of format {found}, which never was one of a ledger")
    return Header(is_wal=head[18:20] == b"\x02\x02", length=_length(head))


def _length(head: bytes) -> int | None:
    """Page size times page count; the count holds only where two counters agree (1.3.8)."""
    if head[24:28] != head[92:96]:
        return None
    # 65,536 does not fit into two bytes and is written as 1 (1.3.2).
    page = int.from_bytes(head[16:18], "big")
    return (65_536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def missing_bytes(connection: sqlite3.Connection, path: str) -> int:
    """How many bytes the file is shorter than it says; SQLite reads a missing last byte as zero.

    A write-ahead file is not measured: its header may be ahead of its pages or behind them.
    """
    connection.execute("BEGIN")
    try:
        # Reading takes the lock that keeps a writer from changing the file meanwhile.
        connection.execute("SELECT count(*) FROM main.sqlite_schema").fetchone()
        header = read_header(path)
        if header.is_wal or header.length is None:
            return 0
        return max(0, header.length - os.path.getsize(path))  # noqa: PTH202 - paths are texts here
    finally:
        connection.execute("COMMIT")
