"""Small collections that tests write to disk, and workspaces to ingest them into."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from benchbook.core.event_store import EventStore

LEDGER = "benchbook.ledger"


class Objects(dict[str, bytes]):
    """Objects by digest, as a ledger keeps them."""

    def put(self, data: bytes, media: str) -> str:
        """Keep bytes and give their digest."""
        digest = sha256(data).hexdigest()
        self[digest] = data
        return digest


def write_lines(path: Path, lines: Sequence[Mapping[str, object]]) -> Path:
    """Write JSON lines and give the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def write_beir(folder: Path, documents: Sequence[str], qrels: Sequence[str]) -> Path:
    """Write a folder of BEIR: documents by id, queries t1 to t3, judgments as `t1 d1 1`."""
    write_lines(folder / "corpus.jsonl", [{"_id": id_, "text": f"text {id_}"} for id_ in documents])
    write_lines(folder / "queries.jsonl", [{"_id": f"t{n}", "text": f"q {n}"} for n in (1, 2, 3)])
    (folder / "qrels").mkdir(exist_ok=True)
    (folder / "qrels" / "test.tsv").write_text("".join(f"{row}\n" for row in qrels))
    return folder


def new_store(folder: Path) -> EventStore:
    """Make a ledger with a clock and a name that do not change."""
    folder.mkdir(parents=True, exist_ok=True)
    seconds = itertools.count(1_800_000_000)
    return EventStore.create(
        folder / LEDGER,
        name="test",
        entropy=lambda size: bytes(range(size)),
        clock=lambda: next(seconds) * 1_000_000,
    )


def silent(label: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
