"""What a ledger hands back: an event as it stands in the log, and the receipt for one."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

import attrs

from .errors import CorruptLedger
from .tree import fold_peaks


@attrs.frozen
class Entry:
    """One event of a log.

    Args:
        seq: its position, counted from 0.
        leaf: the hash of its body, 64 hex, computed when it was read.
        body: its canonical bytes, exactly as written.
    """

    seq: int
    leaf: str
    body: bytes

    @cached_property
    def envelope(self) -> dict[str, Any]:
        """The parsed body, parsed once.

        Its fields: `v, log, seq, prev, id, ts, type, schema, stream, stream_ver, actor, basis,
        cause, env, objects, data`, and `clock` where the wall clock had gone back.

        Raises:
            CorruptLedger: the body is no event, or one of another position.
        """
        parsed = parse_body(self.body, self.seq)
        if parsed.get("seq") != self.seq:
            found = f"a body that says {parsed.get('seq')!r:.40}"
            raise CorruptLedger(f"event {self.seq}", found, f"one that says {self.seq}")
        return parsed


def parse_body(body: bytes, seq: int) -> dict[str, Any]:
    """The envelope in a body that was already checked against its leaf.

    Raises:
        CorruptLedger: the body is no JSON object.
    """
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CorruptLedger(f"event {seq}", f"a body that is no JSON ({error})", "JSON") from error
    if not isinstance(parsed, dict):
        raise CorruptLedger(f"event {seq}", f"a {type(parsed).__name__}", "a JSON object")
    return parsed


@attrs.frozen
class Receipt:
    """That an event is recorded, and where: the same for the first try and for every repetition.

    Args:
        id: the event's id.
        log: the log's origin.
        seq: its position.
        ts: when it was recorded by the ledger's clock, RFC 3339.
        leaf: the hash of its body, 64 hex.
        peaks: the complete subtrees over the log up to and with this event, widest first.
    """

    id: str
    log: str
    seq: int
    ts: str
    leaf: str
    peaks: tuple[bytes, ...] = attrs.field(repr=False)

    @property
    def size(self) -> int:
        """The number of events up to and with this one."""
        return self.seq + 1

    @property
    def root(self) -> str:
        """The root over them, 64 hex. Folded when asked for: a batch has many receipts."""
        return fold_peaks(self.peaks).hex()
