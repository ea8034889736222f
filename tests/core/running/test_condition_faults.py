"""Fusers, rerankers and metrics that break while a run goes on: their conditions alone suffer."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchbook import (
    FuserPlugin,
    Judged,
    MetricPlugin,
    Rankings,
    Report,
    RerankerPlugin,
    RunFailed,
    Topics,
    Values,
)
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.errors import UsageError
from benchbook.core.event_store import EventStore
from benchbook.core.events import ConditionFailed, ConditionFused, RunCompleted, RunStarted
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.registry import Registry
from benchbook.core.projections.projection import view_at
from benchbook.core.projections.runs import RUNS
from book import EXPERIMENT, Stop, bytes_of, make_store, open_store, registry, run

UNLUCKY = EXPERIMENT.replace('fuser = "single"', 'fuser = "unlucky"')
"""The condition `keyword_only` is fused by a fuser that breaks."""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


class Breaks:
    """A fuser that raises what it was told to raise, each time that it is asked."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.asked = 0

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        """Nothing."""
        self.asked += 1
        raise self.error


class Unsure:
    """A metric that breaks where the first topic has both of its documents."""

    def score(self, judged: Judged) -> Values:
        """Each topic 1, or nothing."""
        if judged.hits.topics.tolist().count(0) == 2:
            raise IndexError(7)
        return Values.everywhere(judged.judged_share(1) * 0 + 1)


def fuser(error: BaseException) -> Plugin:
    """A fuser `unlucky` that raises this."""
    return FuserPlugin(name="unlucky", version="1", summary="a toy", build=lambda: Breaks(error))


UNSURE = MetricPlugin(name="Unsure", version="1", summary="a toy", build=Unsure)


def ended(
    store: EventStore, text: str, *records: Plugin
) -> tuple[Report, tuple[str, ...], dict[str, int]]:
    """The report of a run, what failed in it, and where its conditions failed."""
    outcome = run(store, text, registry(*records))
    report = load_report(store, find_report(store, outcome.report))
    events = store.events(types=[ConditionFailed])
    at = {one.event.condition: one.seq for one in events if isinstance(one.event, ConditionFailed)}
    return report, outcome.failed, at


def test_a_fuser_that_breaks_leaves_the_other_conditions_measured(ledger: Path) -> None:
    """Its condition is not measured; the row says why, and its numbers name the event."""
    with open_store(ledger) as store:
        report, failed, at = ended(store, UNLUCKY, fuser(ZeroDivisionError("float division")))

    reason = "fuser unlucky failed: ZeroDivisionError: float division"
    first, _, broken = report.conditions
    assert ("measured", "not measured") == (first.state, broken.state)
    assert reason == broken.reason
    assert (f"keyword_only: {reason}",) == failed
    assert {at["keyword_only"]} == {number.positions[-1] for number in broken.numbers}
    assert {(None, reason)} == {(number.value, number.reason) for number in broken.numbers}
    assert {None} == {topic.found[2] for topic in report.topics}


def test_what_broke_is_recorded_with_its_pin_and_counted(ledger: Path) -> None:
    """Stage, class and message stand in the ledger, without paths; nothing of it was fused."""
    with open_store(ledger) as store:
        run(store, UNLUCKY, registry(fuser(OSError("no /home/somebody/secret/weights.bin"))))
        (failed,) = (one.event for one in store.events(types=[ConditionFailed]))
        fused = [one.event for one in store.events(types=[ConditionFused])]
        (completed,) = (one.event for one in store.events(types=[RunCompleted]))

    assert isinstance(failed, ConditionFailed)
    assert ("fuse", "OSError", "no weights.bin") == (failed.stage, failed.fault, failed.reason)
    assert ("fuser", "unlucky") == (failed.made_by.kind, failed.made_by.name)
    assert ["all", "weighted"] == [
        one.condition for one in fused if isinstance(one, ConditionFused)
    ]
    assert isinstance(completed, RunCompleted)
    assert (2, 1) == (completed.measured, completed.not_measured)


def test_what_a_plugin_says_in_our_words_is_its_fault_too(ledger: Path) -> None:
    """A reranker whose service is away breaks its condition, with its own message."""

    class Away:
        def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
            raise RunFailed("the service did not answer within 30 s")

    away = RerankerPlugin(name="away", version="1", summary="a toy", build=Away)
    text = f'{EXPERIMENT}rerank = {{ plugin = "away", pool = 5 }}\n'
    with open_store(ledger) as store:
        report, _, _ = ended(store, text, away)
        (failed,) = (one.event for one in store.events(types=[ConditionFailed]))

    said = "reranker away failed: RunFailed: the service did not answer within 30 s"
    assert ["", "", said] == [row.reason for row in report.conditions]
    assert isinstance(failed, ConditionFailed)
    assert ("rerank", "reranker") == (failed.stage, failed.made_by.kind)


def test_a_fuser_that_gives_what_it_may_not_has_failed(ledger: Path) -> None:
    """The rule that it broke is named."""

    class Deep:
        def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
            rows = [[(f"d{n:03}", 1.0) for n in range(depth + 1)] for _ in topics]
            return Rankings.of(topics, rows)

    deep = FuserPlugin(name="unlucky", version="1", summary="a toy", build=Deep)
    with open_store(ledger) as store:
        _, (failed,), _ = ended(store, UNLUCKY, deep)

    assert failed.startswith("keyword_only: fuser unlucky failed: PluginFault: plugin ")
    assert "'at most depth rows': found 11 rows for topic 'q000'" in failed


def test_a_metric_that_breaks_for_one_condition_takes_all_its_numbers(ledger: Path) -> None:
    """The fusion is recorded; no number of the condition is shown beside the one that broke."""
    text = EXPERIMENT.replace('"RR"', '"RR", "Unsure"') + (
        '[conditions.wide]\nfuser = "single"\nlanes = ["backward"]\n'
    )
    with open_store(ledger) as store:
        report, failed, at = ended(store, text, UNSURE)
        fused = [one.event for one in store.events(types=[ConditionFused])]

    rows = {row.name: row for row in report.conditions}
    assert ("not measured", "measured") == (rows["all"].state, rows["wide"].state)
    assert "metric Unsure failed: IndexError: 7" == rows["all"].reason
    assert {None} == {number.value for number in rows["all"].numbers}
    assert {None} == {topic.found[0] for topic in report.topics}
    assert "all: metric Unsure failed: IndexError: 7" in failed
    assert set(at) == {name for name, row in rows.items() if row.state == "not measured"}
    assert list(rows) == [one.condition for one in fused if isinstance(one, ConditionFused)]


def test_a_metric_that_breaks_for_every_condition_leaves_nothing_measured(ledger: Path) -> None:
    """The run still ends, with its report."""

    class Never(Unsure):
        def score(self, judged: Judged) -> Values:
            raise IndexError(7)

    never = MetricPlugin(name="Never", version="1", summary="a toy", build=Never)
    with open_store(ledger) as store:
        report, failed, _ = ended(store, EXPERIMENT.replace('"RR"', '"Never"'), never)
        (completed,) = (one.event for one in store.events(types=[RunCompleted]))

    assert ["not measured"] * 3 == [row.state for row in report.conditions]
    assert 3 == len(failed)
    assert () == report.comparisons
    assert isinstance(completed, RunCompleted)
    assert (0, 3) == (completed.measured, completed.not_measured)


def test_a_baseline_that_failed_leaves_no_comparisons(ledger: Path) -> None:
    """The others keep their own numbers."""
    text = UNLUCKY.replace("depth = 10", 'depth = 10\nbaseline = "keyword_only"')
    with open_store(ledger) as store:
        report, _, _ = ended(store, text, fuser(ValueError("x")))

    assert () == report.comparisons
    assert ["measured", "measured", "not measured"] == [row.state for row in report.conditions]
    assert [] == [one for one in report.findings if one.startswith("keyword_only")]


def test_a_gate_on_a_condition_that_failed_is_not_measured(ledger: Path) -> None:
    """It says which plugin broke."""
    text = UNLUCKY + (
        '[[gates]]\nname = "hits"\ncondition = "keyword_only"\nmetric = "RR"\nat_least = 0.0\n'
    )
    with open_store(ledger) as store:
        report, _, _ = ended(store, text, fuser(ValueError("x")))

    (gate,) = report.gates
    assert "not measured" == gate.verdict
    assert (
        "condition keyword_only was not measured: fuser unlucky failed: ValueError: x"
        == gate.reason
    )


def test_an_interrupt_fails_no_condition(ledger: Path) -> None:
    """Ctrl-C while a fuser works stops the run, which can be resumed."""
    with open_store(ledger) as store:
        with pytest.raises(KeyboardInterrupt):
            run(store, UNLUCKY, registry(fuser(KeyboardInterrupt())))
        ((_, summary),) = view_at(RUNS, store).items()
        failed = list(store.events(types=[ConditionFailed]))

    assert ("abandoned", []) == (summary.state, failed)


def test_a_fuser_that_ends_the_program_has_failed(ledger: Path) -> None:
    """The run goes on to its report: a fuser cannot end it with exit code 0."""
    with open_store(ledger) as store:
        _, failed, _ = ended(store, UNLUCKY, fuser(SystemExit(0)))

    assert ("keyword_only: fuser unlucky failed: SystemExit: 0",) == failed


def test_a_fault_of_our_own_fails_no_condition(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What core raises outside a plugin's answer stops the run; no condition is blamed for it."""

    def wrong(*_: object) -> str:
        raise UsageError("core is at fault")

    monkeypatch.setattr("benchbook.core.running.conditions.pack_rankings", wrong)
    with open_store(ledger) as store:
        with pytest.raises(UsageError, match="core is at fault"):
            run(store)
        failed = list(store.events(types=[ConditionFailed]))

    assert [] == failed


def test_a_resumed_run_asks_nothing_that_broke_again_and_has_the_same_bytes(
    ledger: Path, tmp_path: Path
) -> None:
    """For every n: stopped after append n and resumed, the ledger equals an unbroken one."""
    whole = tmp_path / "whole.ledger"
    shutil.copy(ledger, whole)
    broken = Breaks(ValueError("x"))
    plugins = registry(
        FuserPlugin(name="unlucky", version="1", summary="a toy", build=lambda: broken)
    )
    with open_store(whole) as store:
        outcome = run(store, UNLUCKY, plugins)
        view = find_report(store, outcome.report)
        assert "identical" == replay_report(store, view, plugins).verdict
    expected, number = bytes_of(whole), 0
    while True:
        number += 1
        path = tmp_path / f"broken-{number}.ledger"
        shutil.copy(ledger, path)
        broken.asked = 0
        try:
            with open_store(path, appends=number) as store:
                run(store, UNLUCKY, plugins)
        except Stop:
            go_on(path, plugins)
        else:
            break

        assert expected == bytes_of(path), f"stopped after append {number}"
        assert 1 == broken.asked, f"stopped after append {number}"
    assert number > len(EXPERIMENT.split("[conditions.")) + 9


def go_on(path: Path, plugins: Registry) -> None:
    """Resume the run if it was declared, else start it; a run that is finished is left alone."""
    with open_store(path) as store:
        started = any(store.events(types=[RunStarted]))
        try:
            run(store, UNLUCKY, plugins, resume=started)
        except UsageError as error:
            assert "no unfinished run" in str(error)  # noqa: PT017 - only the last append ends so
