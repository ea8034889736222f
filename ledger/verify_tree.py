"""The verifier's own Merkle tree, grown from bodies and compared with the stored tiles.

RFC 9162, section 2.1.1: a leaf is SHA-256(0x00 || body), a node SHA-256(0x01 || left || right).
Nothing is taken from the store's code, so that one mistake cannot hide in both.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from .verification import Faults

_WIDTH = 256
_HEIGHT = 8
_HASH = 32


class TreeCheck:
    """A growing tree of which only the right edge is kept.

    Args:
        connection: the ledger's.
        faults: where differing tiles are noted.
    """

    def __init__(self, connection: sqlite3.Connection, faults: Faults) -> None:
        self._connection = connection
        self._faults = faults
        self._edge: list[tuple[int, bytes]] = []
        self._unfinished: dict[int, list[bytes]] = {0: []}
        self.size = 0
        self.are_tiles_sound = True

    def push(self, leaf: bytes) -> None:
        """Add a leaf hash."""
        self._unfinished[0].append(leaf)
        height, node = 0, leaf
        # Two complete subtrees of one height are joined, as a binary counter carries.
        while self._edge and self._edge[-1][0] == height:
            node = sha256(b"\x01" + self._edge.pop()[1] + node).digest()
            height += 1
            if height % _HEIGHT == 0:
                self._compare(height // _HEIGHT - 1, self.size >> height, node)
        self._edge.append((height, node))
        self.size += 1

    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._edge:
            return sha256(b"").digest()
        node = self._edge[-1][1]
        for _height, left in reversed(self._edge[:-1]):
            node = sha256(b"\x01" + left + node).digest()
        return node

    def _compare(self, level: int, number: int, node: bytes) -> None:
        hashes = self._unfinished[level]
        data = b"".join(hashes)
        hashes.clear()
        self._unfinished.setdefault(level + 1, []).append(node)
        sql = "SELECT root, data FROM main.tile WHERE level = ? AND number = ?"
        row = self._connection.execute(sql, (level, number)).fetchone()
        if row != (node, data):
            found = "nothing" if row is None else f"hashes with digest {_named(row[1])}"
            self._note(f"tile {level}/{number}", found, f"hashes with digest {_named(data)}")

    def check_count(self) -> None:
        """Note tiles that are missing or that no event filled."""
        # One statement sees one state of the file, whatever is appended meanwhile.
        sql = (
            "SELECT level, count(*), (SELECT coalesce(max(seq), -1) + 1 FROM main.event) "
            "FROM main.tile GROUP BY level ORDER BY level"
        )
        for level, count, size in self._connection.execute(sql).fetchall():
            expected = size >> _HEIGHT * (level + 1)
            if count != expected:
                self._note(f"tiles of level {level}", f"{count} of them", str(expected))

    def _note(self, where: str, found: str, expected: str) -> None:
        self.are_tiles_sound = False
        self._faults.add("tile", where, found, expected)

    def root_at(self, size: int) -> bytes:
        """The root over the first so many leaves, from tiles that were compared already.

        Raises:
            LookupError: a hash that is needed is not there.
        """
        start, peaks = 0, []
        for height in reversed(range(size.bit_length())):
            if size >> height & 1:
                peaks.append(self._subtree(start, height))
                start += 1 << height
        node = peaks.pop() if peaks else sha256(b"").digest()
        while peaks:
            node = sha256(b"\x01" + peaks.pop() + node).digest()
        return node

    def _subtree(self, start: int, height: int) -> bytes:
        """The root of the complete subtree of this height whose first leaf is `start`."""
        level, rest = divmod(height, _HEIGHT)
        nodes = self._hashes(level, start >> level * _HEIGHT, 1 << rest)
        while len(nodes) > 1:
            nodes = [
                sha256(b"\x01" + nodes[at] + nodes[at + 1]).digest()
                for at in range(0, len(nodes), 2)
            ]
        return nodes[0]

    def _hashes(self, level: int, start: int, count: int) -> list[bytes]:
        sql = "SELECT data FROM main.tile WHERE level = ? AND number = ?"
        row = self._connection.execute(sql, (level, start // _WIDTH)).fetchone()
        if row is not None:
            at = start % _WIDTH * _HASH
            return [row[0][at + n * _HASH : at + (n + 1) * _HASH] for n in range(count)]
        if level:
            sql = (
                "SELECT root FROM main.tile WHERE level = ? AND number >= ? ORDER BY number LIMIT ?"
            )
            rows = self._connection.execute(sql, (level - 1, start, count)).fetchall()
        else:
            sql = "SELECT leaf FROM main.event WHERE seq >= ? ORDER BY seq LIMIT ?"
            rows = self._connection.execute(sql, (start, count)).fetchall()
        if len(rows) != count:
            message = f"level {level} has {len(rows)} hashes from {start}, not {count}"
            raise LookupError(message)
        return [hash_ for (hash_,) in rows]


def _named(data: object) -> str:
    return sha256(data).hexdigest() if isinstance(data, bytes) else f"of a {type(data).__name__}"
