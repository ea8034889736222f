"""Numbers of a report, drawn at random and computed again from the frames by other code."""

from __future__ import annotations

import random
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import EventStore
from book import EPOCH, built_in, fixed_entropy, quiet_progress, run
from plain_ledger import PlainLedger
from plain_report import PlainReport, ReportNumber
from plain_run import PlainRun

DRAWN = 10
"""Numbers of each kind."""

EVERYWHERE = frozenset(
    (
        "Student",
        "Wilson",
        "corrected",
        "detectable",
        "difference",
        "found",
        "interval",
        "mean",
        "n",
        "no ties",
        "of",
        "p",
        "rank",
        "share",
        "smallest",
        "ties",
        "topic",
        "wins",
    )
)
"""What is drawn from in either report."""

SLOW = ("p", "interval", "corrected")
FEW = 3
"""Of those that take seconds by plain loops."""

CLOSE = 1e-9

HEAD = """\
[experiment]
name = "recomputed"
unit = "document"
retrieve = 50
depth = 10
metrics = ["nDCG@10", "Success@5", "RR@10", "R@10", "Judged@10"]
baseline = "full"
"""
DEMO = f"""{HEAD}
[lanes.vector]
plugin = "dense"
embedder = {{ plugin = "lsa", dimension = 32 }}
[lanes.keyword]
plugin = "bm25"
[lanes.graph]
plugin = "graph"
[conditions.full]
fuser = "rrf"
[conditions.no_graph]
extends = "full"
without = ["graph"]
[conditions.vector_only]
fuser = "single"
lanes = ["vector"]
[conditions.keyword_only]
fuser = "single"
lanes = ["keyword"]
[[gates]]
name = "hits"
condition = "full"
metric = "Success@5"
at_least = 0.5
"""
SCIFACT = f"""{HEAD}
[lanes.keyword]
plugin = "bm25"
[lanes.flat]
plugin = "bm25"
k1 = 0.9
b = 0.4
[lanes.exact]
plugin = "bm25"
stemmer = "none"
[conditions.full]
fuser = "rrf"
[conditions.keyword_only]
fuser = "single"
lanes = ["keyword"]
[conditions.exact_only]
fuser = "single"
lanes = ["exact"]
"""


def recorded(ledger: Path, text: str) -> PlainReport:
    """Run an experiment, and read what came of it."""
    with EventStore.open(ledger, clock=lambda: EPOCH) as store:
        outcome = run(store, text, built_in())
    plain = PlainLedger(ledger)
    report = plain.json(plain.event("report-built", report=outcome.report)["content"])
    return PlainReport(report=report, run=PlainRun(plain, outcome.run))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> PlainReport:
    """The shipped corpus: buckets, evidence phrases, no holes."""
    ledger = tmp_path_factory.mktemp("demo") / "benchbook.ledger"
    with (
        EventStore.create(ledger, name="t", entropy=fixed_entropy, clock=lambda: EPOCH) as store,
        as_file(files("benchbook.gold")) as gold,
    ):
        corpus, questions = gold / "demo" / "corpus.jsonl", gold / "demo" / "questions.jsonl"
        ingest(store, built_in(), corpus, "demo", reader="jsonl", progress=quiet_progress)
        import_gold(store, built_in(), questions, "demo", reader="jsonl", corpus="demo")
    return recorded(ledger, DEMO)


@pytest.fixture(scope="module")
def scifact(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> PlainReport:
    """300 claims over 5,183 abstracts: qrels, holes, no buckets."""
    ledger = tmp_path_factory.mktemp("scifact") / "benchbook.ledger"
    source = shared_data / "scifact"
    with EventStore.create(ledger, name="t", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        ingest(store, built_in(), source, "s", reader="beir", progress=quiet_progress)
        import_gold(store, built_in(), source, "s", reader="beir")
    return recorded(ledger, SCIFACT)


def differing(found: PlainReport) -> tuple[set[str], list[str]]:
    """Draw some numbers of each kind; gives the kinds, and those that come out otherwise."""
    by_kind: dict[str, list[ReportNumber]] = {}
    for one in found.numbers():
        by_kind.setdefault(one.kind, []).append(one)
    lottery, wrong = random.Random(4), []  # noqa: S311 - a sample, no secret
    for kind, numbers in sorted(by_kind.items()):
        some = FEW if kind in SLOW else DRAWN
        for one in lottery.sample(numbers, min(some, len(numbers))):
            again = one.again()
            same = (
                one.recorded is again
                if again is None or one.recorded is None
                else abs(float(one.recorded) - again) < CLOSE
            )
            if not same:
                wrong.append(f"{kind} of {one.where}: recorded {one.recorded}, again {again}")
    return set(by_kind), wrong


@pytest.mark.slow
def test_numbers_of_the_demo_come_out_again(demo: PlainReport) -> None:
    """From frames, qrels and questions, by code that shares nothing with what computed them."""
    kinds, wrong = differing(demo)

    assert [] == wrong
    assert EVERYWHERE | {"bucket", "gate"} == kinds


@pytest.mark.slow
def test_numbers_of_scifact_come_out_again(scifact: PlainReport) -> None:
    """The same with judged documents in the place of phrases, and 300 topics."""
    kinds, wrong = differing(scifact)

    assert [] == wrong
    assert EVERYWHERE | {"holes"} == kinds
