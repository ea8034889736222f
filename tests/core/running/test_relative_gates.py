"""Gates that are held against something else: another condition, run, report, file, time, cost."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import attrs
import pytest

from benchbook.core.commands.find import find_report
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.render_report import load_report
from benchbook.core.errors import BadExperiment
from benchbook.core.event_store import EventStore, NewEvent, Receipt
from benchbook.core.events import DecisionReached, GateDeclared, GateSuperseded, RunStarted
from benchbook.core.gating.gate import Gate
from benchbook.core.running.gates import declare_gates
from book import (
    EPOCH,
    EXPERIMENT,
    make_store,
    open_store,
    registry,
    run,
    write_collection,
)
from gated import TOPICS, gate, ran


def test_a_difference_to_a_condition_is_the_one_of_the_report(tmp_path: Path) -> None:
    """Number, interval and topics are those that the run recorded for the same pair."""
    text = EXPERIMENT + gate("g", 'relative_to = "all"', "at_most = 1")
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, text)
    (row,) = report.gates
    one = next(
        one for one in report.comparisons if (one.condition, one.metric) == ("keyword_only", "R@10")
    )

    assert row.number is not None
    assert (one.difference, one.n) == (row.number.value, row.number.n)
    assert one.bounds is not None
    assert row.number.bounds is not None
    assert (one.bounds.low, one.bounds.high) == (row.number.bounds.low, row.number.bounds.high)
    assert "all" == row.baseline


@pytest.mark.parametrize("kind", ["run", "report", "file"])
def test_an_earlier_run_is_a_baseline_in_three_forms(tmp_path: Path, kind: str) -> None:
    """As a run, as a report and as an exported file it gives the same number."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        run_id, report = ran(store, EXPERIMENT)
        exported = tmp_path / "base.json"
        exported.write_bytes(report.as_json())
        name = {"run": run_id, "report": report.id, "file": str(exported)}[kind]
        lines = [f'relative_to = "{kind}:{name}"', 'against = "all"', "at_most = 1"]
        _, after = ran(store, EXPERIMENT + gate("g", *lines))
        (declared,) = [one.event for one in store.events(types=(GateDeclared,))]
    expected = next(
        one.difference
        for one in report.comparisons
        if (one.condition, one.metric) == ("keyword_only", "R@10")
    )
    (row,) = after.gates

    assert row.number is not None
    assert ("pass", expected) == (row.verdict, row.number.value)
    assert isinstance(declared, GateDeclared)
    assert 64 == len(declared.rule.baseline)
    assert str(tmp_path) not in declared.rule.relative_to
    assert declared.rule.baseline[:12] in row.baseline


def test_a_baseline_stays_what_it_was_when_it_was_declared(tmp_path: Path) -> None:
    """A file that another report replaced is another baseline: the gate is declared anew."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, first = ran(store, EXPERIMENT)
        exported = tmp_path / "base.json"
        exported.write_bytes(first.as_json())
        text = EXPERIMENT + gate("g", f'relative_to = "file:{exported}"', "at_most = 1")
        ran(store, text)
        exported.write_bytes(ran(store, EXPERIMENT)[1].as_json())
        _, after = ran(store, text)
        changed = list(store.events(types=(GateSuperseded,)))

    assert 1 == len(changed)
    assert after.gates[0].is_post_hoc


def test_numbers_of_another_gold_set_are_not_compared(tmp_path: Path) -> None:
    """It is not measured, with the reason: never a difference between different questions."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        run_id, _ = ran(store, EXPERIMENT)
        write_collection(tmp_path / "other", TOPICS - 4)
        import_gold(store, registry(), tmp_path / "other", "small", reader="beir")
        text = EXPERIMENT + gate("g", f'relative_to = "run:{run_id}"', "at_least = -1")
        _, report = ran(store, text)
    (row,) = report.gates

    assert ("not measured", None) == (row.verdict, row.number)
    assert "the baseline cannot be compared: the gold set is another one" in row.reason


def test_a_depth_that_a_metric_looks_at_must_be_the_same(tmp_path: Path) -> None:
    """RR without cut-off at depth 5 is another number than at depth 10; R@10 is not."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        run_id, _ = ran(store, EXPERIMENT)
        lines = [f'relative_to = "run:{run_id}"', "at_least = -1"]
        text = EXPERIMENT.replace("depth = 10", "depth = 12")
        gates = gate("rr", *lines, metric="RR") + gate("r", *lines)
        _, report = ran(store, text + gates)
    first, second = report.gates

    assert ("not measured", "pass") == (first.verdict, second.verdict)
    assert "RR has no cut-off, and depth is 12, the baseline's 10" in first.reason


@pytest.mark.parametrize("name", ["run:ffff", "report:ffff", "file:missing.json"])
def test_a_baseline_that_is_not_there_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    """Nothing is declared, nothing started."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        size = store.size
        with pytest.raises(BadExperiment, match="relative_to"):
            run(store, EXPERIMENT + gate("g", f'relative_to = "{name}"', "at_least = -1"))

        assert size == store.size


@pytest.mark.parametrize("content", ["{}", "no json", '{"kind": "retrieval/1"}', "\udcff"])
def test_a_file_that_is_no_report_is_no_baseline(tmp_path: Path, content: str) -> None:
    """It is refused when the gate is declared."""
    path = tmp_path / "base.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    text = EXPERIMENT + gate("g", f'relative_to = "file:{path}"', "at_least = -1")
    with open_store(make_store(tmp_path, TOPICS)) as store, pytest.raises(BadExperiment):
        run(store, text)


class Overtaken(EventStore):
    """A store in which another run changes a gate as soon as this one declared it."""

    is_overtaken = False

    def append(
        self, stream: str, new: Sequence[NewEvent], *, expected_version: int | None
    ) -> tuple[Receipt, ...]:
        """Append, and what the other run declares behind it."""
        receipts = super().append(stream, new, expected_version=expected_version)
        declared = new[0].event
        if isinstance(declared, GateDeclared) and not self.is_overtaken:
            self.is_overtaken = True
            changed = attrs.evolve(Gate.of("g", declared.rule), threshold=Decimal("0.1"))
            declare_gates(self, "small", [changed], declared.questions, {"g": ""})
        return receipts


def test_two_runs_at_once_are_each_held_to_their_own_declaration(tmp_path: Path) -> None:
    """Another run that changes the gate between the declaration and the start changes nothing."""
    path = make_store(tmp_path, TOPICS)
    with Overtaken.open(path, clock=lambda: EPOCH) as store:
        outcome = run(store, EXPERIMENT + gate("g", "at_least = 0.9"))
        (row,) = load_report(store, find_report(store, outcome.report)).gates
        declared = [one.seq for one in store.events(types=(GateDeclared, GateSuperseded))]
        (started,) = [one.event for one in store.events(types=(RunStarted,))]

    assert 2 == len(declared)
    assert isinstance(started, RunStarted)
    assert (declared[0],) == started.gates
    assert ("at least 0.9", declared[0]) == (row.rule, row.declared)


@pytest.mark.parametrize(("first", "second"), [("0.1", "0.10"), ("1", "1.0"), ("1e-1", "0.1")])
def test_a_threshold_spelt_otherwise_is_the_same_gate(
    tmp_path: Path, first: str, second: str
) -> None:
    """It is declared once, and is not post hoc."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        ran(store, EXPERIMENT + gate("g", f"at_most = {first}"))
        _, report = ran(store, EXPERIMENT + gate("g", f"at_most = {second}"))
        declared = list(store.events(types=(GateDeclared, GateSuperseded)))

    assert 1 == len(declared)
    assert not report.gates[0].is_post_hoc


def test_a_bucket_that_is_not_there_is_not_measured(tmp_path: Path) -> None:
    """Neither one by name, nor each, where the gold set has none."""
    gates = gate("one", 'bucket = "hard"', "at_least = 0") + gate(
        "each", "per_bucket = true", "at_least = 0"
    )
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, EXPERIMENT + gates)
    first, second = report.gates

    assert "the gold set has no bucket 'hard' (there is none)" == first.reason
    assert ("not measured", "the gold set has no buckets") == (second.verdict, second.reason)


def test_unsigned_questions_decide_nothing_where_signed_ones_are_asked_for(tmp_path: Path) -> None:
    """As published is not signed."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, EXPERIMENT + gate("g", "at_least = 0", "min_signed = 1"))
    (row,) = report.gates

    assert "not measured" == row.verdict
    assert "0 of the questions are signed, and the gate asks for 1" == row.reason


@pytest.mark.parametrize(("threshold", "decision"), [("0", "adopt"), ("0.99", "keep")])
def test_the_decision_follows_the_rule_that_was_frozen(
    tmp_path: Path, threshold: str, decision: str
) -> None:
    """It is reached once, before the end of the run, and stands in the report."""
    text = EXPERIMENT + gate("g", f"at_least = {threshold}") + '[decision]\nname = "go"\n'
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, text)
        reached = [one.event for one in store.events(types=(DecisionReached,))]

    assert report.decision is not None
    assert ("go", decision) == (report.decision.name, report.decision.decision)
    assert 1 == len(reached)
    assert report.decision.positions[0] < report.decision.positions[1] < report.basis.size
