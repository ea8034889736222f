"""Runs of any size that are made: in columns, and as lanes of an experiment in a ledger."""

from __future__ import annotations

import itertools
import os
import tempfile
import time
from pathlib import Path

import attrs
import numpy as np

from benchbook import Corpus, LanePlugin, Qrels, Rankings, Topics
from benchbook.core.commands.find import find_report
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.retrieve import run_retrieval
from benchbook.core.event_store import EventStore
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registered, Registry
from benchbook.core.running.experiment import parse_experiment

UNITS, JUDGED = 5_000, 25
NAMES = "abcdefghijklmn"

EXPERIMENT = """
[experiment]
name = "growth"
retrieve = {depth}
depth = {depth}
metrics = ["nDCG@10", "R@10", "RR@10", "AP", "Judged@10"]
"""
LANE = '[lanes.{name}]\nplugin = "made-{name}"\n'
CONDITION = '[conditions.c{number}]\nfuser = "rrf"\nlanes = ["a", "b", "c"]\nk = {k}\n'


class Drawn:
    """Qrels, and runs of one depth over the same topics, drawn so that they share documents.

    Attributes:
        topics, qrels: 25 judgments each, grades 0 to 3, of documents that runs often rank.
        runs: by one-letter name.
    """

    def __init__(self, topics: int, depth: int, runs: int) -> None:
        rng = np.random.default_rng(2026)
        self.topics = Topics.of_ids(f"q{number:05}" for number in range(topics))
        table = tuple(f"d{number:05}" for number in range(UNITS))
        near = [rng.choice(UNITS, 2 * depth, replace=False) for _ in range(topics)]
        self.qrels = Qrels(
            {
                topic: {
                    table[code]: int(grade)
                    for code, grade in sorted(
                        zip(
                            rng.choice(around, JUDGED, replace=False).tolist(),
                            rng.integers(0, 4, JUDGED).tolist(),
                            strict=True,
                        )
                    )
                }
                for topic, around in zip(self.topics.ids, near, strict=True)
            }
        )
        offsets = np.arange(topics + 1) * depth
        scores = np.tile(np.arange(depth, 0, -1.0), topics)
        self.runs = {}
        for name in NAMES[:runs]:
            codes = np.concatenate([rng.choice(around, depth, replace=False) for around in near])
            self.runs[name] = Rankings.from_columns(
                self.topics, table, offsets, codes.astype(np.int32), scores
            )


class MadeLane:
    """A lane that gives rankings that were made before, and counts the time that it takes."""

    def __init__(self, rankings: Rankings) -> None:
        self._rankings = rankings
        self.spent = 0.0

    def build(self, corpus: Corpus) -> MadeLane:
        """The lane itself, whatever the corpus."""
        return self

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """What was made."""
        began = time.process_time()
        ranked = self._rankings.for_topics(topics).cut(depth)
        self.spent += time.process_time() - began
        return ranked


class Book:
    """A ledger with a corpus and a gold set, and an experiment of three lanes to run on it."""

    def __init__(self, topics: int, depth: int, conditions: int) -> None:
        drawn = Drawn(topics, depth, runs=3)
        self._folder = tempfile.TemporaryDirectory()
        self._lanes = {name: MadeLane(run) for name, run in drawn.runs.items()}
        self._registry = self._with_lanes(load_registry(external=False))
        self._text = EXPERIMENT.format(depth=depth) + "".join(
            itertools.chain(
                (LANE.format(name=name) for name in drawn.runs),
                (CONDITION.format(number=n, k=60 + n) for n in range(conditions)),
            )
        )
        folder = Path(self._folder.name)
        self._write(folder, drawn)
        self._ledger = folder / "benchbook.ledger"
        with EventStore.create(self._ledger, name="growth", entropy=os.urandom) as store:
            ingest(store, self._registry, folder, "made", reader="beir", progress=unwatched)
            import_gold(store, self._registry, folder, "made", reader="beir")

    def run(self) -> float:
        """Run the experiment; CPU seconds outside its lanes."""
        before = sum(lane.spent for lane in self._lanes.values())
        began = time.process_time()
        self.means()
        whole = time.process_time() - began
        return whole - (sum(lane.spent for lane in self._lanes.values()) - before)

    def means(self, *names: str) -> dict[str, str | None]:
        """Run the experiment with some conditions, all when none is named; means by condition."""
        experiment = parse_experiment(self._text, "growth.toml", Path(self._folder.name))
        chosen = experiment.only(names) if names else experiment
        with EventStore.open(self._ledger) as store:
            done = run_retrieval(
                store, chosen, self._registry, entropy=os.urandom, progress=unwatched
            )
            report = load_report(store, find_report(store, done.report))
        return {row.name: row.numbers[0].value for row in report.conditions}

    def _with_lanes(self, registry: Registry) -> Registry:
        """The built-in plugins and the made lanes."""
        like = registry.find("lane", "bm25")
        made = [
            attrs.evolve(
                like,
                record=LanePlugin(
                    name=f"made-{name}", version="1", summary="made before", build=lane.build
                ),
            )
            for name, lane in self._lanes.items()
        ]
        every: list[Registered] = [*registry.registered, *made]
        return attrs.evolve(registry, registered=every)

    @staticmethod
    def _write(folder: Path, drawn: Drawn) -> None:
        """The collection as a folder in BEIR's form."""
        units = (f'{{"_id": "d{n:05}", "text": "text {n}"}}\n' for n in range(UNITS))
        (folder / "corpus.jsonl").write_text("".join(units))
        asked = (f'{{"_id": "{topic}", "text": "q"}}\n' for topic in drawn.topics.ids)
        (folder / "queries.jsonl").write_text("".join(asked))
        (folder / "qrels").mkdir()
        rows = (
            f"{topic}\t{document}\t{grade}\n"
            for topic, row in drawn.qrels.grades.items()
            for document, grade in row.items()
        )
        (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(rows))


def unwatched(label: str, done: int, total: int) -> None:
    """Nobody watches."""
