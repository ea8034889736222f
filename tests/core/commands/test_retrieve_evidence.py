"""Runs whose relevance is found by titles and phrases."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import Report, UsageError
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.event_store import EventStore
from benchbook.core.events import RunStarted
from benchbook.core.objects.evidence import load_evidence
from benchbook.core.objects.frozen_gold import load_qrels
from benchbook.core.reports.layout.head import report_facts
from book import EXPERIMENT, Stop, make_store, open_store, run
from evidence_made import EVIDENCE_EXPERIMENT, evidence_registry, make_evidence_store


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set with evidence."""
    return make_evidence_store(tmp_path)


def reported(store: EventStore, text: str = EVIDENCE_EXPERIMENT) -> tuple[RunStarted, Report]:
    """How a run of an experiment was declared, and its report."""
    outcome = run(store, text, evidence_registry())
    started = [one.event for one in store.events(types=[RunStarted])][-1]
    assert isinstance(started, RunStarted)
    return started, load_report(store, find_report(store, outcome.report))


def with_setting(line: str) -> str:
    """The experiment with another line in its first table."""
    return EVIDENCE_EXPERIMENT.replace("[experiment]\n", f"[experiment]\n{line}\n")


def test_relevance_is_frozen_when_the_run_starts(ledger: Path) -> None:
    """Qrels by the rule, and every title and phrase with the units that match it."""
    with open_store(ledger) as store:
        started, _ = reported(store)
        qrels = load_qrels(store, started.qrels)
        assert started.evidence is not None
        found = load_evidence(started.evidence, store.get)

    assert ("either", "fold/1") == (started.relevance, started.match)
    assert {
        "ash": {"rice": 1, "rye": 1},
        "bales": {"oat": 1},
        "both": {"oat": 1, "rice": 1, "rye": 1, "rye-2": 1},
        "lost": {},
    } == qrels.grades
    assert [
        ("rice straw", "", ("rice",)),
        ("18 percent ash", "", ("rice", "rye")),
        ("18", "under three characters", ()),
    ] == [(one.text, one.ignored, one.units) for one in found.topics["ash"]]


def test_both_criteria_are_measured_apart(ledger: Path) -> None:
    """Each metric is a column under its own name, over the topics that have a value."""
    with open_store(ledger) as store:
        _, report = reported(store)
    numbers = dict(zip(report.metrics, report.conditions[0].numbers, strict=True))

    # `ash` and `both` are answered at rank 1 or 2 by either criterion, `bales` by its phrase.
    assert ("1", 3) == (numbers["Success@2"].value, numbers["Success@2"].n)
    by_document = numbers["Success(by='document')@2"]
    assert ("1", 2) == (by_document.value, by_document.n)
    by_evidence = numbers["Success(by='evidence')@2"]
    assert ("1", 3) == (by_evidence.value, by_evidence.n)
    # `bales` shows one of two phrases, `lost` none of one.
    assert ("0.625", 4) == (
        numbers["EvidenceRecall@2"].value,
        numbers["EvidenceRecall@2"].n,
    )
    assert 4 == numbers["kit-nDCG@5"].n
    assert "Judged@2" in report.metrics


def test_the_report_says_what_counted(ledger: Path) -> None:
    """Rules, ignored phrases, what nothing can return, questions without a relevant unit."""
    with open_store(ledger) as store:
        started, report = reported(store)
    facts, notes = dict(report_facts(report)), " ".join(report.head.notes)

    assert (
        "either: a reference document, or an evidence phrase held; 4 titles, 6 phrases, 1 of them "
        "ignored, matched by fold/1"
    ) == facts["relevance"]
    assert started.evidence == report.head.relevance.evidence_digest
    assert "1 of 6 evidence phrases do not count" in notes
    assert "2 of 6 evidence phrases are in no unit of the corpus" in notes
    assert "1 of 4 reference titles name no document of the corpus" in notes
    assert "1 of 4 reference titles name several documents" in notes
    assert "1 of 4 questions have no relevant unit" in notes


def test_probes_are_skipped(ledger: Path) -> None:
    """The question that nothing answers is no topic of the run."""
    with open_store(ledger) as store:
        started, report = reported(store)

    assert (4, ["ash", "bales", "both", "lost"]) == (
        started.topics_count,
        [topic.id for topic in report.topics],
    )


def test_rules_that_an_experiment_states_are_frozen(ledger: Path) -> None:
    """`both` in passages by substring: other qrels, and a note for what lacks a side."""
    text = with_setting('relevance = "both"\nmatch = "substring"').replace(
        '"document"\n', '"passage"\n'
    )
    with open_store(ledger) as store:
        started, report = reported(store, text)
        qrels = load_qrels(store, started.qrels)

    assert ("both", "substring/1") == (started.relevance, started.match)
    assert {"ash": {"rice#1": 1}, "bales": {}, "both": {}, "lost": {}} == qrels.grades
    assert "1 of 4 questions lack phrases or reference documents" in " ".join(report.head.notes)


def test_the_report_is_rebuilt_to_the_same_bytes(ledger: Path) -> None:
    """Replay reads the frozen evidence; it matches nothing anew."""
    with open_store(ledger) as store:
        _, report = reported(store)
        view = find_report(store, report.id)

        assert "identical" == replay_report(store, view, evidence_registry()).verdict


def test_a_resumed_run_ends_in_the_same_bytes(ledger: Path, tmp_path: Path) -> None:
    """Evidence is found again and is the same, so the run may go on."""
    with open_store(ledger, appends=4) as store, pytest.raises(Stop):
        run(store, EVIDENCE_EXPERIMENT, evidence_registry())
    with open_store(ledger) as store:
        resumed = run(store, EVIDENCE_EXPERIMENT, evidence_registry(), resume=True)

    other = tmp_path / "other"
    other.mkdir()
    with open_store(make_evidence_store(other)) as store:
        assert resumed.report == run(store, EVIDENCE_EXPERIMENT, evidence_registry()).report


@pytest.mark.parametrize("metric", ["EvidenceRecall@5", "AllEvidence@5", "RR(by='document')"])
def test_a_metric_of_evidence_without_evidence_is_refused(tmp_path: Path, metric: str) -> None:
    """Before anything is recorded, naming the metric and the gold set."""
    with open_store(make_store(tmp_path)) as store:
        size = store.size
        with pytest.raises(UsageError) as refusal:
            run(store, EXPERIMENT.replace('"RR"', f'"{metric}"'))

        assert f"metric {metric}: needs reference titles" in str(refusal.value)
        assert "gold set 'small' has none" in str(refusal.value)
        assert size == store.size


def test_a_rule_without_evidence_is_refused(tmp_path: Path) -> None:
    """A gold set of judgments alone has nothing to match."""
    text = EXPERIMENT.replace("[experiment]\n", '[experiment]\nrelevance = "either"\n')
    with (
        open_store(make_store(tmp_path)) as store,
        pytest.raises(UsageError, match=r"no question of gold set .small. has"),
    ):
        run(store, text)
