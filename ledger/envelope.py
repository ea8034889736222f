"""The bytes of an event: what the caller said, put into the frame that only the ledger writes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from .canonical import canonical_json, digest
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
    """SHA-256 of the caller's part: equal for two tries of one event, whatever time or place each got."""
    return digest(canonical_json({name: envelope[name] for name in _CONTENT}))


def encode_body(content: dict[str, object], place: dict[str, object]) -> bytes:
    """The canonical bytes of an event.

    Raises:
        NotCanonical: the payload is outside the profile.
        DraftRefused: the bytes are more than 64 KiB.
    """
    body = canonical_json({**content, **place})
    if len(body) > MAX_BODY_BYTES:
        reason = f"makes an event of {len(body)} bytes; at most {MAX_BODY_BYTES} (put long lists in objects)"
        raise DraftRefused("data", reason)
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
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def times(wall: str, previous: str) -> dict[str, object]:
    """The fields that say when: never before the previous event; a clock that went back is recorded."""
    if wall >= previous:
        return {"ts": wall}
    return {"clock": {"regressed": True, "wall": wall}, "ts": previous}
