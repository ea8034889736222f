"""Checking events one after the other: body, columns, link, place, time, version, claims."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from hashlib import sha256
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NoReturn

from .verify_tree import TreeCheck

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from .verification import Faults

_PAGE = 250
_BEFORE_ALL = -(2**63)
_STREAMS_REMEMBERED = 65_536
_CLAIMS_GATHERED = 1_000
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SELECT = (
    "SELECT seq, id, CAST(type AS BLOB), CAST(stream AS BLOB), stream_ver, leaf, body "
    "FROM main.event "
    "WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?"
)
_COLUMNS = ("type", "stream", "stream_ver")

Row = tuple[int, object, object, object, object, object, object]
"""seq, id, type, stream, stream_ver, leaf, body: of a file that may be foreign."""


class EventCheck:
    """One pass over the events, in order, remembering only what the next one needs.

    Args:
        connection: the ledger's.
        faults: where whatever is wrong is noted.
    """

    def __init__(self, connection: sqlite3.Connection, faults: Faults) -> None:
        self._connection = connection
        self._faults = faults
        self._tree = TreeCheck(connection, faults)
        self._prev = "0" * 64
        self._ts = ""
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._claims: list[tuple[int, int, str]] = []
        self.next_seq = 0
        self.count = 0
        self.origin = ""

    def root(self) -> str:
        """The root over the bodies as they are, 64 hex."""
        return self._tree.root().hex()

    def run(self, stop: int, step: Callable[[int], None]) -> None:
        """Check the events before position `stop`; `step` is told how many after each page."""
        after = _BEFORE_ALL
        while True:
            rows = self._connection.execute(_SELECT, (after, stop, _PAGE)).fetchall()
            for row in rows:
                self._check(row)
            step(len(rows))
            if len(rows) < _PAGE:
                break
            after = rows[-1][0] + 1
        self._check_claims()
        self._tree.check_count()

    def _check(self, row: Row) -> None:
        seq, leaf, body = row[0], row[5], row[6]
        if seq != self.next_seq:
            self._note("gap", self.next_seq, f"position {seq} next", f"position {self.next_seq}")
        if not isinstance(body, bytes):
            self._note("body", seq, f"a {type(body).__name__}", "bytes")
            body = b""
        computed = sha256(b"\x00" + body).digest()
        if computed != leaf:
            found = leaf.hex() if isinstance(leaf, bytes) else repr(leaf)
            self._note("leaf", seq, f"leaf {found}", f"{computed.hex()} of the body as it is")
        self._tree.push(computed)
        envelope = self._parse(seq, body)
        if envelope is not None:
            self._check_envelope(row, envelope)
        self._prev = computed.hex()
        self.next_seq = seq + 1
        self.count += 1

    def _parse(self, seq: int, body: bytes) -> dict[str, Any] | None:
        try:
            envelope = _DECODE(body.decode())
            # An escaped half of a surrogate pair passes for text until somebody writes it down.
            if b"\\ud" in body or b"\\uD" in body:
                json.dumps(envelope, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            self._note("body", seq, f"no canonical JSON ({error})", "an event")
            return None
        shape = _wrong_shape(envelope)
        if shape is not None:
            self._note("body", seq, shape, "an event's fields")
            return None
        parsed: dict[str, Any] = envelope
        return parsed

    def _check_envelope(self, row: Row, envelope: dict[str, Any]) -> None:
        seq, id_, columns = row[0], row[1], row[2:5]
        self.origin = self.origin or envelope["log"]
        if envelope["log"] != self.origin:
            self._note("place", seq, f"log {envelope['log']}", f"log {self.origin}")
        if envelope["seq"] != seq:
            self._note("place", seq, f"a body of position {envelope['seq']}", f"{seq}")
        if envelope["prev"] != self._prev:
            self._note("link", seq, f"a link to {envelope['prev']}", self._prev)
        if not isinstance(id_, bytes) or id_.hex() != envelope["id"]:
            self._note("column", seq, f"column id {id_!r}", f"{envelope['id']} as in the body")
        for name, column in zip(_COLUMNS, columns, strict=True):
            if column != (envelope[name] if name == "stream_ver" else envelope[name].encode()):
                found = column.decode(errors="replace") if isinstance(column, bytes) else column
                expected = f"{envelope[name]!r} as in the body"
                self._note("column", seq, f"column {name} {found!r}", expected)
        if envelope["ts"] < self._ts:
            self._note("time", seq, f"time {envelope['ts']}", f"none before {self._ts}")
        self._ts = envelope["ts"]
        self._check_version(seq, envelope["stream"], envelope["stream_ver"])
        self._check_references(seq, envelope["objects"])
        if envelope["basis"] is not None:
            self._claim(seq, envelope["basis"])

    def _check_version(self, seq: int, stream: str, version: int) -> None:
        expected = self._versions.pop(stream, None)
        if expected is None:
            expected = self._version_before(seq, stream)
        if version != expected:
            self._note("version", seq, f"version {version} of {stream}", f"version {expected}")
        self._versions[stream] = version + 1
        if len(self._versions) > _STREAMS_REMEMBERED:
            self._versions.popitem(last=False)

    def _version_before(self, seq: int, stream: str) -> int:
        """Of a stream not remembered: asked of the columns, which were compared with the bodies."""
        sql = (
            "SELECT coalesce(max(stream_ver), -1) + 1 FROM main.event WHERE stream = ? AND seq < ?"
        )
        version: int = self._connection.execute(sql, (stream, seq)).fetchone()[0]
        return version

    def _check_references(self, seq: int, digests: list[str]) -> None:
        for digest in digests:
            sql = "SELECT 1 FROM main.object WHERE digest = ?"
            if self._connection.execute(sql, (bytes.fromhex(digest),)).fetchone() is None:
                self._note("reference", seq, "nothing", f"object {digest}")

    def _claim(self, seq: int, basis: dict[str, Any]) -> None:
        if basis["size"] > seq:
            self._note("basis", seq, f"a basis of {basis['size']} events", f"at most {seq}")
            return
        self._claims.append((seq, basis["size"], basis["root"]))
        if len(self._claims) == _CLAIMS_GATHERED:
            self._check_claims()

    def _check_claims(self) -> None:
        """Compare claimed bases with the roots of those prefixes, found through sound tiles."""
        roots: dict[int, str] = {}
        for seq, size, claimed in self._claims:
            # With a wrong tile the roots cannot be found this way; the tile is the fault to mend.
            if not self._tree.are_tiles_sound:
                break
            if size not in roots:
                roots[size] = self._tree.root_at(size).hex()
            if roots[size] != claimed:
                self._note("basis", seq, f"root {claimed} of {size} events", roots[size])
        self._claims.clear()

    def _note(self, kind: str, seq: int, found: str, expected: str) -> None:
        self._faults.add(kind, f"event {seq}", found, expected)


def _wrong_shape(envelope: object) -> str | None:
    """What of an envelope has not the shape that it must have, in words; None where all has."""
    if not isinstance(envelope, dict):
        return f"a {type(envelope).__name__}"
    if len(envelope) != len(_KINDS) + ("clock" in envelope) or not envelope.keys() >= _KINDS.keys():
        return f"fields {sorted(envelope)}"
    # One look at all types at once settles nearly every event.
    if tuple(map(type, _FIELDS(envelope))) not in _USUAL:
        wrong = next(name for name, kinds in _KINDS.items() if type(envelope[name]) not in kinds)
        return f"field {wrong} {envelope[wrong]!r}"
    for field, is_right in _SHAPES:
        if not is_right(envelope[field]):
            return f"field {field} {envelope[field]!r}"
    return None


def _is_digest(value: object) -> bool:
    return type(value) is str and _DIGEST.fullmatch(value) is not None


def _is_basis(value: dict[str, object] | None) -> bool:
    if value is None:
        return True
    size = value.get("size")
    is_count = type(size) is int and size >= 0
    return is_count and len(value) == len(("root", "size")) and _is_digest(value.get("root"))


def _is_actor(value: dict[str, object]) -> bool:
    parts = (value.get("id"), value.get("kind"))
    return len(value) == len(parts) and tuple(map(type, parts)) == (str, str)


_KINDS: dict[str, tuple[type, ...]] = {
    "v": (int,),
    "log": (str,),
    "seq": (int,),
    "prev": (str,),
    "id": (str,),
    "ts": (str,),
    "type": (str,),
    "schema": (int,),
    "stream": (str,),
    "stream_ver": (int,),
    "actor": (dict,),
    "basis": (type(None), dict),
    "cause": (type(None), str),
    "env": (type(None), str),
    "objects": (list,),
    "data": (dict,),
}
_FIELDS = itemgetter(*_KINDS)
_USUAL = frozenset(product(*_KINDS.values()))
_SHAPES: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("v", lambda value: value == 1),
    ("seq", lambda value: value >= 0),
    ("prev", _is_digest),
    ("ts", lambda value: _TIME.fullmatch(value) is not None),
    ("schema", lambda value: value >= 1),
    ("stream_ver", lambda value: value >= 0),
    ("actor", _is_actor),
    ("basis", _is_basis),
    ("objects", lambda value: all(map(_is_digest, value)) and value == sorted(set(value))),
)


def _refuse(text: str) -> NoReturn:
    message = f"the number {text:.40}"
    raise ValueError(message)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) != len(pairs):
        message = "a key twice"
        raise ValueError(message)
    return parsed


# Python itself refuses integers of more than 4,300 digits.
_DECODE = json.JSONDecoder(
    object_pairs_hook=_each_key_once, parse_float=_refuse, parse_constant=_refuse
).decode
