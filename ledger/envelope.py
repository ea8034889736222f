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

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
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


class Place(NamedTuple):
    """What of an event only the ledger writes.

    Args:
        log: the log's origin.
        seq: the event's position.
        prev: the leaf of the event before it, 64 hex.
        stream_ver: its version in its stream.
        ts: its time, RFC 3339.
        wall: what the clock showed, where that was before the time of the event before it.
    """

    log: str
    seq: int
    prev: str
    stream_ver: int
    ts: str
    wall: str | None


def encode_body(draft: Draft, place: Place) -> bytes:
    """The canonical bytes of an event.

    Only the payload is looked through. The frame is spelt out, in the order of its keys: each of
    its values has a shape that needs no escape, which the draft made sure of.

    Raises:
        NotCanonical: the payload is outside the profile.
        DraftRefused: the bytes are more than 64 KiB.
    """
    clock = f'"clock":{{"regressed":true,"wall":"{place.wall}"}},' if place.wall else ""
    body = (
        f'{{"actor":{{"id":"{draft.actor.id}","kind":"{draft.actor.kind}"}},'
        f'"basis":{_basis(draft)},"cause":{_quoted(draft.cause)},{clock}'
        f'"data":{canonical_text(draft.data, "$.data", 1)},'
        f'"env":{_quoted(draft.env)},"id":"{draft.id}","log":"{place.log}",'
        f'"objects":[{",".join(map(_quoted, draft.objects))}],"prev":"{place.prev}",'
        f'"schema":{draft.schema},"seq":{place.seq},"stream":"{draft.stream}",'
        f'"stream_ver":{place.stream_ver},"ts":"{place.ts}","type":"{draft.type}",'
        f'"v":{ENVELOPE_VERSION}}}'
    ).encode()
    if len(body) > MAX_BODY_BYTES:
        found = f"makes an event of {len(body)} bytes; at most {MAX_BODY_BYTES}"
        raise DraftRefused("data", f"{found} (put long lists into objects)")
    return body


def _basis(draft: Draft) -> str:
    basis = draft.basis
    return "null" if basis is None else f'{{"root":"{basis.root}","size":{basis.size}}}'


def _quoted(hexadecimal: str | None) -> str:
    return "null" if hexadecimal is None else f'"{hexadecimal}"'


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
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
