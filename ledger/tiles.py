"""The state of the Merkle tree, kept in rows that are only ever added.

A tile holds 256 consecutive hashes of one level: level 0 is the leaves, and a hash of level n + 1
is the root over a full tile of level n (C2SP tlog-tiles). A tile is written in the transaction that
fills it and never again. With the at most 255 last leaves, the tiles give the root of every prefix:
no mutable row is needed, and none could be trusted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from .schema import TILE_WIDTH
from .tree import HASH_BYTES, fold_peaks, node_hash

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

_BITS = TILE_WIDTH.bit_length() - 1

TileRow = tuple[int, int, bytes, bytes]
"""A row of the table: level, number, root, data."""


@attrs.define
class Frontier:
    """The right edge of a growing tree: what the next leaf needs, and nothing more.

    Args:
        size: the number of leaves.
        peaks: the roots of the complete subtrees, widest first: one per bit set in `size`.
        pending: for each level, the hashes of its unfinished tile.
    """

    size: int
    peaks: list[bytes]
    pending: list[list[bytes]]

    @classmethod
    def empty(cls) -> Frontier:
        """The frontier of a tree without leaves."""
        return cls(0, [], [])

    def copy(self) -> Frontier:
        """An equal one, so that a transaction that fails leaves this one as it was."""
        return Frontier(self.size, self.peaks.copy(), [level.copy() for level in self.pending])

    def root(self) -> bytes:
        """The root over all leaves."""
        return fold_peaks(self.peaks)

    def push(self, leaf: bytes) -> list[TileRow]:
        """Add a leaf; the tiles that it filled, lowest level first (none, 255 times of 256)."""
        filled: list[TileRow] = []
        node, height, rest = leaf, 0, self.size
        self._wait(0, leaf)
        # Each trailing one of the size is a complete subtree that now gets its right sibling.
        while rest & 1:
            node = node_hash(self.peaks.pop(), node)
            height, rest = height + 1, rest >> 1
            if height % _BITS == 0:
                filled.append(self._fill(height // _BITS - 1, node, rest))
        self.peaks.append(node)
        self.size += 1
        return filled

    def _wait(self, level: int, hash_: bytes) -> None:
        if level == len(self.pending):
            self.pending.append([])
        self.pending[level].append(hash_)

    def _fill(self, level: int, root: bytes, number: int) -> TileRow:
        data = b"".join(self.pending[level])
        self.pending[level].clear()
        self._wait(level + 1, root)
        return level, number, root, data


def read_frontier(
    connection: sqlite3.Connection, size: int, leaves: Callable[[int, int], list[bytes]]
) -> Frontier:
    """The frontier of the first `size` leaves, from at most 255 hashes per level.

    Args:
        connection: the ledger's.
        size: how many leaves.
        leaves: gives the leaf hashes from one position up to another, computed from the bodies.

    Raises:
        LookupError: a tile that must be there is missing.
    """
    frontier = Frontier.empty()
    level, below = 0, size
    while below:
        count = below % TILE_WIDTH
        frontier.pending.append(_edge(connection, level, below - count, count, leaves))
        level, below = level + 1, below // TILE_WIDTH
    for waiting in reversed(frontier.pending):
        frontier.peaks.extend(_peaks(waiting))
    frontier.size = size
    return frontier


def _edge(
    connection: sqlite3.Connection,
    level: int,
    start: int,
    count: int,
    leaves: Callable[[int, int], list[bytes]],
) -> list[bytes]:
    """The `count` hashes of a level from `start`, which begins a tile."""
    whole = connection.execute(
        "SELECT data FROM main.tile WHERE level = ? AND number = ?", (level, start // TILE_WIDTH)
    ).fetchone()
    if whole is not None:
        data: bytes = whole[0]
        return [data[at : at + HASH_BYTES] for at in range(0, count * HASH_BYTES, HASH_BYTES)]
    if level == 0:
        found = leaves(start, start + count)
    else:
        rows = connection.execute(
            "SELECT root FROM main.tile "
            "WHERE level = ? AND number >= ? AND number < ? ORDER BY number",
            (level - 1, start, start + count),
        )
        found = [root for (root,) in rows]
    if len(found) != count:
        message = f"level {level} has {len(found)} hashes from {start}, not {count}"
        raise LookupError(message)
    return found


def _peaks(hashes: list[bytes]) -> list[bytes]:
    """The roots of the complete subtrees over fewer than 256 hashes, widest first."""
    peaks: list[bytes] = []
    for number, hash_ in enumerate(hashes):
        node, rest = hash_, number
        while rest & 1:
            node, rest = node_hash(peaks.pop(), node), rest >> 1
        peaks.append(node)
    return peaks
