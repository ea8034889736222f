"""Gates of an experiment: declared before the run, decided by it, and never declared in silence."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from benchbook import Report
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.errors import BadExperiment
from benchbook.core.event_store import EventStore
from benchbook.core.events import (
    GateDecided,
    GateDeclared,
    GateSuperseded,
    ReportBuilt,
    RunCompleted,
    RunStarted,
)
from benchbook.core.running.experiment import parse_experiment
from book import EXPERIMENT, Stop, make_store, open_store, run

GATE = '[[gates]]\nname = "hits"\ncondition = "all"\nmetric = "R@10"\nat_least = {}\n'
RUNS = count(1)
GATE_EVENTS = (GateDeclared, GateSuperseded, GateDecided)


def gated(threshold: str, extra: str = "") -> str:
    """The small experiment with one gate."""
    return EXPERIMENT + GATE.format(threshold) + extra


def report_of(store: EventStore, text: str) -> Report:
    """The report of one more run."""
    outcome = run(store, text, entropy=lambda size: bytes([next(RUNS) % 256] * size))
    return load_report(store, find_report(store, outcome.report))


def test_a_gate_is_declared_before_the_run_and_decided_before_its_end(tmp_path: Path) -> None:
    """The order of the ledger shows that nobody knew the number when the threshold was set."""
    kinds = (*GATE_EVENTS, RunStarted, RunCompleted)
    with open_store(make_store(tmp_path)) as store:
        report = report_of(store, gated("0.0"))
        seen = [type(one.event).__name__ for one in store.events(types=kinds)]

    assert ["GateDeclared", "RunStarted", "GateDecided", "RunCompleted"] == seen
    gate = report.gates[0]
    assert ("pass", 0, False) == (gate.verdict, gate.prior_runs, gate.is_post_hoc)
    assert "at least 0.0" == gate.rule
    assert gate.declared == gate.positions[0] < gate.positions[1] < report.basis.size


def test_an_unchanged_gate_is_declared_once(tmp_path: Path) -> None:
    """Later runs are held against the first declaration, which had no run before it."""
    with open_store(make_store(tmp_path)) as store:
        first, second = report_of(store, gated("0.5")), report_of(store, gated("0.5"))
        declared = list(store.events(types=(GateDeclared, GateSuperseded)))

    assert 1 == len(declared)
    assert first.gates[0].declared == second.gates[0].declared
    assert 0 == second.gates[0].prior_runs


def test_a_threshold_changed_after_a_run_is_post_hoc(tmp_path: Path) -> None:
    """Who lowers it after seeing the number is not hidden by the pass that follows."""
    with open_store(make_store(tmp_path)) as store:
        before, after = report_of(store, gated("1.0")), report_of(store, gated("0.0"))
        changed = [one.event for one in store.events(types=(GateSuperseded,))]

    assert ("fail", False) == (before.gates[0].verdict, before.gates[0].is_post_hoc)
    assert ("pass", True, 1) == (
        after.gates[0].verdict,
        after.gates[0].is_post_hoc,
        after.gates[0].prior_runs,
    )
    assert [before.gates[0].declared] == [
        event.supersedes for event in changed if isinstance(event, GateSuperseded)
    ]


def test_a_resumed_run_decides_its_gates_once(tmp_path: Path) -> None:
    """Stopped after any append, the run ends with one decision for each gate."""
    for stop in range(1, 40):
        path = make_store(tmp_path / str(stop))
        with open_store(path) as store:
            store.appends_left = stop
            try:
                run(store, gated("0.5"))
            except Stop:
                store.appends_left = None
                is_begun = bool(list(store.events(types=(RunStarted,))))
                if not list(store.events(types=(ReportBuilt,))):
                    run(store, gated("0.5"), resume=is_begun)
            else:
                break
            decided = list(store.events(types=(GateDecided,)))
            declared = list(store.events(types=(GateDeclared, GateSuperseded)))
        assert (1, 1) == (len(decided), len(declared)), stop


def test_a_resumed_run_is_held_against_what_stood_when_it_began(tmp_path: Path) -> None:
    """A threshold that another run changed in between is not what this one was declared under."""
    with open_store(make_store(tmp_path)) as store:
        store.appends_left = 5
        with pytest.raises(Stop):
            run(store, gated("0.5"))
        store.appends_left = None
        other = report_of(store, gated("0.0"))
        resumed = load_report(
            store, find_report(store, run(store, gated("0.5"), resume=True).report)
        )

    (changed,), (gate,) = other.gates, resumed.gates
    assert "at least 0.5" == gate.rule
    assert gate.declared < changed.declared
    assert (0, False) == (gate.prior_runs, gate.is_post_hoc)


def test_what_can_be_attained_follows_the_alpha_of_the_experiment(tmp_path: Path) -> None:
    """Twelve of twelve have a 95 % interval from 0.7575, and a 60 % one from 0.9443."""
    text = EXPERIMENT.replace('"RR"]', '"RR", "Success@60"]').replace("depth = 10", "depth = 60")
    text = text.replace("retrieve = 20", "retrieve = 60\nalpha = 0.4")
    gate = GATE.replace("R@10", "Success@60").format("0.9") + 'statistic = "interval"\n'
    with open_store(make_store(tmp_path, topics=12)) as store:
        report = report_of(store, text + gate)

    assert ("pass", "") == (report.gates[0].verdict, report.gates[0].reason)


@pytest.mark.parametrize(
    ("gate", "found"),
    [
        ('[[gates]]\nname = "x"\ncondition = "al"\nmetric = "RR"\nat_least = 0.5\n', "'al'"),
        ('[[gates]]\nname = "x"\ncondition = "all"\nmetric = "AP"\nat_least = 0.5\n', "'AP'"),
        ('[[gates]]\nname = "x"\ncondition = "all"\nmetric = "RR"\n', "no threshold"),
        (GATE.format("0.5") + "at_most = 0.9\n", "at_least and at_most"),
        (GATE.format('"0.5"'), "'0.5'"),
        (GATE.format("0.5") + "minimum = 3\n", "unknown key"),
        (GATE.format("0.5") + GATE.format("0.6"), "'hits' twice"),
        ("gates = 3\n", "gates = 3"),
    ],
)
def test_a_gate_that_cannot_be_read_is_refused(gate: str, found: str) -> None:
    """Each fault is named with its line; a gate is never left out in silence."""
    text = f"{gate}{EXPERIMENT}" if gate.startswith("gates") else EXPERIMENT + gate
    with pytest.raises(BadExperiment, match=found):
        parse_experiment(text, "e.toml", Path())


def test_a_threshold_outside_the_range_of_its_metric_is_refused(tmp_path: Path) -> None:
    """It would always pass, or never, and say nothing."""
    with open_store(make_store(tmp_path)) as store, pytest.raises(BadExperiment, match="0 to 1"):
        run(store, gated("65"))
