"""The bytes of an event: what the caller said, put into the frame that only the ledger writes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from .canonical import canonical_json, canonical_text, digest
from .errors import DraftRefused, LedgerUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .drafts import Draft

ENVELOPE_VERSION = 1
MAX_BODY_BYTES = 65_536
NO_LEAF = "0" * 64
"""What the first event has for the leaf before it."""

# Without its zone, which `timestamp` spells out: counting from it takes less than half the time.
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None)
_CONTENT = ("id", "type", "schema", "stream", "actor", "data", "objects", "cause", "env", "basis")


def content_of(draft: Draft) -> dict[str, object]:
    """What of an event is the caller's, as canonical values."""
    basis = draft.basis
    return {
        "actor": {"id": draft.actor.id, "kind": draft.actor.kind},
        "basis": None if basis is None else {"root": basis.root, "size": basis.size},
        "cause": draft.cause,
        "data": draft.data,
        "env": draft.env,
        "id": draft.id,
        "objects": draft.objects,
        "schema": draft.schema,
        "stream": draft.stream,
        "type": draft.type,
    }


def content_digest(envelope: Mapping[str, Any]) -> str:
    """SHA-256 of the caller's part of an event, which a later try must bring again."""
    return digest(canonical_json({name: envelope[name] for name in _CONTENT}))


class Frame(NamedTuple):
    """What only the ledger writes, and writes alike into all events of one append.

    Args:
        log: the log's origin.
        ts: the time, RFC 3339.
        wall: what the clock showed, where that was before the time of the event before.
    """

    log: str
    ts: str
    wall: str | None


def encode_body(draft: Draft, frame: Frame, seq: int, prev: str, stream_ver: int) -> bytes:
    """The canonical bytes of an event.

    Only the payload is looked through. All else is spelt out, in the order of its keys: each of
    these values has a shape that needs no escape, which the draft made sure of.

    Args:
        draft: what the caller says.
        frame: what stands in every event of this append.
        seq: the event's position.
        prev: the leaf of the event before it, 64 hex.
        stream_ver: its version in its stream.

    Raises:
        NotCanonical: the payload is outside the profile.
        DraftRefused: the bytes are more than 64 KiB.
    """
    log, ts, wall = frame
    actor, basis = draft.actor, draft.basis
    seen = "null" if basis is None else f'{{"root":"{basis.root}","size":{basis.size}}}'
    cause = "null" if draft.cause is None else f'"{draft.cause}"'
    clock = f'"clock":{{"regressed":true,"wall":"{wall}"}},' if wall else ""
    env = "null" if draft.env is None else f'"{draft.env}"'
    objects = '"' + '","'.join(draft.objects) + '"' if draft.objects else ""
    body = (
        f'{{"actor":{{"id":"{actor.id}","kind":"{actor.kind}"}},"basis":{seen},'
        f'"cause":{cause},{clock}"data":{canonical_text(draft.data, "$.data", 1)},'
        f'"env":{env},"id":"{draft.id}","log":"{log}","objects":[{objects}],"prev":"{prev}",'
        f'"schema":{draft.schema},"seq":{seq},"stream":"{draft.stream}",'
        f'"stream_ver":{stream_ver},"ts":"{ts}","type":"{draft.type}","v":{ENVELOPE_VERSION}}}'
    ).encode()
    if len(body) > MAX_BODY_BYTES:
        found = f"makes an event of {len(body)} bytes; at most {MAX_BODY_BYTES}"
        raise DraftRefused("data", f"{found} (put long lists into objects)")
    return body


def timestamp(microseconds: int) -> str:
    """RFC 3339, in UTC, with six decimals, so that text order is time order.

    Raises:
        LedgerUnavailable: the clock shows a year before 1 or after 9999.
    """
    try:
        moment = _EPOCH + timedelta(microseconds=microseconds)
    except OverflowError as error:
        reason = f"the clock shows {microseconds} microseconds since 1970"
        raise LedgerUnavailable("the ledger", reason) from error
    return moment.isoformat(timespec="microseconds") + "Z"
