"""The events that `bench_ledger.py` appends, for our side and for the peer's."""

from __future__ import annotations

from hashlib import sha256

from benchbook.ledger import Actor, Draft

STREAM = "run/3f9a0c1d2e4b"
ACTOR = Actor(kind="tool", id="bench/1")
TIME = "2023-11-14T22:13:20.000000Z"
NAME = "bench"
ORIGIN = f"{NAME}/{'00' * 8}"


def payload(number: int) -> dict[str, object]:
    """What an event says: about 150 bytes."""
    return {
        "condition": "full_deep",
        "count": 1_200,
        "frame": number,
        "lane": {"name": "keyword", "plugin": "bm25", "version": "1"},
        "scores": "3f9a0c1d2e4b5a69788796a5b4c3d2e1",
    }


def event_id(number: int) -> str:
    """The id of an event, 32 hex."""
    return sha256(b"%d" % number).hexdigest()[:32]


def opening() -> Draft:
    """The event that opens a log."""
    return draft(-1, "log")


def draft(number: int, stream: str = STREAM) -> Draft:
    """An event for our side."""
    return Draft(
        id=event_id(number),
        type="lane-ranked",
        schema=1,
        stream=stream,
        actor=ACTOR,
        data=payload(number),
        objects=(),
        cause=None,
        env=None,
        basis=None,
    )


def fields(number: int, prev: str) -> dict[str, object]:
    """The same event for the peer's side, with its place."""
    return {
        "actor": {"id": ACTOR.id, "kind": ACTOR.kind},
        "basis": None,
        "cause": None,
        "data": payload(number),
        "env": None,
        "id": event_id(number),
        "log": ORIGIN,
        "objects": [],
        "prev": prev,
        "schema": 1,
        "seq": number + 1,
        "stream": STREAM,
        "stream_ver": number,
        "ts": TIME,
        "type": "lane-ranked",
        "v": 1,
    }
