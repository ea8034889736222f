"""A profile on a corpus that is only declared: conditions are measured by what lanes tell."""

from __future__ import annotations

import json
from pathlib import Path

from benchbook import Corpus, Rankings, Topics, Unit
from benchbook.core.commands.declare import declare
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.profile import profile_experiment
from benchbook.core.event_store import EventStore
from benchbook.core.running.experiment import parse_experiment
from book import EPOCH, fixed_entropy, lane, quiet_progress, registry

TEXT = """\
[experiment]
depth = 3
metrics = ["Success@3", "EvidenceRecall@3"]
[lanes.told]
plugin = "told"
[conditions.told]
fuser = "single"
rerank = "lexical"
"""
UNITS = {
    "rice#1": Unit(unit_id="rice#1", doc_id="rice", title="Rice", text="straw"),
    "rice#2": Unit(unit_id="rice#2", doc_id="rice", title="Rice", text="near 18 percent ash"),
}


class Told:
    """An engine that tells what it returns; it knows nothing of rye."""

    def __init__(self, corpus: Corpus) -> None:
        self.units = UNITS

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        found = [(unit, 1.0) for unit in UNITS]
        return Rankings.of(topics, (found if topic.id == "ash" else [] for topic in topics), depth)


def test_texts_that_lanes_tell_are_reranked_and_measured(tmp_path: Path) -> None:
    """As in a run; an answer of nothing is a sample, and counted."""
    asked = [{"id": id_, "question": id_, "evidence_phrases": ["ash"]} for id_ in ("ash", "rye")]
    (tmp_path / "gold.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in asked))
    path, plugins = tmp_path / "benchbook.ledger", registry(lane("told", Told, declared=True))
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        declare(store, "library", engine="Toy", version="1", documents=9)
        import_gold(store, plugins, tmp_path / "gold.jsonl", "gold")
        profile = profile_experiment(
            store,
            parse_experiment(TEXT, "exp.toml", Path()),
            plugins,
            runs=2,
            clock=lambda: 0,
            progress=quiet_progress,
        )
    ((told,), (condition,)) = profile.lanes, profile.conditions

    assert (0, 0) == (profile.documents, profile.units)
    assert {"success": 1, "empty": 1} == told.stages[1].statuses
    assert [
        ("fuse", {"success": 1, "empty": 1}),
        ("rerank", {"success": 1, "empty": 1}),
        ("measure", {"success": 2}),
        ("total", {"success": 2}),
    ] == [(stage.stage, stage.statuses) for stage in condition.stages if stage.passes == "cold"]
