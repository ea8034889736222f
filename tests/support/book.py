"""A small workspace with a fixed clock and identity: real files, the real ledger, toy lanes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from benchbook import Corpus, Inapplicable, LanePlugin, Rankings, Topics
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.retrieve import Outcome, RunOptions, run_retrieval
from benchbook.core.event_store import EventStore, NewEvent, Receipt
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry
from benchbook.core.progress import Progress
from benchbook.core.running.experiment import parse_experiment

EPOCH = 1_800_000_000_000_000
TOPICS = 150
"""Three blocks of topics, the last one not full."""

EXPERIMENT = """\
[experiment]
name = "small"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "R@10", "RR"]

[lanes.forward]
plugin = "forward"
[lanes.backward]
plugin = "backward"
[lanes.keyword]
plugin = "bm25"

[conditions.all]
fuser = "rrf"
[conditions.weighted]
fuser = "rrf"
weights = { forward = 2, backward = 1, keyword = 0.5 }
[conditions.keyword_only]
fuser = "single"
lanes = ["keyword"]
"""


class Stop(Exception):
    """The run is stopped here."""


class StoppingStore(EventStore):
    """A store that stops the run after so many appends, as a crash between two of them."""

    appends_left: int | None = None

    def append(
        self, stream: str, new: Sequence[NewEvent], *, expected_version: int | None
    ) -> tuple[Receipt, ...]:
        """Append, then stop if that was the last one allowed."""
        receipts = super().append(stream, new, expected_version=expected_version)
        if self.appends_left is not None:
            self.appends_left -= 1
            if self.appends_left == 0:
                raise Stop
        return receipts


class Forward:
    """Ranks the units in the order of their ids, from a place that the topic's id names."""

    step = 1

    def __init__(self, corpus: Corpus) -> None:
        self._units = corpus.unit_ids

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """`depth` units for each topic."""
        return Rankings.of(topics, (self._row(topic.id, depth) for topic in topics))

    def _row(self, topic: str, depth: int) -> Iterator[tuple[str, float]]:
        start = int(topic.removeprefix("q"))
        for rank in range(depth):
            yield self._units[(start + self.step * rank) % len(self._units)], 1.0 / (rank + 1)


class Backward(Forward):
    """The same, the other way round."""

    step = -1


class Breaking(Forward):
    """A lane that breaks in its second block."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """The first block, and no more."""
        if topics.ids[0] != "q000":
            message = "cannot read /home/somebody/secret/index.bin"
            raise RuntimeError(message)
        return super().retrieve(topics, depth)


class Unfed:
    """A lane that this corpus cannot feed."""

    def __init__(self, corpus: Corpus) -> None:
        reason = f"none of the {len(corpus)} units cites another"
        raise Inapplicable(reason)


def lane(name: str, build: Callable[..., object], **more: object) -> Plugin:
    """A lane's record."""
    return LanePlugin(name=name, version="1", summary="a toy", build=build, **more)  # type: ignore[arg-type]  # toys are not typed


@cache
def built_in() -> Registry:
    """The plugins that Benchbook ships."""
    return load_registry(external=False)


def registry(*records: Plugin) -> Registry:
    """The built-in plugins, the toy lanes, and whatever else a test brings."""
    toys = Registry.of(
        lane("forward", Forward),
        lane("backward", Backward),
        lane("breaking", Breaking),
        lane("unfed", Unfed),
        *records,
    )
    return attrs.evolve(built_in(), registered=(*built_in().registered, *toys.registered))


def write_collection(folder: Path, topics: int = TOPICS, documents: int = 60) -> None:
    """A BEIR folder made by rule: topic q007 has documents d007 (grade 2) and d010 (grade 1)."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_lines(
        folder / "corpus.jsonl",
        (
            {"_id": f"d{n:03}", "title": f"Document {n}", "text": f"word{n} word{n % 7} straw"}
            for n in range(documents)
        ),
    )
    _write_lines(
        folder / "queries.jsonl",
        ({"_id": f"q{n:03}", "text": f"word{n % documents} straw"} for n in range(topics)),
    )
    qrels = [
        f"q{n:03}\td{(n + step) % documents:03}\t{grade}\n"
        for n in range(topics)
        for step, grade in ((0, 2), (3, 1))
    ]
    (folder / "qrels").mkdir(exist_ok=True)
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(qrels))


def _write_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """JSON lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def quiet_progress(label: str, done: int, total: int) -> None:
    """Nobody watches."""


def fixed_entropy(count: int) -> bytes:
    """The same bytes each time: a fixed identity."""
    return bytes(range(count))


def make_store(folder: Path, topics: int = TOPICS) -> Path:
    """A ledger with a corpus and a gold set; gives its path."""
    path = folder / "benchbook.ledger"
    write_collection(folder / "small", topics)
    plugins = registry()
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        ingest(store, plugins, folder / "small", "small", reader="beir", progress=quiet_progress)
        import_gold(store, plugins, folder / "small", "small", reader="beir")
    return path


def open_store(path: Path, appends: int | None = None) -> StoppingStore:
    """The ledger with the fixed clock, stopping after so many appends."""
    store = StoppingStore.open(path, clock=lambda: EPOCH)
    store.appends_left = appends
    return store


def run(
    store: EventStore,
    text: str = EXPERIMENT,
    plugins: Registry | None = None,
    *,
    entropy: Callable[[int], bytes] = fixed_entropy,
    progress: Progress = quiet_progress,
    **options: Any,  # noqa: ANN401 - whatever `RunOptions` takes
) -> Outcome:
    """Run an experiment, each block made durable on its own."""
    return run_retrieval(
        store,
        parse_experiment(text, "exp.toml", Path()),
        plugins or registry(),
        entropy=entropy,
        progress=progress,
        options=RunOptions(**{"group_seconds": 0.0, **options}),
    )


def bytes_of(path: Path) -> list[tuple[object, ...]]:
    """Every row of a ledger: events in order, objects by digest."""
    with sqlite3.connect(path) as connection:
        events = connection.execute("SELECT seq, body, leaf FROM event ORDER BY seq").fetchall()
        objects = connection.execute("SELECT digest, data FROM object ORDER BY digest").fetchall()
    connection.close()
    return [*events, *objects]
