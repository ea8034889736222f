"""What a run costs outside its lanes: `python tests/bench/bench_run.py [--json] [--profile]`.

The experiment that `benchbook init` writes, on SciFact: two BM25 lanes, fused. CPU time of the
whole run, from reading the ledger to the built report, against the part of it that lanes spend
building and retrieving; median of five runs, each in a new process on a ledger that was made
before, as a person starts it. Imports are not counted: start-up is a promise of its own. What lies
outside (the corpus read from the ledger, frames, fusion, metrics, waiting for the disk, the report)
must stay below 5 %.
"""

from __future__ import annotations

import argparse
import cProfile
import functools
import json
import os
import pstats
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from benchbook import Corpus, LanePlugin, Rankings, Topics
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.retrieve import run_retrieval
from benchbook.core.event_store import EventStore
from benchbook.core.hookspec import Lane
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry
from benchbook.core.running.experiment import read_experiment

COLLECTION = Path(__file__).resolve().parents[3] / "shared" / "data" / "scifact"
RUNS = 5
AT_MOST = 0.05


class Stopwatch:
    """CPU seconds spent in lanes."""

    def __init__(self) -> None:
        self.spent = 0.0

    def lane(self, build: Any) -> Any:  # noqa: ANN401 - a plugin's build is any callable
        """The same lane, its time counted."""

        @functools.wraps(build)
        def timed(corpus: Corpus, **parameters: Any) -> Lane:  # noqa: ANN401 - a plugin's own
            began = time.process_time()
            working: Lane = build(corpus, **parameters)
            self.spent += time.process_time() - began
            return _Timed(self, working)

        return timed


class _Timed:
    """A lane whose retrieving is counted."""

    def __init__(self, watch: Stopwatch, working: Lane) -> None:
        self._watch, self._working = watch, working

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """What the lane gives."""
        began = time.process_time()
        ranked = self._working.retrieve(topics, depth)
        self._watch.spent += time.process_time() - began
        return ranked


class Cost(NamedTuple):
    """CPU seconds of one run, and of its lanes."""

    whole: float
    lanes: float

    @property
    def outside(self) -> float:
        """The part outside the lanes."""
        return 1 - self.lanes / self.whole


def timed_registry(watch: Stopwatch) -> Registry:
    """The built-in plugins, every lane under the watch."""
    registry = load_registry(external=False)
    return attrs.evolve(
        registry,
        registered=[
            attrs.evolve(one, record=attrs.evolve(one.record, build=watch.lane(one.record.build)))
            if isinstance(one.record, LanePlugin)
            else one
            for one in registry.registered
        ],
    )


def make_book(folder: Path) -> Path:
    """A ledger with the collection in it."""
    path = folder / "benchbook.ledger"
    registry = load_registry(external=False)
    with EventStore.create(path, name="bench", entropy=os.urandom) as store:
        ingest(store, registry, COLLECTION, "scifact", reader="beir", progress=_unwatched)
        import_gold(store, registry, COLLECTION, "scifact", reader="beir")
    return path


def one_run(book: Path, profile: cProfile.Profile | None) -> Cost:
    """One run on a ledger that is there, measured; what it imports was imported before."""
    watch = Stopwatch()
    registry = timed_registry(watch)
    with as_file(files("benchbook.specs").joinpath("two_lanes.toml")) as path:
        experiment = read_experiment(path)
    with EventStore.open(book) as store:
        list(store.events())  # reading an event loads the codec
        if profile:
            profile.enable()
        began = time.process_time()
        run_retrieval(store, experiment, registry, entropy=os.urandom, progress=_unwatched)
        whole = time.process_time() - began
        if profile:
            profile.disable()
    return Cost(whole, watch.spent)


def _in_a_new_process(book: Path) -> Cost:
    """One run as a person starts it: nothing is remembered from a run before."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(book, folder)
        done = subprocess.run(
            [sys.executable, __file__, "--on", copy], capture_output=True, text=True, check=True
        )
    return Cost(*json.loads(done.stdout))


def _unwatched(label: str, done: int, total: int) -> None:
    """Nobody watches."""


def main() -> int:
    """Run, print, and say whether the promise is kept."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--profile", action="store_true", help="where the time outside lanes goes")
    options.add_argument("--on", type=Path, metavar="LEDGER", help="one run, in this process")
    given = options.parse_args()
    if not COLLECTION.is_dir():
        print("skipped: no test collections at ../shared/data")
        return 0
    if given.on:
        print(json.dumps(one_run(given.on, None)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        book = make_book(Path(folder))
        if given.profile:
            profile = cProfile.Profile(time.process_time)
            one_run(book, profile)
            pstats.Stats(profile).sort_stats("tottime").print_stats(40)
            return 0
        costs = sorted((_in_a_new_process(book) for _ in range(RUNS)), key=lambda one: one.outside)
    middle = costs[RUNS // 2]
    row = {
        "case": "a run outside its lanes, SciFact, two lanes",
        "ours_cpu_s": round(middle.whole - middle.lanes, 4),
        "peer": "the whole run",
        "peer_cpu_s": round(middle.whole, 4),
        "ratio": round(middle.outside, 4),
    }
    if given.json:
        print(json.dumps([row], indent=2))
    else:
        spread = statistics.pstdev(cost.outside for cost in costs)
        print(f"{row['case']}: {middle.outside:.1%} of {middle.whole:.2f} CPU s (sd {spread:.1%})")
        print(f"at most {AT_MOST:.0%} is promised")
    return 0 if middle.outside < AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
