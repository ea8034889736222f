"""Where the log ends: what the next event must link to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from .entries import parse_body
from .envelope import NO_LEAF
from .errors import CorruptLedger, LedgerReplaced
from .reading import checked, read_leaves, read_size
from .schema import TILE_WIDTH
from .tiles import Frontier, read_frontier

if TYPE_CHECKING:
    import sqlite3

_BEFORE_ALL_TIME = ""


@attrs.frozen(kw_only=True)
class Head:
    """The end of a log.

    Args:
        origin: the log's name, for ever.
        frontier: the tree over all events.
        last_leaf: the leaf of the last event, 64 hex, or 64 zeros.
        last_ts: its time, or "".
    """

    origin: str
    frontier: Frontier
    last_leaf: str
    last_ts: str

    @classmethod
    def of_new(cls, origin: str) -> Head:
        """The head of a log without events."""
        return cls(
            origin=origin, frontier=Frontier.empty(), last_leaf=NO_LEAF, last_ts=_BEFORE_ALL_TIME
        )


def read_prefix(connection: sqlite3.Connection, size: int) -> Frontier:
    """The tree over the first `size` events, in milliseconds.

    Raises:
        CorruptLedger: a body in the unfinished tile was changed, or a tile is missing.
    """

    def leaves(start: int, stop: int) -> list[bytes]:
        return read_leaves(connection, start, stop)

    try:
        return read_frontier(connection, size, leaves)
    except LookupError as error:
        raise CorruptLedger("the tiles", str(error), "all that were filled") from error


def read_head(connection: sqlite3.Connection) -> Head:
    """The end of the log as the file has it, the last events checked against their links.

    Raises:
        CorruptLedger: one of at most 257 last events was changed, or the log has no first event.
    """
    size = read_size(connection)
    origin = _envelope(connection, 0).get("log")
    if not isinstance(origin, str):
        raise CorruptLedger("event 0", "no origin", "the log's origin")
    return _head_at(connection, origin, size, max(0, size - size % TILE_WIDTH - 1))


def advance(connection: sqlite3.Connection, head: Head, path: str) -> Head:
    """The end of the log now, given what it was: other writers may have appended since.

    Raises:
        LedgerReplaced: the log no longer begins with what it was.
        CorruptLedger: what was appended since is damaged.
    """
    known = head.frontier.size
    # One look settles the usual case: nobody appended since.
    sql = "SELECT seq + 1, leaf FROM main.event ORDER BY seq DESC LIMIT 1"
    size, leaf = connection.execute(sql).fetchone() or (0, b"")
    if size < known:
        raise LedgerReplaced(path, f"it had {known} events and has {size}")
    found = leaf.hex() if size == known else _leaf(connection, known - 1)
    if found != head.last_leaf:
        raise LedgerReplaced(path, f"event {known - 1} is another one")
    if size == known:
        return head
    return _head_at(connection, head.origin, size, max(known - 1, size - size % TILE_WIDTH - 1))


def _head_at(connection: sqlite3.Connection, origin: str, size: int, start: int) -> Head:
    """The head after following the links from `start`, whose own link is taken as it is."""
    prev: object = None
    envelope: dict[str, object] = {}
    for seq in range(start, size):
        envelope = _envelope(connection, seq)
        if prev is not None and envelope.get("prev") != prev:
            raise CorruptLedger(f"event {seq}", f"a link to {envelope.get('prev')}", f"{prev}")
        if envelope.get("log") != origin or envelope.get("seq") != seq:
            found = f"event {envelope.get('seq')!r:.40} of {envelope.get('log')!r:.200}"
            raise CorruptLedger(f"event {seq}", found, f"event {seq} of {origin!r}")
        prev = _leaf(connection, seq)
    frontier = read_prefix(connection, size)
    return Head(origin=origin, frontier=frontier, last_leaf=str(prev), last_ts=str(envelope["ts"]))


def _leaf(connection: sqlite3.Connection, seq: int) -> str | None:
    row = connection.execute("SELECT leaf FROM main.event WHERE seq = ?", (seq,)).fetchone()
    return None if row is None else row[0].hex()


def _envelope(connection: sqlite3.Connection, seq: int) -> dict[str, object]:
    sql = "SELECT seq, leaf, body FROM main.event WHERE seq = ?"
    row = connection.execute(sql, (seq,)).fetchone()
    if row is None:
        raise CorruptLedger(f"event {seq}", "nothing", "an event")
    checked(*row)
    return parse_body(row[2], seq)
