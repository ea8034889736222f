"""Where events meet bytes: the only door between the core and the ledger.

The store speaks events and objects; the ledger below it speaks bytes. Everything is read once at
the top of a command and appended at its bottom.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import attrs

from ..ledger import (
    Actor,
    Basis,
    Draft,
    Entry,
    Ledger,
    Receipt,
    canonical_json,
    digest,
    system_clock,
)
from .codec import Event, decode, encode
from .events import LedgerOpened
from .streams import LOG

__all__ = [
    "Basis",
    "EventStore",
    "NewEvent",
    "Receipt",
    "Recorded",
    "as_recorded",
    "canonical_json",
    "digest",
    "read_json",
]

Clock = Callable[[], int]


def read_json(data: bytes) -> Any:  # noqa: ANN401 - JSON holds anything
    """The value of JSON out of the ledger, whose digest was checked on the way.

    What comes from outside must not come through here: the ledger's `parse_canonical` is strict.
    """
    return json.loads(data)


def tool() -> Actor:
    """The actor of what no person and no key stands behind: this program and its version."""
    from .. import __version__  # noqa: PLC0415 - the face is above

    return Actor(kind="tool", id=f"benchbook/{__version__}")


@attrs.frozen(kw_only=True)
class NewEvent:
    """An event to append.

    Attributes:
        key: what makes it unique within its stream and type; a retry with the same key is the same
            event.
        objects: digests that the event makes reachable.
        basis: what the actor had seen, on decisions and renderings.
        env: id of the sealed environment that it was made in.
        cause: id of the event that it follows from.
    """

    event: Event
    key: tuple[str | int, ...]
    objects: tuple[str, ...] = ()
    basis: Basis | None = None
    env: str | None = None
    cause: str | None = None


@attrs.frozen(kw_only=True)
class Recorded:
    """An event as it stands in the ledger.

    Attributes:
        seq: its position.
        id: 32 hex digits.
        ts: RFC 3339, UTC: claimed, not proven.
    """

    seq: int
    id: str
    ts: str
    stream: str
    event: Event
    env: str | None
    basis: Basis | None


class EventStore:
    """A workspace's ledger, in events and objects."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        name: str,
        entropy: Callable[[int], bytes],
        clock: Clock = system_clock,
    ) -> Self:
        """Make a ledger whose first event is `ledger-opened`.

        Args:
            name: the part of the origin that people choose; sixteen random hex digits follow it.
            entropy: gives that many random bytes.

        Raises:
            LedgerExists: there is one.
        """
        opened = NewEvent(event=LedgerOpened(name=name), key=(name,))
        return cls(
            Ledger.create(
                path, name=name, opening=_draft(LOG, opened), clock=clock, entropy=entropy
            )
        )

    @classmethod
    def open(cls, path: Path, *, clock: Clock = system_clock, readonly: bool = False) -> Self:
        """Open an existing ledger.

        Raises:
            LedgerError: it is corrupt, foreign, newer, busy or not writable.
        """
        return cls(Ledger.open(path, clock=clock, readonly=readonly))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        self._ledger.close()

    @property
    def origin(self) -> str:
        """The log's name with its random part."""
        return self._ledger.origin

    @property
    def size(self) -> int:
        """The number of events."""
        return self._ledger.size

    def basis(self, size: int | None = None) -> Basis:
        """The size and root of the whole log, or of its first `size` events."""
        return self._ledger.basis(size)

    def events(
        self,
        *,
        start: int = 0,
        stop: int | None = None,
        stream: str | None = None,
        types: Collection[type[Event]] | None = None,
    ) -> Iterator[Recorded]:
        """The events at positions `start` to `stop`, in order, of one stream or of some types."""
        names = None if types is None else sorted({kind.TYPE for kind in types})
        for entry in self._ledger.events(start, stop, stream=stream, types=names):
            yield _recorded(entry)

    def read(self, stream: str) -> tuple[tuple[Recorded, ...], int]:
        """One stream's events and its version, from one read."""
        events = tuple(self.events(stream=stream))
        return events, len(events)

    def append(
        self, stream: str, new: Sequence[NewEvent], *, expected_version: int | None
    ) -> tuple[Receipt, ...]:
        """Append events in one transaction; they are safe when this returns.

        Args:
            expected_version: events that the stream held when the decision was made; None where any
                version will do.

        Raises:
            LedgerError: the stream has moved on, the disk is full, the file is not writable, …
        """
        drafts = [_draft(stream, one) for one in new]
        return self._ledger.append(drafts, stream=stream, expected_version=expected_version)

    def put(self, data: bytes, media: str) -> str:
        """Store bytes once; gives their SHA-256 (hex)."""
        return self._ledger.put_object(data, media)

    def put_all(self, objects: Sequence[tuple[bytes, str]]) -> tuple[str, ...]:
        """Store several objects in one transaction; gives their digests in order."""
        return tuple(self._ledger.put_objects(objects))

    def get(self, sha256: str) -> bytes:
        """The bytes of an object, checked against their digest.

        Raises:
            LedgerError: there is no such object, or its bytes are damaged.
        """
        return self._ledger.object(sha256)


def as_recorded(stream: str, new: NewEvent, receipt: Receipt) -> Recorded:
    """An event as it stands in the ledger that gave the receipt."""
    return Recorded(
        seq=receipt.seq,
        id=receipt.id,
        ts=receipt.ts,
        stream=stream,
        event=new.event,
        env=new.env,
        basis=new.basis,
    )


def event_id(stream: str, kind: str, key: tuple[str | int, ...]) -> str:
    """The id of an event, from what it is about: 32 hex digits.

    Making the same fact again gives the same id, so a retry is recorded once.
    """
    return digest(canonical_json([stream, kind, *key]))[:32]


def _draft(stream: str, new: NewEvent) -> Draft:
    """An event as the ledger takes it."""
    kind = type(new.event)
    return Draft(
        id=event_id(stream, kind.TYPE, new.key),
        type=kind.TYPE,
        schema=kind.SCHEMA,
        stream=stream,
        actor=tool(),
        data=encode(new.event),
        objects=new.objects,
        cause=new.cause,
        env=new.env,
        basis=new.basis,
    )


def _recorded(entry: Entry) -> Recorded:
    """An entry of the ledger as an event."""
    envelope = entry.envelope
    basis = envelope["basis"]
    return Recorded(
        seq=entry.seq,
        id=envelope["id"],
        ts=envelope["ts"],
        stream=envelope["stream"],
        event=decode(
            envelope["type"], envelope["schema"], envelope["data"], f"position {entry.seq}"
        ),
        env=envelope["env"],
        basis=None if basis is None else Basis(size=basis["size"], root=basis["root"]),
    )
