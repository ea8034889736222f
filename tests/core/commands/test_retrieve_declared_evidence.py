"""Gold by titles and phrases on a declared corpus: sought in the texts that lanes returned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook import Corpus, Rankings, Topics, Unit
from benchbook.core.commands.declare import declare
from benchbook.core.commands.find import find_report
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.errors import UsageError
from benchbook.core.event_store import EventStore
from benchbook.core.events import EvidenceSought
from benchbook.core.matching.relevance import UNRETURNED
from benchbook.core.objects.evidence import load_evidence
from benchbook.core.objects.frozen_gold import load_qrels
from benchbook.core.plugging.registry import Registry
from benchbook.core.reports.report import Report
from book import EPOCH, Stop, StoppingStore, fixed_entropy, lane, registry, run

QUESTIONS = [
    {"id": "ash", "question": "ash", "evidence_phrases": ["18 percent ash"]},
    {"id": "lost", "question": "lost", "evidence_phrases": ["not in any text"]},
    {
        "id": "rye",
        "question": "rye",
        "reference_titles": ["Rye"],
        "evidence_phrases": ["winter cover", "barley"],
    },
]
UNITS = {
    "rice#1": Unit(unit_id="rice#1", doc_id="rice", title="Rice", text="straw"),
    "rice#2": Unit(unit_id="rice#2", doc_id="rice", title="Rice", text="near 18 percent ash"),
    "rye#1": Unit(unit_id="rye#1", doc_id="rye", title="Rye", text="a winter cover crop"),
}
RANKED = {"ash": ("rye#1", "rice#1", "rice#2"), "lost": ("rye#1",), "rye": ("rye#1", "rice#1")}
TEXT = """\
[experiment]
name = "small"
depth = 3
metrics = METRICS
[lanes.told]
plugin = "told"
[lanes.silent]
plugin = "silent"
[conditions.told]
fuser = "single"
lanes = ["told"]
[conditions.silent]
fuser = "single"
lanes = ["silent"]
"""
METRICS = ("Success@3", "RR@3", "P@3", "kit-nDCG@3", "EvidenceRecall@3", "AllEvidence@3")


class Told:
    """An engine that tells what it returns."""

    def __init__(self, corpus: Corpus) -> None:
        self.units = UNITS

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return Rankings.of(topics, (self._row(topic.id) for topic in topics), depth)

    def _row(self, topic: str) -> Iterator[tuple[str, float]]:
        return ((unit, 1.0) for unit in RANKED[topic])


class Silent(Told):
    """One that does not, and returns the last first."""

    def __init__(self, corpus: Corpus) -> None:
        self.units = {}

    def _row(self, topic: str) -> Iterator[tuple[str, float]]:
        return ((unit, 1.0) for unit in reversed(RANKED[topic]))


def plugins() -> Registry:
    """Both lanes."""
    return registry(
        lane("told", Told, declared=True, scoped=False),
        lane("silent", Silent, declared=True, scoped=False),
    )


def make(folder: Path, questions: object = QUESTIONS) -> StoppingStore:
    """A ledger with a declared corpus and questions with evidence."""
    folder.mkdir(exist_ok=True)
    lines = [f"{json.dumps(one)}\n" for one in questions]  # type: ignore[attr-defined]  # a list
    (folder / "gold.jsonl").write_text("".join(lines))
    path = folder / "benchbook.ledger"
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        declare(store, "library", engine="Toy", version="1", documents=9)
        import_gold(store, plugins(), folder / "gold.jsonl", "gold")
    return StoppingStore.open(path, clock=lambda: EPOCH)


def text(*metrics: str, setting: str = "") -> str:
    """The experiment with these metrics."""
    return TEXT.replace("METRICS", f"{json.dumps(metrics)}\n{setting}")


def measured(store: EventStore, *metrics: str, setting: str = "") -> Report:
    """Run, and give the report."""
    outcome = run(store, text(*(metrics or METRICS), setting=setting), plugins())
    return load_report(store, find_report(store, outcome.report))


def by_topic(report: Report, metric: str, condition: int = 0) -> dict[str, str | None]:
    """The values of a metric."""
    at = report.metrics.index(metric)
    return {topic.id: topic.values[condition][at] for topic in report.topics}


def sought(store: EventStore) -> EvidenceSought:
    """What was sought in the run."""
    (one,) = store.events(types=[EvidenceSought])
    assert isinstance(one.event, EvidenceSought)
    return one.event


def test_phrases_and_titles_are_found_in_what_was_returned(tmp_path: Path) -> None:
    """A question to which nothing relevant was returned counts 0 and stays in the mean."""
    with make(tmp_path) as store:
        report = measured(store)

    assert {"ash": "0.5", "lost": "0", "rye": "1"} == by_topic(report, "RR@3")
    assert {"ash": "1", "lost": "0", "rye": "1"} == by_topic(report, "Success@3")
    assert {"ash": "1", "lost": "0", "rye": "0.5"} == by_topic(report, "EvidenceRecall@3")
    assert {"ash": "1", "lost": "0", "rye": "0"} == by_topic(report, "AllEvidence@3")
    assert [3, 3] == [row.numbers[1].n for row in report.conditions]


def test_what_one_lane_tells_counts_for_all(tmp_path: Path) -> None:
    """The units are the same, whoever returned them."""
    with make(tmp_path) as store:
        report = measured(store)

    assert {"ash": "1", "lost": "0", "rye": "0.5"} == by_topic(report, "RR@3", 1)


def test_what_was_found_is_recorded_before_any_condition(tmp_path: Path) -> None:
    """With the qrels that it makes, under which the report stands."""
    with make(tmp_path) as store:
        report = measured(store)
        fact = sought(store)
        found = load_evidence(fact.evidence, store.get)
        qrels = load_qrels(store, fact.qrels).grades
        replayed = replay_report(store, find_report(store, "latest"), registry())

    assert {"ash": {"rice": 1}, "lost": {UNRETURNED: 1}, "rye": {"rye": 1}} == qrels
    assert ("rice",) == found.topics["ash"][0].units
    assert (2, 3, 1) == (fact.judgments, fact.units, fact.unreturned)
    assert (fact.qrels, 2) == (report.head.qrels_digest, report.head.judgments)
    assert [1, 0, 1] == [topic.relevant for topic in report.topics]
    assert "identical" == replayed.verdict


def test_the_report_says_where_it_was_sought(tmp_path: Path) -> None:
    """And what became of what was not found."""
    with make(tmp_path) as store:
        said = " ".join(measured(store).head.notes)

    assert "were sought in the 3 units that lanes returned" in said
    assert "2 of 4 evidence phrases are in no unit that was returned" in said
    assert "1 of 3 questions got no relevant unit from any lane" in said


@pytest.mark.parametrize("metric", ["R@3", "AP", "nDCG@3", "Rprec", "Bpref"])
def test_a_metric_that_needs_all_that_is_relevant_is_refused(tmp_path: Path, metric: str) -> None:
    """Before the run, naming those that do without."""
    with make(tmp_path) as store:
        size = store.size
        with pytest.raises(UsageError, match=r"needs to know all that is relevant.*Success, RR"):
            measured(store, metric)

        assert size == store.size


def test_judged_documents_alone_allow_every_metric(tmp_path: Path) -> None:
    """All that is relevant is then known, and the phrases are measured beside it."""
    questions = [{**one, "reference_titles": [], "qrels": {"rye": 1}} for one in QUESTIONS]
    with make(tmp_path, questions) as store:
        metrics = ("R@3", "nDCG@3", "EvidenceRecall@3")
        report = measured(store, *metrics, setting='relevance = "document"')

    assert {"ash": "1", "lost": "1", "rye": "1"} == by_topic(report, "R@3")
    assert {"ash": "1", "lost": "0", "rye": "0.5"} == by_topic(report, "EvidenceRecall@3")


@pytest.mark.parametrize("appends", [5, 6, 7, 8])
def test_a_stopped_run_resumes_to_the_same_bytes(tmp_path: Path, appends: int) -> None:
    """What was sought is recorded once."""
    with make(tmp_path / "whole") as store:
        measured(store)
        size, root = store.size, store.basis().root
    with make(tmp_path / "stopped") as store:
        store.appends_left = appends
        with pytest.raises(Stop):
            run(store, text(*METRICS), plugins())
        store.appends_left = None
        run(store, text(*METRICS), plugins(), resume=True)

        assert (size, root) == (store.size, store.basis().root)
