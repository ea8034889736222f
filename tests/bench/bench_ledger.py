"""How fast the ledger appends and verifies: `python tests/bench/bench_ledger.py [--json]`.

The peer is eventsourcing's SQLite recorder, in the same journal mode and with the same syncing.
Both sides begin with what an event says and end with durable rows. Ours makes canonical bytes,
checks ids and versions, links and grows the Merkle tree; the peer's bytes are made by the same
canonical writer from the same fields and chained by SHA-256, as its user would have to do. They
take turns in one process; CPU time is compared, the median of five turns, with wall time beside it.
The stored bytes are read back and must be equal. One more case, without a promise, hands the peer
ready-made bytes: what it takes to store them alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from benchbook.ledger import Actor, Draft, Ledger, canonical_json

TURNS = 5
STREAM = "run/3f9a0c1d2e4b"
ORIGINATOR = UUID(int=1)
ACTOR = Actor(kind="tool", id="bench/1")
NOW = 1_700_000_000_000_000
TIME = "2023-11-14T22:13:20.000000Z"
NAME = "bench"
ORIGIN = f"{NAME}/{'00' * 8}"
Bodies = list[bytes]


class Case(NamedTuple):
    """So many events in transactions of so many, and the ratio that was promised, 0 for none."""

    name: str
    events: int
    batch: int
    at_least: float
    is_peer_ready: bool = False


CASES = (
    Case("append, 1 event per transaction", 100, 1, 1.0),
    Case("append, 1,000 events per transaction", 20_000, 1_000, 1.5),
    Case("the same, the peer given ready-made bytes", 20_000, 1_000, 0, is_peer_ready=True),
)


class Turn(NamedTuple):
    """What one side's turn took, and what it stored."""

    cpu: float
    wall: float
    bodies: Bodies


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


class SamePool(SQLiteConnectionPool):
    """The peer's connections, in the rollback journal and syncing as ours do."""

    def _create_connection(self) -> SQLiteConnection:
        self.is_journal_mode_wal = True  # what keeps the peer from turning it on
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous = EXTRA")
        return connection


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """CPU and wall seconds of some work."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def our_turn(folder: Path, case: Case, _ready: Bodies) -> Turn:
    """Append through the ledger."""
    path = folder / "ours.ledger"
    with Ledger.create(
        path, name=NAME, opening=opening(), clock=lambda: NOW, entropy=bytes
    ) as ledger:

        def work() -> None:
            for start in range(0, case.events, case.batch):
                some = [draft(number) for number in range(start, start + case.batch)]
                ledger.append(some, stream=STREAM, expected_version=start)

        cpu, wall = timed(work)
        return Turn(cpu, wall, [entry.body for entry in ledger.events(1)])


def peer_turn(folder: Path, case: Case, ready: Bodies) -> Turn:
    """Append through the peer's recorder."""
    store = SQLiteDatastore(str(folder / "peer.db"))
    store.pool = SamePool(db_name=str(folder / "peer.db"))
    recorder = SQLiteApplicationRecorder(store)
    recorder.create_table()
    prev = opening_leaf(folder)

    def made(number: int) -> bytes:
        nonlocal prev
        if case.is_peer_ready:
            return ready[number]
        body = canonical_json(fields(number, prev))
        prev = sha256(b"\x00" + body).hexdigest()
        return body

    def work() -> None:
        for start in range(0, case.events, case.batch):
            recorder.insert_events(
                [
                    StoredEvent(ORIGINATOR, number, "lane-ranked", made(number))
                    for number in range(start, start + case.batch)
                ]
            )

    cpu, wall = timed(work)
    bodies = [bytes(event.state) for event in recorder.select_events(ORIGINATOR)]
    store.close()
    return Turn(cpu, wall, bodies)


def opening_leaf(folder: Path) -> str:
    """The leaf that the first event after the opening one links to."""
    path = folder / "opening.ledger"
    with Ledger.create(
        path, name=NAME, opening=opening(), clock=lambda: NOW, entropy=bytes
    ) as ledger:
        return next(ledger.events()).leaf


def compare(case: Case) -> dict[str, object]:
    """Let both sides take turns; the figures of one case.

    Raises:
        SystemExit: they did not store the same.
    """
    ours: list[Turn] = []
    peers: list[Turn] = []
    ready: Bodies = []
    for _ in range(TURNS):
        with tempfile.TemporaryDirectory() as name:
            ours.append(our_turn(Path(name), case, ready))
            ready = ours[0].bodies
            peers.append(peer_turn(Path(name), case, ready))
        if ours[-1].bodies != peers[-1].bodies:
            sys.exit(f"{case.name}: the two sides did not store the same bytes")
    our_cpu, peer_cpu = (statistics.median(turn.cpu for turn in side) for side in (ours, peers))
    our_wall, peer_wall = (statistics.median(turn.wall for turn in side) for side in (ours, peers))
    return {
        "case": case.name,
        "events": case.events,
        "ours_cpu_s": our_cpu,
        "peer": "eventsourcing SQLiteApplicationRecorder",
        "peer_cpu_s": peer_cpu,
        "ratio": peer_cpu / our_cpu,
        "ours_wall_s": our_wall,
        "peer_wall_s": peer_wall,
        "wall_ratio": peer_wall / our_wall,
        "at_least": case.at_least,
    }


def show(figures: dict[str, object]) -> None:
    """Print one case for a person."""
    promise = f", at least {figures['at_least']}" if figures["at_least"] else ""
    print(
        f"{figures['case']}: CPU {figures['ours_cpu_s']:.3f} s, "
        f"peer {figures['peer_cpu_s']:.3f} s: {figures['ratio']:.2f} times{promise}; "
        f"wall {figures['ours_wall_s']:.3f} s, peer {figures['peer_wall_s']:.3f} s: "
        f"{figures['wall_ratio']:.2f} times"
    )


def main() -> int:
    """Measure and print; 1 where a promised ratio is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    cases = [compare(case) for case in CASES]
    if parser.parse_args().json:
        print(json.dumps(cases, indent=2))
    else:
        for figures in cases:
            show(figures)
    return int(any(float(str(case["ratio"])) < float(str(case["at_least"])) for case in cases))


if __name__ == "__main__":
    sys.exit(main())
