"""Lanes that break, cannot be fed, or give what their contract does not allow.

What breaks after them is in tests/core/running/test_condition_faults.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchbook import FuserPlugin, MetricPlugin, Rankings, Topics
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.events import LaneFailed, LaneSkipped
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.contracts import PluginFault
from benchbook.core.projections.projection import view_at
from benchbook.core.projections.runs import RUNS
from book import EXPERIMENT, Forward, lane, make_store, open_store, registry, run


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


BROKEN = EXPERIMENT.replace('plugin = "backward"', 'plugin = "breaking"')


def test_a_lane_that_breaks_leaves_the_others_measured(ledger: Path) -> None:
    """What needs the broken lane is not measured, with its reason; the rest is."""
    with open_store(ledger) as store:
        outcome = run(store, BROKEN)
        report = load_report(store, find_report(store, outcome.report))

    states = {row.name: row.state for row in report.conditions}
    assert {
        "all": "not measured",
        "weighted": "not measured",
        "keyword_only": "measured",
    } == states
    assert ("backward: RuntimeError: cannot read index.bin",) == outcome.failed
    assert [None] * 4 == [number.value for number in report.conditions[0].numbers]


def test_a_failure_is_recorded_with_its_block_and_without_folders(ledger: Path) -> None:
    """The fact names the block and the fault; no path of the machine enters the ledger."""
    with open_store(ledger) as store:
        run(store, BROKEN)
        (failed,) = (one.event for one in store.events(types=[LaneFailed]))

    assert isinstance(failed, LaneFailed)
    assert (1, "RuntimeError", "cannot read index.bin") == (
        failed.block,
        failed.fault,
        failed.reason,
    )


def test_a_lane_that_cannot_be_fed_is_skipped_and_not_failed(ledger: Path) -> None:
    """A corpus without what a lane needs is no failure; the rows that need it are not measured."""
    with open_store(ledger) as store:
        outcome = run(store, EXPERIMENT.replace('plugin = "backward"', 'plugin = "unfed"'))
        (skipped,) = (one.event for one in store.events(types=[LaneSkipped]))

    assert () == outcome.failed
    assert ("backward: none of the 60 units cites another",) == outcome.skipped
    assert isinstance(skipped, LaneSkipped)


class NotANumber(Forward):
    """A lane whose scores are no numbers."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Rankings built by hand, past every check."""
        good = super().retrieve(topics, depth)
        return Rankings(
            good.topics, good.table, good.offsets, good.codes, good.scores * float("nan")
        )


class TooDeep(Forward):
    """A lane that gives more than it was asked for."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """One row too many."""
        return super().retrieve(topics, depth + 1)


class Talking(Forward):
    """A lane that prints."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Rankings, and a greeting on stdout."""
        print("hello")  # noqa: T201 - this is the fault under test
        return super().retrieve(topics, depth)


@pytest.mark.parametrize("build", [NotANumber, TooDeep])
def test_a_lane_that_breaks_its_contract_has_failed(ledger: Path, build: type) -> None:
    """A NaN or a row too many is a failure of the lane, never a score."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "bad"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("bad", build)))

    assert 1 == len(outcome.failed)
    assert "PluginFault" in outcome.failed[0]


def test_what_a_plugin_prints_does_not_reach_stdout(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stdout belongs to the report: a plugin's chatter goes to stderr."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "talking"')
    with open_store(ledger) as store:
        run(store, text, registry(lane("talking", Talking)))
    captured = capsys.readouterr()

    assert "" == captured.out
    assert "hello" in captured.err


class Frank(Forward):
    """A lane that says what it left out."""

    notes = ("left out 3 rows of /home/somebody/a.run",)


def test_what_a_lane_left_out_is_said_in_the_report(ledger: Path) -> None:
    """A lane's notes are recorded with its rankings and stand among the report's notes."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "frank"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("frank", Frank)))
        report = load_report(store, find_report(store, outcome.report))

    assert "lane backward: left out 3 rows of a.run" == report.head.notes[0]


class Leaving(Forward):
    """A lane that ends the program, as if all were well."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Nothing."""
        raise SystemExit(0)


def leave(corpus: object) -> Forward:
    """Build nothing, and end the program."""
    raise SystemExit(corpus is None)


@pytest.mark.parametrize("build", [Leaving, leave])
def test_a_lane_that_ends_the_program_has_failed(
    ledger: Path, build: Callable[..., object]
) -> None:
    """The run goes on to its report: a lane cannot end it with exit code 0."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "leaving"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("leaving", build)))

    assert ("backward: SystemExit: " + ("0" if build is Leaving else "False"),) == outcome.failed


def broken() -> Any:  # noqa: ANN401 - it stands for any kind
    """A build that raises."""
    raise KeyError(7)


@pytest.mark.parametrize(
    ("text", "record"),
    [
        (
            EXPERIMENT.replace('fuser = "single"', 'fuser = "broken"'),
            FuserPlugin(name="broken", version="1", summary="a toy", build=broken),
        ),
        (
            EXPERIMENT.replace('"RR"', '"Broken"'),
            MetricPlugin(name="Broken", version="1", summary="a toy", build=broken),
        ),
    ],
    ids=["fuser", "metric"],
)
def test_a_build_that_breaks_is_the_plugins_fault_before_any_run(
    ledger: Path, text: str, record: Plugin
) -> None:
    """A fuser or metric that cannot be built is named, and no run was started for it."""
    with open_store(ledger) as store:
        with pytest.raises(PluginFault, match="'builds'"):
            run(store, text, registry(record))
        runs = view_at(RUNS, store)

    assert [] == list(runs)
