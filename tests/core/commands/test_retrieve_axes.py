"""Runs that measure how many axes of a topic are covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import UsageError
from benchbook.core.commands.find import find_report
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.event_store import EventStore
from benchbook.core.events import RunStarted
from book import EPOCH, fixed_entropy, open_store, quiet_progress, registry, run
from collections_made import write_lines

CORPUS = [{"id": id_, "text": text} for id_, text in (("a", "straw"), ("b", "straw ash"))]
GOLD: list[dict[str, object]] = [
    {
        "id": "q1",
        "question": "straw",
        "qrels": {"a": 1, "b": 0},
        "axes": ["yield", "ash", "cost"],
        "covers": {"a": ["yield"], "b": ["ash"]},
    },
    {"id": "q2", "question": "ash", "documents": ["b"]},
]
EXPERIMENT = """\
[experiment]
corpus = "papers"
gold = "aspects"
depth = 5
metrics = ["AxisCoverage@5", "AxisCoverage(rel=0)", "Success@5"]
[lanes.keyword]
plugin = "bm25"
[conditions.keyword_only]
fuser = "single"
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus, a gold set with axes, and one without."""
    path = tmp_path / "benchbook.ledger"
    corpus = write_lines(tmp_path / "corpus.jsonl", CORPUS)
    gold = write_lines(tmp_path / "gold.jsonl", GOLD)
    plain = write_lines(tmp_path / "plain.jsonl", GOLD[1:])
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        ingest(store, registry(), corpus, "papers", progress=quiet_progress)
        import_gold(store, registry(), gold, "aspects")
        import_gold(store, registry(), plain, "plain")
    return path


def test_covered_axes_are_measured_and_replayed(ledger: Path) -> None:
    """One of three axes by what is relevant, two by every grade; the topic without has no value."""
    with open_store(ledger) as store:
        outcome = run(store, EXPERIMENT)
        report = load_report(store, find_report(store, outcome.report))
        replayed = replay_report(store, find_report(store, outcome.report), registry())
    numbers = dict(zip(report.metrics, report.conditions[0].numbers, strict=True))

    coverage, of_all = numbers["AxisCoverage@5"], numbers["AxisCoverage(rel=0)"]
    assert ("0.3333", 1) == ((coverage.value or "")[:6], coverage.n)
    assert ("0.6666", 1) == ((of_all.value or "")[:6], of_all.n)
    assert 2 == numbers["Success@5"].n
    assert "identical" == replayed.verdict


def test_what_is_covered_is_part_of_what_a_run_stands_on(ledger: Path, tmp_path: Path) -> None:
    """Another label, and the digest of the gold set and the fingerprint of the run are others."""
    changed = [{**GOLD[0], "covers": {"a": ["yield", "cost"]}}, GOLD[1]]
    with open_store(ledger) as store:
        run(store, EXPERIMENT)
        import_gold(store, registry(), write_lines(tmp_path / "other.jsonl", changed), "aspects")
        run(store, EXPERIMENT, entropy=lambda count: b"\xaa" * count)
        first, second = (one.event for one in store.events(types=[RunStarted]))

    assert isinstance(first, RunStarted)
    assert isinstance(second, RunStarted)
    assert (first.qrels, first.topics) == (second.qrels, second.topics)
    assert first.questions != second.questions
    assert first.fingerprint != second.fingerprint


def test_a_gold_set_without_axes_is_refused(ledger: Path) -> None:
    """Before any work, by the name of the metric and of the gold set."""
    with (
        open_store(ledger) as store,
        pytest.raises(UsageError, match=r"AxisCoverage@5: needs the axes .* gold set 'plain' has"),
    ):
        run(store, EXPERIMENT.replace("aspects", "plain"))
