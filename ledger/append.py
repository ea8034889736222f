"""Turning drafts into rows: position, link, time, version, leaf, tree.

Pure but for look-ups in the open transaction: nothing here begins, commits or waits.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import attrs

from .entries import Receipt
from .envelope import Frame, content_digest, content_of, encode_body
from .errors import BasisMismatch, DraftRefused, IdConflict, ObjectMissing, StaleVersion
from .head import Head, read_prefix
from .objects import has_object
from .reading import read_by_ids, read_size, read_version
from .tree import leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .drafts import Basis, Draft
    from .tiles import Frontier, TileRow

EventRow = tuple[int, bytes, str, str, int, bytes, bytes]
"""A row of the table: seq, id, type, stream, stream_ver, leaf, body."""

_INSERT_EVENT = (
    "INSERT INTO main.event (seq, id, type, stream, stream_ver, leaf, body) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_TILE = "INSERT INTO main.tile (level, number, root, data) VALUES (?, ?, ?, ?)"


class Repeated(Exception):
    """The guards refused a row: its id is in the log, or the log is damaged."""


@attrs.frozen(kw_only=True)
class Addition:
    """What appending some drafts adds to a log.

    Args:
        head: the end of the log with them.
        events: the rows, in order.
        tiles: the tiles that they filled.
        receipts: by event id.
    """

    head: Head
    events: Sequence[EventRow]
    tiles: Sequence[TileRow]
    receipts: Mapping[str, Receipt]


def unique_drafts(drafts: Iterable[Draft], stream: str) -> dict[str, Draft]:
    """The drafts by id, in order, all of one stream.

    Raises:
        DraftRefused: one belongs to another stream.
        IdConflict: two have one id and different content.
    """
    unique: dict[str, Draft] = {}
    for draft in drafts:
        if draft.stream != stream:
            raise DraftRefused(
                "stream", f"is {draft.stream!r}; expected {stream!r} like the call's"
            )
        first = unique.setdefault(draft.id, draft)
        if first is not draft:
            _check_equal(draft.id, content_digest(content_of(first)), draft)
    return unique


def recorded(
    connection: sqlite3.Connection, drafts: Mapping[str, Draft], origin: str
) -> dict[str, Receipt]:
    """The receipts of those drafts that are in the log already.

    Raises:
        IdConflict: an id is in the log with other content.
        CorruptLedger: an event that was looked up was changed.
    """
    found = sorted(read_by_ids(connection, tuple(drafts)), key=lambda pair: pair[1].seq)
    receipts: dict[str, Receipt] = {}
    frontier: Frontier | None = None
    for id_, entry in found:
        _check_equal(id_, content_digest(entry.envelope), drafts[id_])
        # Neighbours are the rule: pushing one more leaf spares reading the tiles again.
        if frontier is not None and frontier.size == entry.seq:
            frontier.push(bytes.fromhex(entry.leaf))
        else:
            frontier = read_prefix(connection, entry.seq + 1)
        ts: str = entry.envelope["ts"]
        receipts[id_] = Receipt(id_, origin, entry.seq, ts, entry.leaf, tuple(frontier.peaks))
    return receipts


def check_new(
    connection: sqlite3.Connection, drafts: Sequence[Draft], expected_version: int | None
) -> int:
    """The version that the first of these drafts, all of one stream, gets.

    Raises:
        StaleVersion: the stream is not at the expected version.
        ObjectMissing: a draft names an object that is not in the ledger.
        BasisMismatch: a draft claims to have seen what this log never was.
    """
    stream = drafts[0].stream
    version = read_version(connection, stream)
    if expected_version is not None and version != expected_version:
        raise StaleVersion(stream, expected_version, version)
    for name in sorted({name for draft in drafts for name in draft.objects}):
        if not has_object(connection, name):
            raise ObjectMissing(name)
    for basis in {draft.basis for draft in drafts if draft.basis is not None}:
        _check_basis(connection, basis)
    return version


def add(head: Head, drafts: Sequence[Draft], version: int, wall: str) -> Addition:
    """The rows for some drafts of one stream at the end of a log.

    Args:
        head: the end of the log.
        drafts: what to append.
        version: the version that the first of them gets.
        wall: the time that the clock shows, RFC 3339.

    Raises:
        NotCanonical: a payload is outside the profile.
        DraftRefused: an event is too large.
    """
    frontier, prev = head.frontier.copy(), head.last_leaf
    # A clock that went back does not take the log back with it; what it showed is recorded.
    ts = max(wall, head.last_ts)
    frame = Frame(head.origin, ts, wall if wall < ts else None)
    events: list[EventRow] = []
    tiles: list[TileRow] = []
    receipts: dict[str, Receipt] = {}
    for stream_ver, draft in enumerate(drafts, version):
        id_, seq = draft.id, frontier.size
        body = encode_body(draft, frame, seq, prev, stream_ver)
        leaf = leaf_hash(body)
        row = (seq, bytes.fromhex(id_), draft.type, draft.stream, stream_ver, leaf, body)
        events.append(row)
        tiles.extend(frontier.push(leaf))
        prev = leaf.hex()
        receipts[id_] = Receipt(id_, head.origin, seq, ts, prev, tuple(frontier.peaks))
    end = Head(origin=head.origin, frontier=frontier, last_leaf=prev, last_ts=ts)
    return Addition(head=end, events=events, tiles=tiles, receipts=receipts)


def insert(connection: sqlite3.Connection, addition: Addition) -> None:
    """Write the rows, in the transaction that is open.

    Raises:
        Repeated: one of the ids is in the log already.
    """
    try:
        connection.executemany(_INSERT_EVENT, addition.events)
    except sqlite3.IntegrityError as error:
        raise Repeated from error
    if addition.tiles:
        connection.executemany(_INSERT_TILE, addition.tiles)


def _check_equal(id_: str, known: str, draft: Draft) -> None:
    offered = content_digest(content_of(draft))
    if offered != known:
        raise IdConflict(id_, known, offered)


def _check_basis(connection: sqlite3.Connection, basis: Basis) -> None:
    if basis.size > read_size(connection):
        raise BasisMismatch(basis.size, basis.root, None)
    truth = read_prefix(connection, basis.size).root().hex()
    if truth != basis.root:
        raise BasisMismatch(basis.size, basis.root, truth)
